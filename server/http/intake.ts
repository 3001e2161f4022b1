import type { Server } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerAt } from "#kernel/callers.ts";
import type { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { asServiceError } from "./errors.ts";
import { counter, tooMany } from "./limit.ts";

/** A request body before the caller is known: sign-in, links, the hosted page. Those need 300 bytes. */
export const STRANGER_BODY_BYTES = 4 * 1024;
/** Such bodies together, from one address. An office that signs in sends 100 bytes a person. */
export const STRANGER_BYTES_A_MINUTE = 512 * 1024;
/** A body of a person who is signed in, on the dashboard's own paths. The list of a key's addresses is the longest. */
export const PERSON_BODY_BYTES = 32 * 1024;
/** Open connections from one address to one process. Proxies that are trusted may open any number. */
export const CONNECTIONS_OF_ADDRESS_MAX = 500;

/**
 * Counts what is about to be sent, after authentication and before the body is read: of a merchant by what is fair, of
 * strangers by their address. Throws `too_many_requests` from the headers alone. A body without a length counts as the largest.
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

/** Closes connections beyond `CONNECTIONS_OF_ADDRESS_MAX` of one address at once. */
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
