import { useEffect, useLayoutEffect } from "react";

interface Held<Part extends HTMLElement> {
  readonly current: Part | null;
}

/** If the element disappears while it has the focus, moves the focus to the heading of its section or page. */
export function useHandingOn(held: Held<HTMLElement>): void {
  useLayoutEffect(() => {
    const part = held.current;
    return () => {
      if (!part?.contains(document.activeElement)) return;
      const heading = part.closest("section, main")?.querySelector<HTMLElement>("h1, h2");
      setTimeout(() => {
        const next = heading?.isConnected ? heading : document.querySelector<HTMLElement>("main h1");
        if (!next || document.activeElement !== document.body) return;
        next.tabIndex = -1;
        next.focus({ preventScroll: true });
      });
    };
  }, [held]);
}

/** Moves the focus to content that appears after a press: to its first wrong field, else to its heading. */
export function useArrival(held: Held<HTMLElement>): void {
  useEffect(() => {
    if (focusFirstWrong(held.current)) return;
    const heading = held.current?.querySelector<HTMLElement>("h1, h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [held]);
}

/**
 * Focuses the first wrong field, scrolls its label into view, and opens a folded part around it. Returns whether one exists.
 */
export function focusFirstWrong(part: HTMLElement | null): boolean {
  const wrong = part?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!wrong) return false;
  wrong.closest("details")?.setAttribute("open", "");
  wrong.focus({ preventScroll: true });
  (wrong.closest(".field") ?? wrong).scrollIntoView({ block: "nearest" });
  return true;
}
