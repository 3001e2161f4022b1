import { useSyncExternalStore } from "react";
import type { Breakpoint } from "./list-columns.ts";

// The same breakpoint as in the CSS files.
const TABLET = window.matchMedia("(min-width: 600px)");
const DESKTOP = window.matchMedia("(min-width: 900px)");

/** The current width class of the window. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(onBreakpointChange, () =>
    DESKTOP.matches ? "desktop" : TABLET.matches ? "tablet" : "phone",
  );
}

function onBreakpointChange(changed: () => void): () => void {
  for (const width of [TABLET, DESKTOP]) width.addEventListener("change", changed);
  return () => {
    for (const width of [TABLET, DESKTOP]) width.removeEventListener("change", changed);
  };
}
