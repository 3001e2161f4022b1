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
  readonly onClick?: () => void;
  /** How one goes there, where it is not done at once. */
  readonly onGo?: (to: string) => void;
}

/** A link inside the dashboard: the page stays, its content changes. Opened elsewhere it is a link like any other. */
export function Link({ to, children, className, is_current, onClick, onGo = go }: LinkProps) {
  return (
    <a
      href={to}
      {...(className === undefined ? {} : { className })}
      aria-current={is_current ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onClick?.();
        onGo(to);
      }}
    >
      {children}
    </a>
  );
}
