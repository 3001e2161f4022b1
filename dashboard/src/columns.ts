import type { Column, List } from "./lists.ts";

/** How wide the window is. */
export type Room = "telephone" | "tablet" | "desk";

// So many more than on a telephone find room on a tablet held upright.
const TABLET_COLUMNS = 2;

/** The columns of a list that are shown where nobody chose. */
export function usualColumns(list: List, room: Room): readonly Column[] {
  if (room === "desk") return list.columns;
  const others = list.columns.filter((column) => !list.first.includes(column));
  const further = room === "tablet" ? others.slice(0, TABLET_COLUMNS) : [];
  return list.columns.filter((column) => list.first.includes(column) || further.includes(column));
}

/** The columns of a list that are shown: those the address names, in the list's own order; without a word, the usual. */
export function columnsShown(list: List, named: string | null, room: Room): readonly Column[] {
  const wanted = named?.split(",") ?? [];
  const chosen = [...list.columns, ...list.others].filter((column) => wanted.includes(column));
  return chosen.length > 0 ? chosen : usualColumns(list, room);
}

/** What the address says once a column is shown or not: nothing where that is what is usual. */
export function columnsNamed(list: List, shown: readonly Column[], changed: Column, room: Room): string {
  const next = shown.includes(changed) ? shown.filter((column) => column !== changed) : [...shown, changed];
  const ordered = [...list.columns, ...list.others].filter((column) => next.includes(column));
  return ordered.join() === usualColumns(list, room).join() ? "" : ordered.join();
}
