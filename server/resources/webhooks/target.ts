import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { type Guard, LOOPBACK, literalIn } from "./guard.ts";

/** Connections to receivers, one pool per environment: what is allowed in one may not be in the other. */
export interface Targets {
  dispatcher(environment: Environment): Dispatcher;
  close(): Promise<void>;
}

/** Refused by the guard when it came to connecting. The text is the outcome's name. */
export class ForbiddenTarget extends Error {
  readonly code = "FORBIDDEN_TARGET";
}

const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
const CONNECTIONS_PER_HOST = 16;
// c-ares, not `dns.lookup`: that one runs on the thread pool which files and password hashes share, and one slow name
// server would stall them all.
const DNS_TIMEOUT_MS = 2 * SECOND_MS;
const DNS_TRIES = 2;

export function openTargets(guard: Guard): Targets {
  const agents = new Map(ENVIRONMENTS.map((environment) => [environment, agentFor(guard, environment)]));
  return {
    dispatcher(environment) {
      const agent = agents.get(environment);
      if (!agent) throw new Error(`Broken promise: there are connections for ${environment}`);
      return agent;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
    },
  };
}

function agentFor(guard: Guard, environment: Environment): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(guard, environment) });
  return new Agent({
    connections: CONNECTIONS_PER_HOST,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect(options, callback) {
      // A literal address is never looked up: it is checked here.
      const literal = literalIn(options.hostname);
      if (literal !== null && !guard.isAllowed(literal, environment)) {
        callback(new ForbiddenTarget(`${literal} is not on the public internet`), null);
        return;
      }
      connect(options, (error, socket) => {
        if (socket && !guard.isAllowed(socket.remoteAddress ?? "", environment)) {
          socket.destroy();
          callback(new ForbiddenTarget("connected to an address that is not allowed"), null);
        } else if (error) {
          callback(error, null);
        } else {
          callback(null, socket);
        }
      });
    },
  });
}

/**
 * Resolves a name and gives only the addresses that may be reached; the socket connects to what was checked, so a name
 * that means something else a moment later gains nothing.
 */
function checkedLookup(guard: Guard, environment: Environment): LookupFunction {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return (hostname, _options, callback) => {
    void addressesOf(resolver, hostname).then(
      (addresses) => {
        const allowed = addresses.filter((address) => guard.isAllowed(address, environment));
        if (allowed.length === 0) {
          callback(new ForbiddenTarget(`${hostname} is not on the public internet`), []);
          return;
        }
        callback(
          null,
          allowed.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        );
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function addressesOf(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  if (hostname === "localhost") return LOOPBACK;
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [...(four.status === "fulfilled" ? four.value : []), ...(six.status === "fulfilled" ? six.value : [])];
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}
