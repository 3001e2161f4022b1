import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiResponse } from "./api.ts";
import { isLive, onRecordChange } from "./live-updates.ts";

export interface Query {
  /** The latest answer; the old one stays until the new one arrives. Null before the first. */
  readonly response: ApiResponse | null;
  readonly is_loading: boolean;
  reload(): void;
}

const POLL_MS = 3_000;
// With live updates, polling is only a fallback for a lost event.
const POLL_WITH_LIVE_UPDATES_MS = 20_000;
// The minimum interval between two requests, however frequent the live updates are.
const MIN_RELOAD_MS = 1_000;

/** A cache of the latest answers by key: a revisited page shows them at once while it reloads. */
const cache = new Map<string, ApiResponse>();
// The answers of the largest lists take some megabytes.
const CACHE_MAX = 60;

const active_loaders = new Set<() => void>();

/** Reloads all displayed data, after a new sign-in. */
export function reloadAll(): void {
  for (const load of active_loaders) load();
}

/** Empties the cache, because another user may sign in next. */
export function clearCache(): void {
  cache.clear();
}

function storeInCache(key: string, response: ApiResponse): void {
  cache.delete(key);
  if (!response.is_ok) return;
  cache.set(key, response);
  const [oldest] = cache.keys();
  if (cache.size > CACHE_MAX && oldest !== undefined) cache.delete(oldest);
}

/**
 * `useApiQuery` for read-only data: shows the cached answer first. A form must not use it, because the user would edit
 * stale data.
 */
export function useCachedApiQuery(...[key, get, ...options]: Parameters<typeof useApiQuery>): Query {
  const cached = cache.get(key);
  async function getAndCache(): Promise<ApiResponse> {
    const response = await get();
    storeInCache(key, response);
    return response;
  }
  const query = useApiQuery(key, getAndCache, ...options);
  return query.is_loading && cached ? { ...query, response: cached } : query;
}

/**
 * Loads when `key` changes, reloads when live updates name a record whose id begins with one of `id_prefixes`, and
 * polls while `shouldPoll` returns true.
 */
export function useApiQuery(
  key: string,
  get: () => Promise<ApiResponse>,
  shouldPoll?: (response: ApiResponse) => boolean,
  id_prefixes: readonly string[] = [],
): Query {
  const [response, setAnswer] = useState<ApiResponse | null>(null);
  const [is_loading, setLoading] = useState(true);
  const [reload_count, setReloadCount] = useState(0);
  const request_key = `${reload_count} ${key}`;
  const shown_key = useRef(request_key);
  const latest = useRef({ get, isMoving: shouldPoll });
  latest.current = { get, isMoving: shouldPoll };
  const prefixes = id_prefixes.join();
  // "" matches every record: such an event is only a hint that the data may have changed.
  const has_live_updates = id_prefixes.length > 0 && !id_prefixes.includes("");
  useEffect(() => {
    let is_unmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      const loaded = await latest.current.get();
      if (is_unmounted) return;
      const is_same_key = shown_key.current === request_key;
      shown_key.current = request_key;
      setAnswer((before) => (isTransient(loaded) && is_same_key && before !== null ? before : loaded));
      setLoading(false);
      const wait_ms = retryDelayMs(loaded);
      if (wait_ms !== null) scheduleLoad(wait_ms);
      else if (latest.current.isMoving?.(loaded))
        scheduleLoad(isLive() && has_live_updates ? POLL_WITH_LIVE_UPDATES_MS : POLL_MS);
    }
    let scheduled_ms = Number.POSITIVE_INFINITY;
    function scheduleLoad(wait_ms: number): void {
      if (timer !== undefined && scheduled_ms <= wait_ms) return;
      clearTimeout(timer);
      scheduled_ms = wait_ms;
      timer = setTimeout(() => void load(), wait_ms);
    }
    const stop =
      prefixes === "" && id_prefixes.length === 0
        ? () => {}
        : onRecordChange(prefixes.split(","), () => scheduleLoad(MIN_RELOAD_MS));
    setLoading(true);
    const loadNow = (): void => void load();
    active_loaders.add(loadNow);
    loadNow();
    return () => {
      is_unmounted = true;
      active_loaders.delete(loadNow);
      stop();
      clearTimeout(timer);
    };
  }, [request_key, prefixes, id_prefixes.length, has_live_updates]);
  const reload = useCallback(() => setReloadCount((before) => before + 1), []);
  return { response, is_loading, reload };
}

const SIGNED_OUT = 401;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Whether an answer has no data about the request: no answer, an expired session, the rate limit or a server error. */
function isTransient({ status }: ApiResponse): boolean {
  return status === 0 || status === SIGNED_OUT || status === TOO_MANY || status >= SERVER_ERROR;
}

/** The time until a retry in milliseconds; null if a retry is unnecessary or needs the user first. */
function retryDelayMs(response: ApiResponse): number | null {
  if (response.status === 0) return POLL_MS;
  if (response.status === SIGNED_OUT || !isTransient(response)) return null;
  return response.retry_after_s === null
    ? POLL_WITH_LIVE_UPDATES_MS
    : Math.max(POLL_MS, response.retry_after_s * 1_000);
}
