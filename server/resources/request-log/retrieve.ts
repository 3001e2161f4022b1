import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { LoggedRequest } from "./schema.ts";
import { find, list, type RequestFilter } from "./store.ts";

export const REQUESTS_PER_PAGE = 50;

/** A page of the requests with a merchant's API keys, the latest first. If `search` is an id, it finds that request. */
export async function listRequests(
  tx: Tx,
  scope: Scope,
  filter: RequestFilter,
): Promise<{ readonly items: LoggedRequest[]; readonly has_more: boolean }> {
  if (filter.search !== null && isId("req", filter.search)) {
    const request = await find(tx, scope, filter.search);
    return { items: request ? [request] : [], has_more: false };
  }
  const items = await list(tx, scope, filter, REQUESTS_PER_PAGE + 1);
  return { items: items.slice(0, REQUESTS_PER_PAGE), has_more: items.length > REQUESTS_PER_PAGE };
}

/** Returns one logged request. Throws `not_found`. */
export async function retrieveRequest(tx: Tx, scope: Scope, id: string): Promise<LoggedRequest> {
  const request = await find(tx, scope, id);
  if (!request) throw new ServiceError("logged_request_not_found", "There is no such request, or it is too old");
  return request;
}
