import type { Column, List } from "./lists.ts";

/** The columns of a list that are shown: those the address names, in the list's own order; without a word, the usual. */
export function columnsShown(list: List, named: string | null): readonly Column[] {
  const wanted = named?.split(",") ?? [];
  const chosen = [...list.columns, ...list.others].filter((column) => wanted.includes(column));
  return chosen.length > 0 ? chosen : list.columns;
}

/** What the address says once a column is shown or not: nothing where that is what is usual. */
export function columnsNamed(list: List, shown: readonly Column[], changed: Column): string {
  const next = shown.includes(changed) ? shown.filter((column) => column !== changed) : [...shown, changed];
  const ordered = [...list.columns, ...list.others].filter((column) => next.includes(column));
  return ordered.join() === list.columns.join() ? "" : ordered.join();
}
