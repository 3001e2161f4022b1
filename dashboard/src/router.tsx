import { type ReactNode, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function listen(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("popstate", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("popstate", changed);
  };
}

/** The address of the page, kept up with. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(listen, () => location.href));
}

/** Goes to an address of the dashboard, or changes it in place where the page stays the same. */
export function go(path: string, replaces = false): void {
  if (replaces) history.replaceState(history.state, "", path);
  else {
    history.pushState({ from: `${location.pathname}${location.search}` }, "", path);
    window.scrollTo(0, 0);
  }
  for (const listener of listeners) listener();
}

/** What is filled in and not sent, on the page that is shown. */
const begun = new Set<symbol>();
/** Where one would go from it, and is asked; "" is nowhere. */
let wanted = "";

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
  const is_this_page = new URL(path, location.href).pathname === location.pathname;
  if (begun.size === 0 || is_this_page) go(path);
  else want(path);
}

function want(path: string): void {
  wanted = path;
  for (const listener of listeners) listener();
}

/** Where somebody would go, and what they answer to the question whether they do. */
export function useWanted(): { readonly path: string; answer(is_leaving: boolean): void } {
  const path = useSyncExternalStore(listen, () => wanted);
  return {
    path,
    answer(is_leaving) {
      want("");
      if (is_leaving) go(path);
    },
  };
}

/** The address one came from to this page, by a link of the dashboard; "" where it is not known. */
export function cameFrom(): string {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null || !("from" in state)) return "";
  return typeof state.from === "string" ? state.from : "";
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
