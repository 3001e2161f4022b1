// The measured service: the worker of `kolo serve`. The same process also records the events, at a given rate.
import { pino } from "pino";
import { openApp } from "#server/app/app.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/db/pool.ts";
import { type NewEvent, recordEvents } from "#server/events/events.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { nowMs } from "./child-processes.ts";

/** The merchants that get events, with each one's share of the traffic. */
export interface Traffic {
  readonly per_second: number;
  readonly seconds: number;
  readonly targets: readonly { readonly scope: Scope; readonly share: number }[];
}

/** The commit time of each event, and the time at which its delivery was recorded as successful. */
export interface Trace {
  readonly committed: readonly (readonly [event: string, at_ms: number, merchant: string])[];
  readonly recorded: readonly (readonly [string, number])[];
  readonly memory_max_bytes: number;
}

const TICK_MS = 5;
const DATA = JSON.stringify({
  ...{ id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "salary-2026-03-0042", amount: 5_000, amount_total: 5_050 },
  ...{ currency: "XAF", fee: 50, status: "complete", beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w", channel: "cm.mtn" },
  ...{ description: "March", metadata: { order: "A-1042" }, sandbox: true, failure_code: null, failure_reason: null },
});

const committed: [string, number, string][] = [];
const recorded: [string, number][] = [];
let memory_max_bytes = 0;
let resource_count = 0;

const config = readConfig(process.env);
const app = await openApp({
  config,
  database_url: process.env.BENCH_DATABASE ?? "",
  master_keys: process.env.BENCH_KEYS ?? "",
  logger: pino({ level: "error" }, pino.destination(2)),
  webhook_allowance: { ranges: ["127.0.0.0/8"], environments: ["test"] },
  serves: false,
  works: true,
  is_only_process: true,
  onDelivery: ({ event }, outcome) => {
    if (outcome === "delivered") recorded.push([event, nowMs()]);
  },
});
process.send?.({ ready: true });
process.on("message", (message: { traffic?: Traffic; trace?: true; stop?: true }) => {
  if (message.traffic) void produce(app.db, message.traffic).then((events) => process.send?.({ produced: events }));
  if (message.trace) {
    const traced: Trace = { committed: committed.splice(0), recorded: recorded.splice(0), memory_max_bytes };
    memory_max_bytes = 0;
    process.send?.({ traced });
  }
  if (message.stop) void app.close().then(() => process.send?.({ stopped: true }));
});
setInterval(() => {
  memory_max_bytes = Math.max(memory_max_bytes, process.memoryUsage.rss());
}, 250).unref();

/** Records events at an even rate, one transaction per tick, and notes each commit time. */
async function produce(db: Database, { per_second, seconds, targets }: Traffic): Promise<number> {
  const wheel = targets.flatMap(({ scope, share }) => Array.from({ length: share }, () => scope));
  const began_ms = nowMs();
  let sent = 0;
  let wheel_index = 0;
  while (sent < per_second * seconds) {
    const due = Math.min(Math.floor(((nowMs() - began_ms) / 1_000) * per_second), per_second * seconds) - sent;
    if (due > 0) {
      const scopes = Array.from({ length: due }, () => wheel[wheel_index++ % wheel.length]);
      await commit(
        db,
        scopes.filter((scope) => scope !== undefined),
      );
      sent += due;
    }
    await new Promise((done) => setTimeout(done, TICK_MS));
  }
  return sent;
}

async function commit(db: Database, scopes: readonly Scope[]): Promise<void> {
  const happenings = scopes.map(
    (scope): NewEvent => ({
      scope,
      type: "transfer.complete",
      resource: `bench_${resource_count++}`,
      sequence: 1,
      data: DATA,
    }),
  );
  const events = await db.engine((tx) => recordEvents(tx, happenings));
  const at_ms = nowMs();
  for (const [index, event] of events.entries()) committed.push([event, at_ms, scopes[index]?.merchant ?? ""]);
}
