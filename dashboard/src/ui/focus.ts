import { useEffect, useLayoutEffect } from "react";

interface ElementRef<Element extends HTMLElement> {
  readonly current: Element | null;
}

/** If the element disappears while it has the focus, moves the focus to the heading of its section or page. */
export function useRestoreFocus(ref: ElementRef<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = element.closest("section, main")?.querySelector<HTMLElement>("h1, h2");
      setTimeout(() => {
        const next = heading?.isConnected ? heading : document.querySelector<HTMLElement>("main h1");
        if (!next || document.activeElement !== document.body) return;
        next.tabIndex = -1;
        next.focus({ preventScroll: true });
      });
    };
  }, [ref]);
}

/** Moves the focus to content that appears after a press: to its first invalid field, else to its heading. */
export function useFocusOnMount(ref: ElementRef<HTMLElement>): void {
  useEffect(() => {
    if (focusFirstInvalid(ref.current)) return;
    const heading = ref.current?.querySelector<HTMLElement>("h1, h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [ref]);
}

/**
 * Focuses the first invalid field, scrolls its label into view, and opens the collapsed section around it. Returns
 * whether one exists.
 */
export function focusFirstInvalid(element: HTMLElement | null): boolean {
  const invalid = element?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!invalid) return false;
  invalid.closest("details")?.setAttribute("open", "");
  invalid.focus({ preventScroll: true });
  (invalid.closest(".field") ?? invalid).scrollIntoView({ block: "nearest" });
  return true;
}
