import type { Server } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientNetwork } from "#kernel/client-address.ts";
import type { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { asServiceError } from "./errors.ts";
import { UNMETERED_BULK_BYTES, UNMETERED_BYTES } from "./merchant-limits.ts";
import { tooManyRequests, windowCounter } from "./rate-limit.ts";

/**
 * The largest body, except that of a bulk: enough for the largest record, with 16 KiB of metadata, even as a form that
 * repeats every name.
 */
export const BODY_LIMIT_BYTES = 256 * 1024;
/** The largest body before authentication: sign-in, links, the hosted page. Those need 300 bytes. */
export const ANONYMOUS_BODY_LIMIT_BYTES = 4 * 1024;
/** The most bytes of such bodies per address and minute. A sign-in sends 100 bytes per person. */
export const ANONYMOUS_BYTES_PER_MINUTE = 512 * 1024;
/**
 * The largest body of a signed-in person, on the dashboard's own paths. A key's list of addresses is the longest such
 * body.
 */
export const USER_BODY_LIMIT_BYTES = 32 * 1024;
/** The most open connections per address and process. Trusted proxies have no limit. */
export const CONNECTIONS_PER_ADDRESS_MAX = 500;

/**
 * Counts the announced size of a body after authentication, before the body is read: against the merchant's fair-use
 * limit, or, without a merchant, against the address. Throws `too_many_requests` from the headers alone. A body without
 * a length counts as the largest one allowed.
 */
export function limitBodies(app: FastifyInstance): void {
  const count = windowCounter(MINUTE_MS);
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    let refusal: ServiceError | null = null;
    try {
      admitBody(request, declaredBytes(request));
    } catch (error) {
      refusal = asServiceError(error);
    }
    done(refusal);
  });

  function admitBody(request: FastifyRequest, bytes: number): void {
    const { caller, visitor } = request;
    const merchant = caller?.identity.merchant ?? visitor?.merchant;
    if (merchant !== undefined) app.fair_use.admitBody(merchant, bytes, freeBytes(request));
    else if (visitor === null && !request.is_from_provider && bytes > 0) {
      const { times, ends_in_s } = count(clientNetwork(request.ip), bytes);
      if (times > ANONYMOUS_BYTES_PER_MINUTE) throw tooManyRequests(ends_in_s, undefined, "too_much_data");
    }
  }
}

function freeBytes({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit > BODY_LIMIT_BYTES ? UNMETERED_BULK_BYTES : UNMETERED_BYTES;
}

function declaredBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return routeOptions.bodyLimit;
  const bytes = Number(headers["content-length"] ?? 0);
  // Not counted: a body over the limit is refused with 413, and never read.
  return bytes > routeOptions.bodyLimit ? 0 : bytes;
}

/** Closes connections at once that exceed `CONNECTIONS_PER_ADDRESS_MAX` for their address. */
export function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const client = clientNetwork(remoteAddress);
    const count = (open.get(client) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS_MAX) {
      socket.destroy();
      return;
    }
    open.set(client, count);
    socket.once("close", () => {
      const remaining = (open.get(client) ?? 1) - 1;
      if (remaining === 0) open.delete(client);
      else open.set(client, remaining);
    });
  });
}
