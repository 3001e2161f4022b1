import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { ipLiteral, type SsrfGuard } from "./guard.ts";

export type Connector = ReturnType<typeof buildConnector>;

/** Thrown at connect time if the SSRF guard refuses the address. */
export class ForbiddenTarget extends Error {
  readonly code = "FORBIDDEN_TARGET";
}

export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;

/** The error after the deadline has passed. */
export const TIMEOUT = Object.assign(new Error("The deadline has passed"), { code: "DEADLINE" });

/** Returns a connector that connects only to addresses that the SSRF guard allows in this environment. */
export function connectorFor(
  guard: SsrfGuard,
  addressesOf: (hostname: string) => Promise<readonly string[]>,
  environment: Environment,
) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    // Prevents DNS rebinding: the socket connects to an address checked here, and does not resolve the name again.
    void addressesOf(hostname)
      .then((resolved) => allowedAddresses(guard, resolved, hostname, environment))
      .then(
        (allowed) => {
          const answers = allowed.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
          const [first] = answers;
          if (options.all || !first) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
  };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup });
  const guardedConnect: Connector = (options, callback) => {
    const literal = ipLiteral(options.hostname);
    if (literal !== null && !guard.isAllowed(literal, environment)) {
      callback(new ForbiddenTarget(`${literal} is not on the public internet`), null);
      return;
    }
    return connect(options, (error, socket) => {
      if (socket && !guard.isAllowed(socket.remoteAddress ?? "", environment)) {
        socket.destroy();
        callback(new ForbiddenTarget("connected to an address that is not allowed"), null);
      } else if (socket) {
        callback(null, socket);
      } else {
        callback(error ?? new Error("no connection"), null);
      }
    });
  };
  return guardedConnect;
}

/** Returns the addresses that the SSRF guard allows. Throws `ForbiddenTarget` if it allows none of them. */
export function allowedAddresses(
  guard: SsrfGuard,
  addresses: readonly string[],
  hostname: string,
  environment: Environment,
): readonly string[] {
  const allowed = addresses.filter((address) => guard.isAllowed(address, environment));
  if (allowed.length === 0) throw new ForbiddenTarget(`${hostname} is not on the public internet`);
  return allowed;
}
