import type { Socket } from "node:net";
import { Client } from "undici";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { type Connect, connectorFor } from "./connector.ts";
import type { Guard } from "./guard.ts";

/** Connection pool to receivers: a connection carries one request at a time, then stays idle for `KEEP_ALIVE_MS`. */
export interface Lines {
  /** An idle connection whose address the name still resolves to, or a new one. */
  take(origin: string, environment: Environment, addresses: readonly string[]): Line;
  /** Returns a connection for reuse. */
  giveBack(line: Line): void;
  discard(line: Line): void;
  close(): Promise<void>;
}

/** The phase in which an attempt ended. */
export type Phase = "dns" | "connect" | "tls" | "answer" | "body";

/** A connection with its client and state. */
export interface Line {
  readonly client: Client;
  readonly key: string;
  phase: Phase;
  address: string | null;
  /** Milliseconds at which the current request connected; null on a reused connection. */
  connected_at_ms: number | null;
  expires: NodeJS.Timeout | null;
}

export const KEEP_ALIVE_MS = 10 * SECOND_MS;
// Equals the largest concurrency that a platform operator may allow: that many requests may end together.
const IDLE_PER_ORIGIN_MAX = 1_000;

export function openLines(guard: Guard, addressesOf: (hostname: string) => Promise<readonly string[]>): Lines {
  const idle = new Map<string, Line[]>();
  const lines = new Set<Line>();
  const connects = new Map(ENVIRONMENTS.map((name) => [name, connectorFor(guard, addressesOf, name)]));

  function take(origin: string, environment: Environment, addresses: readonly string[]): Line {
    const key = `${environment} ${origin}`;
    const waiting = idle.get(key) ?? [];
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      if (line.expires) clearTimeout(line.expires);
      if (!line.client.closed && !line.client.destroyed && addresses.includes(plain(line.address))) return line;
      discard(line);
    }
    const connect = connects.get(environment);
    if (!connect) throw new Error(`Broken promise: there is a connector for ${environment}`);
    const line = newLine(key, origin, connect);
    lines.add(line);
    return line;
  }

  function giveBack(line: Line): void {
    const waiting = idle.get(line.key) ?? [];
    if (line.client.destroyed || waiting.length >= IDLE_PER_ORIGIN_MAX) {
      discard(line);
      return;
    }
    line.expires = setTimeout(() => {
      const left = (idle.get(line.key) ?? []).filter((one) => one !== line);
      if (left.length > 0) idle.set(line.key, left);
      else idle.delete(line.key);
      discard(line);
    }, KEEP_ALIVE_MS).unref();
    waiting.push(line);
    idle.set(line.key, waiting);
  }

  function discard(line: Line): void {
    lines.delete(line);
    void line.client.destroy().catch(() => {});
  }

  return {
    take,
    giveBack,
    discard,
    async close() {
      for (const line of [...lines]) {
        if (line.expires) clearTimeout(line.expires);
        discard(line);
      }
      idle.clear();
    },
  };
}

function newLine(key: string, origin: string, connect: Connect): Line {
  const client: Client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    allowH2: false,
    // The caller's deadline covers all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      line.phase = "connect";
      line.address = null;
      const socket: unknown = connect(options, (error, made) => {
        if (made) {
          line.address = plain(made.remoteAddress ?? null);
          line.connected_at_ms = performance.now();
          line.phase = "answer";
          callback(null, made);
        } else {
          callback(error ?? new Error("no connection"), null);
        }
      });
      if (isSocket(socket) && options.protocol === "https:") {
        socket.once("connect", () => {
          if (line.phase === "connect") line.phase = "tls";
        });
      }
    },
  });
  const line: Line = { client, key, phase: "answer", address: null, connected_at_ms: null, expires: null };
  return line;
}

function isSocket(value: unknown): value is Socket {
  return typeof value === "object" && value !== null && "once" in value;
}

/** The IPv4 form of an address that a dual-stack socket reports as IPv6. */
function plain(address: string | null): string {
  return address?.replace(/^::ffff:(?=\d+\.)/, "") ?? "";
}
