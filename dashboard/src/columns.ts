import type { Column, List } from "./lists.ts";

/** The width class of the window. */
export type Room = "telephone" | "tablet" | "desk";

// A tablet in portrait orientation has room for two columns more than a phone.
const TABLET_COLUMNS = 2;

/** The default columns of a list. */
export function usualColumns(list: List, room: Room): readonly Column[] {
  if (room === "desk") return list.columns;
  const others = list.columns.filter((column) => !list.first.includes(column));
  const further = room === "tablet" ? others.slice(0, TABLET_COLUMNS) : [];
  return list.columns.filter((column) => list.first.includes(column) || further.includes(column));
}

/** The columns to show: those that the address names, in the list's order, else the defaults. */
export function columnsShown(list: List, named: string | null, room: Room): readonly Column[] {
  const wanted = named?.split(",") ?? [];
  const chosen = [...list.columns, ...list.others].filter((column) => wanted.includes(column));
  return chosen.length > 0 ? chosen : usualColumns(list, room);
}

/** The value of the address parameter after one column is toggled; "" for the default columns. */
export function columnsNamed(list: List, shown: readonly Column[], changed: Column, room: Room): string {
  const next = shown.includes(changed) ? shown.filter((column) => column !== changed) : [...shown, changed];
  const ordered = [...list.columns, ...list.others].filter((column) => next.includes(column));
  return ordered.join() === usualColumns(list, room).join() ? "" : ordered.join();
}
