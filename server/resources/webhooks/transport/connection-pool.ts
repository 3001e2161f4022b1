import type { Socket } from "node:net";
import { Client } from "undici";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { type Connector, connectorFor } from "./connector.ts";
import type { SsrfGuard } from "./guard.ts";

/** Connection pool to receivers. A connection carries one request at a time, and may be idle for `KEEP_ALIVE_MS`. */
export interface ConnectionPool {
  /** Returns an idle connection to one of these addresses, or a new one. */
  acquire(origin: string, environment: Environment, addresses: readonly string[]): PooledConnection;
  /** Gives a connection back for reuse. */
  release(connection: PooledConnection): void;
  discard(connection: PooledConnection): void;
  close(): Promise<void>;
}

/** The phase in which an attempt ended. */
export type RequestPhase = "dns" | "connect" | "tls" | "answer" | "body";

/** A connection with its client and state. */
export interface PooledConnection {
  readonly client: Client;
  readonly key: string;
  phase: RequestPhase;
  address: string | null;
  /** The time at which the current request's connection opened, in milliseconds; null if it was reused. */
  connected_at_ms: number | null;
  expires: NodeJS.Timeout | null;
}

export const KEEP_ALIVE_MS = 10 * SECOND_MS;
// The largest concurrency that a platform operator can set: so many requests to one origin may end at the same time.
const IDLE_PER_ORIGIN_MAX = 1_000;

export function openConnectionPool(
  guard: SsrfGuard,
  addressesOf: (hostname: string) => Promise<readonly string[]>,
): ConnectionPool {
  const idle = new Map<string, PooledConnection[]>();
  const connections = new Set<PooledConnection>();
  const connects = new Map(ENVIRONMENTS.map((name) => [name, connectorFor(guard, addressesOf, name)]));

  function acquire(origin: string, environment: Environment, addresses: readonly string[]): PooledConnection {
    const key = `${environment} ${origin}`;
    const available = idle.get(key) ?? [];
    for (let connection = available.pop(); connection; connection = available.pop()) {
      if (connection.expires) clearTimeout(connection.expires);
      if (
        !connection.client.closed &&
        !connection.client.destroyed &&
        addresses.includes(normalizeAddress(connection.address))
      )
        return connection;
      discard(connection);
    }
    const connect = connects.get(environment);
    if (!connect) throw new Error(`Broken promise: there is a connector for ${environment}`);
    const connection = newConnection(key, origin, connect);
    connections.add(connection);
    return connection;
  }

  function release(connection: PooledConnection): void {
    const available = idle.get(connection.key) ?? [];
    if (connection.client.destroyed || available.length >= IDLE_PER_ORIGIN_MAX) {
      discard(connection);
      return;
    }
    connection.expires = setTimeout(() => {
      const remaining = (idle.get(connection.key) ?? []).filter((other) => other !== connection);
      if (remaining.length > 0) idle.set(connection.key, remaining);
      else idle.delete(connection.key);
      discard(connection);
    }, KEEP_ALIVE_MS).unref();
    available.push(connection);
    idle.set(connection.key, available);
  }

  function discard(connection: PooledConnection): void {
    connections.delete(connection);
    void connection.client.destroy().catch(() => {});
  }

  return {
    acquire,
    release,
    discard,
    async close() {
      for (const connection of [...connections]) {
        if (connection.expires) clearTimeout(connection.expires);
        discard(connection);
      }
      idle.clear();
    },
  };
}

function newConnection(key: string, origin: string, connect: Connector): PooledConnection {
  const client: Client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    allowH2: false,
    // No timeouts here: the caller's deadline covers all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      connection.phase = "connect";
      connection.address = null;
      const socket: unknown = connect(options, (error, socket_or_null) => {
        if (socket_or_null) {
          connection.address = normalizeAddress(socket_or_null.remoteAddress ?? null);
          connection.connected_at_ms = performance.now();
          connection.phase = "answer";
          callback(null, socket_or_null);
        } else {
          callback(error ?? new Error("no connection"), null);
        }
      });
      if (isSocket(socket) && options.protocol === "https:") {
        socket.once("connect", () => {
          if (connection.phase === "connect") connection.phase = "tls";
        });
      }
    },
  });
  const connection: PooledConnection = {
    client,
    key,
    phase: "answer",
    address: null,
    connected_at_ms: null,
    expires: null,
  };
  return connection;
}

function isSocket(value: unknown): value is Socket {
  return typeof value === "object" && value !== null && "once" in value;
}

/** Converts an IPv4-mapped IPv6 address, which a dual-stack socket reports, to IPv4. */
function normalizeAddress(address: string | null): string {
  return address?.replace(/^::ffff:(?=\d+\.)/, "") ?? "";
}
