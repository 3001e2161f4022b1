import type { Server } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerAt } from "#kernel/callers.ts";
import type { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { asServiceError } from "./errors.ts";
import { counter, tooMany } from "./limit.ts";

/** The largest body before authentication: sign-in, links, the hosted page. Those need 300 bytes. */
export const STRANGER_BODY_BYTES = 4 * 1024;
/** The sum of such bodies per address and minute. A sign-in sends 100 bytes per person. */
export const STRANGER_BYTES_A_MINUTE = 512 * 1024;
/** The largest body of a signed-in person, on the dashboard's own paths. The longest is a key's list of addresses. */
export const PERSON_BODY_BYTES = 32 * 1024;
/** Open connections per address and process. Trusted proxies have no limit. */
export const CONNECTIONS_OF_ADDRESS_MAX = 500;

/**
 * Counts the announced bytes after authentication, before the body is read: a merchant's by fair use, a stranger's by
 * address. Throws `too_many_requests` from the headers alone. A body without a length counts as the largest.
 */
export function boundBodies(app: FastifyInstance): void {
  const count = counter(MINUTE_MS);
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    let refusal: ServiceError | null = null;
    try {
      admitBody(request, announcedBytes(request));
    } catch (error) {
      refusal = asServiceError(error);
    }
    done(refusal);
  });

  function admitBody(request: FastifyRequest, bytes: number): void {
    const { caller, visitor } = request;
    const merchant = caller?.identity.merchant ?? visitor?.merchant;
    if (merchant !== undefined) app.fair_use.admitBody(merchant, bytes);
    else if (visitor === null && !request.is_from_provider && bytes > 0) {
      const { times, ends_in_s } = count(callerAt(request.ip), bytes);
      if (times > STRANGER_BYTES_A_MINUTE) throw tooMany(ends_in_s);
    }
  }
}

function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return routeOptions.bodyLimit;
  const bytes = Number(headers["content-length"] ?? 0);
  // A body over the limit is refused with 413, and not read either.
  return bytes > routeOptions.bodyLimit ? 0 : bytes;
}

/** Closes connections of one address beyond `CONNECTIONS_OF_ADDRESS_MAX` at once. */
export function boundConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const from = callerAt(remoteAddress);
    const count = (open.get(from) ?? 0) + 1;
    if (count > CONNECTIONS_OF_ADDRESS_MAX) {
      socket.destroy();
      return;
    }
    open.set(from, count);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left === 0) open.delete(from);
      else open.set(from, left);
    });
  });
}
