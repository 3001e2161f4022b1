import { type ReactNode, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** The address of the displayed page. It differs from the browser's while the dialog about unsaved input is open. */
let displayed_href = location.href;
/** The index of the page in the tab's history. */
let history_index = historyIndexOf(history.state);
history.replaceState({ ...recordOf(history.state), step: history_index }, "");
window.addEventListener("popstate", handlePopState);

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** The displayed page's address. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(subscribe, () => displayed_href));
}

/** Navigates to an address of the dashboard. `replaces` changes the address only, for a page that stays the same. */
export function go(path: string, replaces = false): void {
  if (replaces) history.replaceState(history.state, "", path);
  else {
    history_index += 1;
    history.pushState({ from: `${location.pathname}${location.search}`, step: history_index }, "", path);
    window.scrollTo(0, 0);
  }
  displayed_href = location.href;
  notifyListeners();
}

/**
 * Handles Back and Forward. The browser has already moved: return to the old entry until the user allows the loss of
 * unsaved input.
 */
function handlePopState(): void {
  const has_index = "step" in recordOf(history.state);
  if (!has_index) history.replaceState({ ...recordOf(history.state), step: history_index + 1 }, "");
  const steps = historyIndexOf(history.state) - history_index;
  const is_confirmed = performance.now() - confirmed_at < CONFIRMATION_MS;
  if (steps !== 0 && !is_confirmed && wouldLoseInput(location.href)) {
    history.go(-steps);
    setPendingNavigation({ path: location.href, steps });
    return;
  }
  confirmed_at = NOT_CONFIRMED;
  history_index += steps;
  displayed_href = location.href;
  notifyListeners();
}

function recordOf(state: unknown): object {
  return typeof state === "object" && state !== null ? state : {};
}

function historyIndexOf(state: unknown): number {
  const record = recordOf(state);
  return "step" in record && typeof record.step === "number" ? record.step : 0;
}

/** The registrations of unsaved input on the displayed page. */
const unsaved_inputs = new Set<symbol>();
/** The pending navigation that the user must confirm: by `steps` of the history, or by a link if `steps` is 0. */
let pending_navigation: PendingNavigation | null = null;
const NOT_CONFIRMED = Number.NEGATIVE_INFINITY;
/**
 * When the user last confirmed a Back or Forward navigation. The browser may never perform it, so the confirmation
 * expires after `CONFIRMATION_MS`.
 */
let confirmed_at = NOT_CONFIRMED;
const CONFIRMATION_MS = 1_000;

interface PendingNavigation {
  readonly path: string;
  readonly steps: number;
}

/** Registers unsaved input, until the returned function is called. */
export function registerUnsavedInput(): () => void {
  const registration = Symbol("begun");
  unsaved_inputs.add(registration);
  window.addEventListener("beforeunload", warnBeforeUnload);
  return () => {
    unsaved_inputs.delete(registration);
    if (unsaved_inputs.size === 0) window.removeEventListener("beforeunload", warnBeforeUnload);
  };
}

/** Makes the browser show its own confirmation: a page that is closing cannot show a dialog. */
function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Navigates; asks first if unsaved input would be lost (`UnsavedChangesDialog`). */
export function navigate(path: string): void {
  if (wouldLoseInput(path)) setPendingNavigation({ path, steps: 0 });
  else go(path);
}

function wouldLoseInput(path: string): boolean {
  return unsaved_inputs.size > 0 && new URL(path, displayed_href).pathname !== new URL(displayed_href).pathname;
}

function setPendingNavigation(navigation: PendingNavigation | null): void {
  pending_navigation = navigation;
  notifyListeners();
}

/** Whether a navigation waits for confirmation, and the function that confirms or cancels it. */
export function usePendingNavigation(): { readonly is_pending: boolean; confirm(is_confirmed: boolean): void } {
  const navigation = useSyncExternalStore(subscribe, () => pending_navigation);
  return {
    is_pending: navigation !== null,
    confirm(is_confirmed) {
      setPendingNavigation(null);
      if (navigation === null || !is_confirmed) return;
      if (navigation.steps === 0) return go(navigation.path);
      confirmed_at = performance.now();
      history.go(navigation.steps);
    },
  };
}

/** The path of the dashboard page whose link opened this page; "" if unknown. */
export function previousPath(): string {
  const state = recordOf(history.state);
  return "from" in state && typeof state.from === "string" ? state.from : "";
}

interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly is_current?: boolean;
  /** Skips the question about unsaved input, for the form's own cancel link. */
  readonly skips_confirmation?: boolean;
  readonly onClick?: () => void;
}

/** A link inside the dashboard that changes the content without a page load. New tabs and windows work as usual. */
export function Link({ to, children, className, is_current, skips_confirmation, onClick }: LinkProps) {
  return (
    <a
      href={to}
      {...(className === undefined ? {} : { className })}
      aria-current={is_current ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onClick?.();
        if (skips_confirmation) go(to);
        else navigate(to);
      }}
    >
      {children}
    </a>
  );
}
