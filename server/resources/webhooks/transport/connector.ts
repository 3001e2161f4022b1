import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { ipLiteral, type SsrfGuard } from "./guard.ts";

export type Connector = ReturnType<typeof buildConnector>;

/** The error for an address that the guard refuses at connect time. */
export class ForbiddenTarget extends Error {
  readonly code = "FORBIDDEN_TARGET";
}

export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;

/** The error of a passed deadline. */
export const TIMEOUT = Object.assign(new Error("The deadline has passed"), { code: "DEADLINE" });

/** Returns a connector that connects only to addresses the guard allows in this environment. */
export function connectorFor(
  guard: SsrfGuard,
  addressesOf: (hostname: string) => Promise<readonly string[]>,
  environment: Environment,
) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    // The socket connects to the addresses checked here, so a later change of the name in DNS (rebinding) has no
    // effect.
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

/** The addresses that the guard allows. Throws `ForbiddenTarget` without any. */
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
