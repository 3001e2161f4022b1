import type { ColumnName, ListDefinition } from "./list-definitions.ts";

/** The width class of the window. */
export type Breakpoint = "phone" | "tablet" | "desktop";

// A tablet in portrait orientation has space for two more columns than a phone.
const TABLET_COLUMNS = 2;

/** The default columns of a list. */
export function defaultColumns(list: ListDefinition, breakpoint: Breakpoint): readonly ColumnName[] {
  if (breakpoint === "desktop") return list.columns;
  const others = list.columns.filter((column) => !list.first.includes(column));
  const extra = breakpoint === "tablet" ? others.slice(0, TABLET_COLUMNS) : [];
  return list.columns.filter((column) => list.first.includes(column) || extra.includes(column));
}

/** The columns to show: those in the URL's query, in the list's order, else the defaults. */
export function visibleColumns(
  list: ListDefinition,
  column_param: string | null,
  breakpoint: Breakpoint,
): readonly ColumnName[] {
  const requested = column_param?.split(",") ?? [];
  const chosen = [...list.columns, ...list.others].filter((column) => requested.includes(column));
  return chosen.length > 0 ? chosen : defaultColumns(list, breakpoint);
}

/** The value of the query parameter after one column is toggled; "" for the default columns. */
export function columnParamAfterToggle(
  list: ListDefinition,
  shown: readonly ColumnName[],
  changed: ColumnName,
  breakpoint: Breakpoint,
): string {
  const next = shown.includes(changed) ? shown.filter((column) => column !== changed) : [...shown, changed];
  const ordered = [...list.columns, ...list.others].filter((column) => next.includes(column));
  return ordered.join() === defaultColumns(list, breakpoint).join() ? "" : ordered.join();
}
