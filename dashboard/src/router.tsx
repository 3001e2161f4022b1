import { type ReactNode, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** The address whose page is shown: the browser's, but while somebody is asked whether they leave it. */
let shown = location.href;
/** Where in the history of the tab it is: each step further has the next number. */
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

/** The address of the page, kept up with. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(listen, () => shown));
}

/** Goes to an address of the dashboard, or changes it in place where the page stays the same. */
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

/** Back or forward was pressed: the browser is there already, and goes to where it was as long as it is not known that it may. */
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

/** What is filled in and not sent, on the page that is shown. */
const begun = new Set<symbol>();
/** Where one would go from it, and is asked; by so many steps of the history, or 0 by a link. */
let wanted: Wanted | null = null;
const NEVER = Number.NEGATIVE_INFINITY;
/** When it was said that steps of the history are wanted: they may not come, and those of later are asked about. */
let sure_at = NEVER;
const SURE_MS = 1_000;

interface Wanted {
  readonly path: string;
  readonly steps: number;
}

/** Says that something is filled in which would be lost with this page, until what is returned is called. */
export function begin(): () => void {
  const mine = Symbol("begun");
  begun.add(mine);
  window.addEventListener("beforeunload", warn);
  return () => {
    begun.delete(mine);
    if (begun.size === 0) window.removeEventListener("beforeunload", warn);
  };
}

/** Has the browser ask, in its own words: a page that is closed can say none. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Goes to an address as somebody asks for it: where what is filled in would be lost, they are asked first (`LeavingQuestion`). */
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

/** Whether somebody would go elsewhere, and what they answer to the question whether they do. */
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

/** The address one came from to this page, by a link of the dashboard; "" where it is not known. */
export function cameFrom(): string {
  const state = recordOf(history.state);
  return "from" in state && typeof state.from === "string" ? state.from : "";
}

interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly is_current?: boolean;
  /** Asks nobody whether what is filled in may be lost: the link is the way out that the form itself offers. */
  readonly is_way_out?: boolean;
  readonly onClick?: () => void;
}

/** A link inside the dashboard: the page stays, its content changes. Opened elsewhere it is a link like any other. */
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
