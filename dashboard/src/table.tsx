import { Fragment, type ReactNode } from "react";
import { type Item, textOf } from "./items.ts";
import { Link } from "./router.tsx";

/** A column of a table: its header, and what its cells say of a row. */
export interface TableColumn {
  /** Tells it from the others of its table. */
  readonly name: string;
  readonly header: string;
  /** Whether the header is only heard: of a column of buttons, which say it themselves. */
  readonly is_header_hidden?: boolean;
  readonly cell: (row: Item) => ReactNode;
  /** A second line, quiet, which is no part of the link where the row opens something. */
  readonly secondary?: (row: Item) => ReactNode;
  /** Numbers and buttons end where the column ends. */
  readonly align?: "end";
  /** Left out of windows that are narrower. */
  readonly hidden_below_px?: 600 | 900;
  readonly className?: string;
}

interface TableProps {
  /** What those who do not see the page hear that this table is of. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Item[];
  /** What tells a row from the others; its id where nothing is said. */
  readonly rowKey?: (row: Item) => string;
  /** What a row opens: its first cell is the link, and the whole row is pressed. */
  readonly to?: (row: Item) => string;
  /** What is said below a row, over the whole width. */
  readonly detail?: (row: Item) => string | null;
  /** Whether the headers are only heard, where nobody who sees the cells has to ask what they are. */
  readonly has_hidden_headers?: boolean;
}

/** Rows of the same kind, one below the other. Where there is no room for all columns, it moves in its own frame. */
export function Table(props: TableProps) {
  const { label, columns, rows, rowKey = idOf, to, detail, has_hidden_headers = false } = props;
  return (
    <div className="table-frame">
      <table aria-label={label}>
        <thead className={has_hidden_headers ? "headers-hidden" : undefined}>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {has_hidden_headers || column.is_header_hidden ? (
                  <span className="hidden">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <Row row={row} columns={columns} to={to?.(row)} />
              <Detail columns={columns.length} said={detail?.(row) ?? null} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function idOf(row: Item): string {
  return textOf(row, "id");
}

function classOf({ align, hidden_below_px, className }: TableColumn): string | undefined {
  const room = { 600: "wide middle", 900: "wide" };
  const classes = [align === "end" && "number", hidden_below_px && room[hidden_below_px], className].filter(Boolean);
  return classes.length > 0 ? classes.join(" ") : undefined;
}

interface RowProps {
  readonly row: Item;
  readonly columns: readonly TableColumn[];
  readonly to: string | undefined;
}

function Row({ row, columns, to }: RowProps) {
  return (
    <tr className={to === undefined ? undefined : "opens"}>
      {columns.map((column, place) => (
        <td key={column.name} className={classOf(column)}>
          {to !== undefined && place === 0 ? (
            <Link className="row-link" to={to}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
          {column.secondary && <span className="quiet line">{column.secondary(row)}</span>}
        </td>
      ))}
    </tr>
  );
}

function Detail({ columns, said }: { readonly columns: number; readonly said: string | null }) {
  if (said === null) return null;
  return (
    <tr>
      <td className="quiet" colSpan={columns}>
        {said}
      </td>
    </tr>
  );
}
