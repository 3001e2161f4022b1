import { type ReactNode, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** The address of the displayed page. It differs from the browser's while the question about unsaved input is open. */
let shown = location.href;
/** The index of the page in the tab's history. */
let step = stepOf(history.state);
history.replaceState({ ...recordOf(history.state), step }, "");
window.addEventListener("popstate", moved);

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The displayed page's address. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(listen, () => shown));
}

/** Navigates to an address of the dashboard. `replaces` changes the address only, for a page that stays the same. */
export function go(path: string, replaces = false): void {
  if (replaces) history.replaceState(history.state, "", path);
  else {
    step += 1;
    history.pushState({ from: `${location.pathname}${location.search}`, step }, "", path);
    window.scrollTo(0, 0);
  }
  shown = location.href;
  tell();
}

/**
 * Handles Back and Forward. The browser has already moved: return to the old entry until the user allows the loss of unsaved
 * input.
 */
function moved(): void {
  const is_numbered = "step" in recordOf(history.state);
  if (!is_numbered) history.replaceState({ ...recordOf(history.state), step: step + 1 }, "");
  const steps = stepOf(history.state) - step;
  const is_sure = performance.now() - sure_at < SURE_MS;
  if (steps !== 0 && !is_sure && wouldLose(location.href)) {
    history.go(-steps);
    want({ path: location.href, steps });
    return;
  }
  sure_at = NEVER;
  step += steps;
  shown = location.href;
  tell();
}

function recordOf(state: unknown): object {
  return typeof state === "object" && state !== null ? state : {};
}

function stepOf(state: unknown): number {
  const record = recordOf(state);
  return "step" in record && typeof record.step === "number" ? record.step : 0;
}

/** The registrations of unsaved input on the displayed page. */
const begun = new Set<symbol>();
/** The pending navigation that the user must confirm: by `steps` of the history, or by a link if `steps` is 0. */
let wanted: Wanted | null = null;
const NEVER = Number.NEGATIVE_INFINITY;
/** The time of the last confirmed history navigation. It may never arrive, so the confirmation expires (`SURE_MS`). */
let sure_at = NEVER;
const SURE_MS = 1_000;

interface Wanted {
  readonly path: string;
  readonly steps: number;
}

/** Registers unsaved input, until the returned function is called. */
export function begin(): () => void {
  const mine = Symbol("begun");
  begun.add(mine);
  window.addEventListener("beforeunload", warn);
  return () => {
    begun.delete(mine);
    if (begun.size === 0) window.removeEventListener("beforeunload", warn);
  };
}

/** Makes the browser ask with its own text: a closing page cannot show a dialog. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Navigates after a press; asks first if unsaved input would be lost (`LeavingQuestion`). */
export function leave(path: string): void {
  if (wouldLose(path)) want({ path, steps: 0 });
  else go(path);
}

function wouldLose(path: string): boolean {
  return begun.size > 0 && new URL(path, shown).pathname !== new URL(shown).pathname;
}

function want(place: Wanted | null): void {
  wanted = place;
  tell();
}

/** Whether a navigation waits for confirmation, and the function that answers it. */
export function useWanted(): { readonly is_asked: boolean; answer(is_leaving: boolean): void } {
  const place = useSyncExternalStore(listen, () => wanted);
  return {
    is_asked: place !== null,
    answer(is_leaving) {
      want(null);
      if (place === null || !is_leaving) return;
      if (place.steps === 0) return go(place.path);
      sure_at = performance.now();
      history.go(place.steps);
    },
  };
}

/** The dashboard address from which a link led to this page; "" if unknown. */
export function cameFrom(): string {
  const state = recordOf(history.state);
  return "from" in state && typeof state.from === "string" ? state.from : "";
}

interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly is_current?: boolean;
  /** Skips the question about unsaved input, for the form's own cancel link. */
  readonly is_way_out?: boolean;
  readonly onClick?: () => void;
}

/** A link inside the dashboard that changes the content without a page load. New tabs and windows work as usual. */
export function Link({ to, children, className, is_current, is_way_out, onClick }: LinkProps) {
  return (
    <a
      href={to}
      {...(className === undefined ? {} : { className })}
      aria-current={is_current ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onClick?.();
        if (is_way_out) go(to);
        else leave(to);
      }}
    >
      {children}
    </a>
  );
}
