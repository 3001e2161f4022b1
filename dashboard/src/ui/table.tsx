import { Fragment, type ReactNode } from "react";
import { Link } from "#app/router.tsx";

/** A column of a table. */
export interface TableColumn<Row> {
  /** A unique name within the table. */
  readonly name: string;
  readonly header: string;
  /** Whether the header is for screen readers only, as in a column of buttons. */
  readonly is_header_hidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** A quiet second line, outside the row's link. */
  readonly secondary?: (row: Row) => ReactNode;
  /** Aligns the column to the end of the line, for numbers and buttons. */
  readonly align?: "end";
  /** The smallest window width that shows the column, in pixels. */
  readonly hidden_below_px?: 600 | 900;
  readonly className?: string;
}

interface TableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<NoInfer<Row>>[];
  readonly rows: readonly Row[];
  /** The React key of a row. Default: its id. */
  readonly rowKey?: (row: NoInfer<Row>) => string;
  /** The page that a row opens: the first cell is the link, and the whole row is clickable. */
  readonly to?: (row: NoInfer<Row>) => string;
  /** A note below a row, over the full width. */
  readonly detail?: (row: NoInfer<Row>) => ReactNode;
  /** Whether all headers are for screen readers only, for tables whose cells need no header. */
  readonly has_hidden_headers?: boolean;
}

/** A table that scrolls within its frame if its columns do not fit. */
export function Table<Row extends object>(props: TableProps<Row>) {
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
              <DetailRow columns={columns.length}>{detail?.(row)}</DetailRow>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function idOf(row: object): string {
  return "id" in row ? String(row.id) : "";
}

function classOf({
  align,
  hidden_below_px,
  className,
}: Pick<TableColumn<never>, "align" | "hidden_below_px" | "className">): string | undefined {
  const visibility_classes = { 600: "wide middle", 900: "wide" };
  const classes = [
    align === "end" && "number",
    hidden_below_px && visibility_classes[hidden_below_px],
    className,
  ].filter(Boolean);
  return classes.length > 0 ? classes.join(" ") : undefined;
}

interface RowProps<Record> {
  readonly row: Record;
  readonly columns: readonly TableColumn<Record>[];
  readonly to: string | undefined;
}

function Row<Record>({ row, columns, to }: RowProps<Record>) {
  return (
    <tr className={to === undefined ? undefined : "opens"}>
      {columns.map((column, index) => (
        <td key={column.name} className={classOf(column)}>
          {to !== undefined && index === 0 ? (
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

function DetailRow({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr>
      <td className="quiet" colSpan={columns}>
        {children}
      </td>
    </tr>
  );
}
