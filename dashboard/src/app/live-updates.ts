import { isItem, textsOf } from "./items.ts";

/** Live updates: a server-sent event stream that names changed records. Without it, pages poll. */

interface Listener {
  readonly id_prefixes: readonly string[];
  readonly onChange: () => void;
}

const listeners = new Set<Listener>();
const state = { is_live: false };
// The browser does not reconnect after a refusal. Reconnect for a server that was only full or restarting.
const REOPEN_MS = 30_000;

/** Whether the stream is connected. */
export function isLive(): boolean {
  return state.is_live;
}

/**
 * Calls back when a record changes whose id begins with one of these prefixes. Returns the function that unsubscribes.
 */
export function onRecordChange(id_prefixes: readonly string[], onChange: () => void): () => void {
  const listener = { id_prefixes, onChange };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Connects to the stream at this URL. Returns the function that disconnects. */
export function connectLiveUpdates(address: string): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let is_first = true;
  function open(): void {
    source = new EventSource(address);
    source.addEventListener("open", () => {
      // The server does not replay events after a reconnect, so report that anything may have changed.
      if (!is_first) notifyChange(null);
      is_first = false;
      state.is_live = true;
    });
    source.addEventListener("changed", ({ data }) => notifyChange(parseRecordIds(String(data))));
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
  // A browser allows six HTTP/1.1 connections per host: a hidden page releases its own.
  function handleVisibility(): void {
    close();
    if (!document.hidden) open();
  }
  document.addEventListener("visibilitychange", handleVisibility);
  handleVisibility();
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    close();
  };
}

/** The ids of the changed records; null if too many changed to list them. */
function parseRecordIds(text: string): readonly string[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return isItem(json) && Array.isArray(json.records) ? textsOf(json, "records") : null;
  } catch {
    return null;
  }
}

function notifyChange(records: readonly string[] | null): void {
  for (const { id_prefixes, onChange } of listeners) {
    if (records === null || records.some((id) => id_prefixes.some((start) => id.startsWith(start)))) onChange();
  }
}
