import { useEffect, useLayoutEffect } from "react";

interface Held<Part extends HTMLElement> {
  readonly current: Part | null;
}

/** What goes with the focus in it hands it to the heading of its part of the page, or of the page: nobody is left nowhere. */
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

/** What comes in answer to a press is where one goes on: at what is wrong in it, else at its heading. */
export function useArrival(held: Held<HTMLElement>): void {
  useEffect(() => {
    if (focusFirstWrong(held.current)) return;
    const heading = held.current?.querySelector<HTMLElement>("h1, h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [held]);
}

/** Goes to the first field that is wrong, in sight with its label, also where it was folded away. Says whether there is one. */
export function focusFirstWrong(part: HTMLElement | null): boolean {
  const wrong = part?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!wrong) return false;
  wrong.closest("details")?.setAttribute("open", "");
  wrong.focus({ preventScroll: true });
  (wrong.closest(".field") ?? wrong).scrollIntoView({ block: "nearest" });
  return true;
}
