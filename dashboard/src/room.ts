import { useSyncExternalStore } from "react";
import type { Room } from "./columns.ts";

// The breakpoints of the style sheets.
const TABLET = window.matchMedia("(min-width: 600px)");
const DESK = window.matchMedia("(min-width: 900px)");

/** The current width class of the window. */
export function useRoom(): Room {
  return useSyncExternalStore(listen, () => (DESK.matches ? "desk" : TABLET.matches ? "tablet" : "telephone"));
}

function listen(changed: () => void): () => void {
  for (const width of [TABLET, DESK]) width.addEventListener("change", changed);
  return () => {
    for (const width of [TABLET, DESK]) width.removeEventListener("change", changed);
  };
}
