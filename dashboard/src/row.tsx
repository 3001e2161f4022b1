import type { ReactNode } from "react";
import { Link } from "./router.tsx";

interface RowProps<Column extends string> {
  readonly columns: readonly Column[];
  /** What the row opens; null where there is nothing to open. */
  readonly to: string | null;
  readonly cell: (column: Column) => ReactNode;
  readonly classOf: (column: Column) => string;
}

/** A row of a table. Where it opens something its first cell is the link, and the whole row is pressed. */
export function Row<Column extends string>({ columns, to, cell, classOf }: RowProps<Column>) {
  return (
    <tr className={to === null ? undefined : "opens"}>
      {columns.map((column, place) => (
        <td key={column} className={classOf(column)}>
          {to !== null && place === 0 ? (
            <Link className="row-link" to={to}>
              {cell(column)}
            </Link>
          ) : (
            cell(column)
          )}
        </td>
      ))}
    </tr>
  );
}
