import { isItem, textsOf } from "./items.ts";

/** What the service tells of while a page is open. Without it pages ask from time to time, as they always can. */

interface Listener {
  readonly about: readonly string[];
  readonly changed: () => void;
}

const listeners = new Set<Listener>();
const state = { is_live: false };
// After a refusal the browser gives up; we look again, for a server that was only full or restarting.
const REOPEN_MS = 30_000;

/** Whether changes are told of right now. */
export function isLive(): boolean {
  return state.is_live;
}

/** Calls back when a record changes whose id begins with one of these. Returns how to stop listening. */
export function onChange(about: readonly string[], changed: () => void): () => void {
  const listener = { about, changed };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Listens at this address until the function it returns is called. */
export function listen(address: string): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let is_first = true;
  function open(): void {
    source = new EventSource(address);
    source.addEventListener("open", () => {
      // What happened while nobody listened is not told again.
      if (!is_first) tell(null);
      is_first = false;
      state.is_live = true;
    });
    source.addEventListener("changed", ({ data }) => tell(recordsIn(String(data))));
    source.addEventListener("error", () => {
      state.is_live = false;
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  }
  function close(): void {
    clearTimeout(timer);
    source?.close();
    state.is_live = false;
  }
  // A browser opens six connections to a server: a page nobody sees leaves its to the others.
  function seen(): void {
    close();
    if (!document.hidden) open();
  }
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    close();
  };
}

/** The records that changed; null when too many to name have. */
function recordsIn(text: string): readonly string[] | null {
  try {
    const given: unknown = JSON.parse(text);
    return isItem(given) && Array.isArray(given.records) ? textsOf(given, "records") : null;
  } catch {
    return null;
  }
}

function tell(records: readonly string[] | null): void {
  for (const { about, changed } of listeners) {
    if (records === null || records.some((id) => about.some((start) => id.startsWith(start)))) changed();
  }
}
