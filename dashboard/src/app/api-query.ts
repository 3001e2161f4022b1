import { type Query, QueryClient, useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import {
  type Answer,
  type ApiResponse,
  type FailedResponse,
  type OperationInput,
  type ReadName,
  sendOperation,
} from "./api.ts";
import { connectLiveUpdates, isAffected, isFixed, isLive, isUnreported } from "./live-updates.ts";
import { MerchantReactContext } from "./merchant-context.ts";
import { newThrottle } from "./throttle.ts";

/** The cache key of a response: its owner, the operation, its input, and whether a form edits it. */
type QueryKey = readonly [scope: string, name: ReadName, input: object, is_form: boolean];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: QueryKey;
  }
}

/** The latest response of a read operation. */
export interface ApiQuery<Body> {
  /**
   * The response body. While a new one loads, the previous one stays. Undefined before the first response and after
   * a failure.
   */
  readonly data: Body | undefined;
  /** The failure to show instead of the data. */
  readonly failure: FailedResponse | null;
  reload(): void;
}

const POLL_MS = 3_000;
// With live updates, polling only covers lost events. Without them, polling is the only source of changes.
const SLOW_POLL_MS = 20_000;
// A revisited page shows its cached response at once while it reloads.
const CACHE_TTL_MS = 5 * 60_000;

export const query_client = new QueryClient({
  defaultOptions: {
    // Send requests even if the browser reports that it is offline, because the report is often wrong.
    queries: { retry: false, gcTime: CACHE_TTL_MS, networkMode: "always", refetchOnWindowFocus: false },
  },
});

/** The cached response of a read operation. */
interface Cached<Body> {
  readonly response: ApiResponse<Body>;
  /** Milliseconds until the next retry; null if the last request succeeded, or if a retry would fail again. */
  readonly retry_ms: number | null;
}

interface QueryOptions<Body> {
  /** Whether the response will change without a user's action. Without live updates, it is then polled often. */
  readonly isInProgress?: (answer: Body) => boolean;
  /** Whether a form edits the response. A form never starts from a cached response, which could be out of date. */
  readonly is_form?: boolean;
  readonly is_enabled?: boolean;
}

/** Calls a read operation of the API, and reloads it after changes. */
export function useApi<Name extends ReadName>(
  name: Name,
  input: OperationInput<Name>,
  { isInProgress, is_form = false, is_enabled = true }: QueryOptions<Answer<Name>> = {},
): ApiQuery<Answer<Name>> {
  // Null on the pages that need no sign-in.
  const context = useContext(MerchantReactContext);
  const result = useQuery({
    queryKey: [context?.cache_scope ?? "", name, input ?? {}, is_form],
    queryFn: async ({ client, queryKey }): Promise<Cached<Answer<Name>>> => {
      const response = await (context ? context.send(name, input) : sendOperation(name, input));
      const before = client.getQueryData<Cached<Answer<Name>>>(queryKey);
      const shown = isTransient(response) && before ? before.response : response;
      return { response: shown, retry_ms: retryDelayMs(response) };
    },
    ...(is_form ? { gcTime: 0 } : {}),
    enabled: is_enabled,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      const { response, retry_ms } = data;
      if (retry_ms !== null) return retry_ms;
      if (isFixed(name)) return false;
      const is_in_progress = response.is_ok && isInProgress?.(response.body) === true;
      return is_in_progress && (!isLive() || isUnreported(name)) ? POLL_MS : SLOW_POLL_MS;
    },
  });
  const { data: cached, isFetchedAfterMount: is_fresh } = result;
  const is_shown = cached !== undefined && (is_fresh || (!is_form && cached.response.is_ok));
  const response = is_shown ? cached.response : undefined;
  return {
    data: response?.is_ok ? response.body : undefined,
    failure: response && !response.is_ok ? response : null,
    reload: () => void result.refetch(),
  };
}

/**
 * Subscribes to a live-updates stream. A change reloads the displayed queries that it affects, and the signed-in user
 * if it affects them. The other affected queries reload when shown again.
 */
export function followChanges(path: string, refreshUser: () => Promise<unknown>): () => void {
  const throttle = newThrottle();
  const disconnect = connectLiveUpdates(`/dashboard/api${path}`, (changes) => {
    const predicate = ({ queryKey: [, name, input] }: Cachable): boolean => isAffected(name, idOf(input), changes);
    for (const query of query_client.getQueryCache().findAll({ predicate })) throttle.run(query, () => reload(query));
    if (isAffected("GET /me", undefined, changes)) throttle.run(refreshUser, () => void refreshUser());
  });
  return () => {
    throttle.stop();
    disconnect();
  };
}

type Cachable = Pick<Query<unknown, Error, unknown, QueryKey>, "queryKey" | "promise" | "state">;

function reload({ queryKey, promise, state }: Cachable): void {
  // Without `cancelRefetch: false`, frequent changes would cancel every request that is slower than their interval.
  const invalidate = (): Promise<void> =>
    query_client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  void invalidate();
  // A request under way may have read the data before the change: reload once more after its response.
  if (state.fetchStatus === "fetching") void promise?.catch(() => {}).then(invalidate);
}

/** The id in an operation's path; undefined for a list, and for a record identified by its reference. */
function idOf(input: object): string | undefined {
  const params: Readonly<Record<string, unknown>> =
    "params" in input && typeof input.params === "object" ? { ...input.params } : {};
  const [id] = Object.values(params);
  return typeof id === "string" && /^[a-z]{3}_[0-9a-z]{26}$/.test(id) ? id : undefined;
}

/** Reloads all displayed queries after a new sign-in, and removes the others from the cache. */
export function clearCacheAndReload(): void {
  query_client.removeQueries({ type: "inactive" });
  void query_client.invalidateQueries();
}

const SIGNED_OUT = 401;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Whether the failure may be temporary: no response, an expired session, the rate limit or a server error. */
function isTransient({ status }: ApiResponse<unknown>): boolean {
  return status === 0 || status === SIGNED_OUT || status === TOO_MANY || status >= SERVER_ERROR;
}

/** Milliseconds until a retry; null if no retry is needed, or if it would fail again. */
function retryDelayMs(response: ApiResponse<unknown>): number | null {
  if (response.status === 0) return POLL_MS;
  if (response.status === SIGNED_OUT || !isTransient(response)) return null;
  return response.retry_after_s === null ? SLOW_POLL_MS : Math.max(POLL_MS, response.retry_after_s * 1_000);
}
