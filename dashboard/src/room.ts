import { useSyncExternalStore } from "react";
import type { Room } from "./columns.ts";

// The widths of the style sheets.
const TABLET = window.matchMedia("(min-width: 600px)");
const DESK = window.matchMedia("(min-width: 900px)");

/** How wide the window is, kept up with. */
export function useRoom(): Room {
  return useSyncExternalStore(listen, () => (DESK.matches ? "desk" : TABLET.matches ? "tablet" : "telephone"));
}

function listen(changed: () => void): () => void {
  for (const width of [TABLET, DESK]) width.addEventListener("change", changed);
  return () => {
    for (const width of [TABLET, DESK]) width.removeEventListener("change", changed);
  };
}
