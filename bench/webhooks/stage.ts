import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#server/db/embedded/embedded-postgres.ts";
import { type Database, openDatabase } from "#server/db/pool.ts";
import { migrate } from "#server/db/schema/migrate.ts";
import { sql } from "#server/db/tx.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { newMasterKey, readKeyring, useKeyring } from "#server/kernel/secrets.ts";
import { audit } from "#server/operator/audit.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { createWebhook } from "#server/resources/webhooks/create.ts";
import { setBounds } from "#server/resources/webhooks/store.ts";
import { ssrfGuard } from "#server/resources/webhooks/transport/guard.ts";
import { copyDataTemplate } from "#server/testing/test-server.ts";
import { type BenchProcess, startBenchProcess, startDnsServer } from "./child-processes.ts";
import type { Trace, Traffic } from "./service.ts";

/** The processes of a run: a durable database, the service and the receivers. */
export interface Stage {
  readonly fast_port: number;
  readonly bad: BadPorts;
  /** Creates a merchant with one webhook to this URL. */
  endpoint(url: string, bounds?: { rate_max: number; concurrency_max: number }): Promise<Scope>;
  /** Produces events, waits until those of `healthy` are delivered, and returns the measurements. */
  run(traffic: Traffic, healthy: readonly Scope[]): Promise<RunResult>;
  close(): Promise<void>;
}

export interface BadPorts {
  readonly hanging: number;
  readonly dripping: number;
  readonly huge: number;
  readonly inflating: number;
  readonly stalling: number;
}

export interface RunResult extends Trace {
  readonly events: number;
  readonly arrivals: ReadonlyMap<string, number>;
  /** Deliveries to healthy endpoints that were still open at the end. */
  readonly undelivered: number;
}

const DRAIN_MS = 60_000;

export async function openStage({ is_short = false } = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "kolo-bench-webhooks-"));
  if (is_short) await copyDataTemplate(folder);
  const server = await startEmbedded({ folder, is_durable: true });
  await migrate(server.url);
  const keys = newMasterKey();
  useKeyring(readKeyring(keys));
  const db = openDatabase({ url: server.url, connections_max: 4 });
  const dns = await startDnsServer();
  const fast = await startBenchProcess<{ port: number }>("receiver.ts");
  const bad = await startBenchProcess<BadPorts>("bad-receivers.ts");
  const service = await startBenchProcess<object>("service.ts", {
    ...{ BENCH_DATABASE: server.url, BENCH_KEYS: keys, KOLO_DATA: folder, KOLO_DNS_SERVERS: dns.server },
  });
  return {
    fast_port: fast.hello.port,
    bad: bad.hello,
    endpoint: (url, bounds) => createEndpoint(db, url, bounds),
    run: (traffic, healthy) => run(db, { service, fast }, traffic, healthy),
    async close() {
      await service.request({ stop: true }, "stopped");
      const broken = (await audit(db)).filter((finding) => finding.broken.length > 0);
      await Promise.all([service.stop(), fast.stop(), bad.stop()]);
      dns.close();
      await db.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      if (broken.length > 0)
        throw new Error(`The audit is not clean: ${broken.map((finding) => finding.promise).join("; ")}`);
    },
  };
}

const open_guard = ssrfGuard({ ranges: ["127.0.0.0/8"], environments: ["test"] });

async function createEndpoint(
  db: Database,
  url: string,
  bounds?: { rate_max: number; concurrency_max: number },
): Promise<Scope> {
  return db.engine(async (tx) => {
    const person = { name: "Bench", email: "bench@example.cm", phone: "+237677000111", country: "CM", currency: "XAF" };
    const merchant = await createMerchant(tx, person, "bench");
    const scope: Scope = { merchant: merchant.id, environment: "test" };
    const { webhook } = await createWebhook(tx, scope, { url, events: ["transfer.complete"] }, open_guard, null);
    if (bounds) await setBounds(tx, scope, webhook.id, bounds);
    return scope;
  });
}

async function run(
  db: Database,
  { service, fast }: { service: BenchProcess; fast: BenchProcess },
  traffic: Traffic,
  healthy: readonly Scope[],
): Promise<RunResult> {
  await service.request({ trace: true }, "traced");
  await fast.request("arrivals", "arrivals");
  const events = await service.request<number>({ traffic }, "produced");
  const merchants = healthy.map((scope) => scope.merchant);
  const give_up_at = Date.now() + DRAIN_MS;
  let undelivered = await countUndelivered(db, merchants);
  while (undelivered > 0 && Date.now() < give_up_at) {
    await sleep(100);
    undelivered = await countUndelivered(db, merchants);
  }
  await sleep(500);
  const arrivals = new Map(await fast.request<[string, number][]>("arrivals", "arrivals"));
  return { ...(await service.request<Trace>({ trace: true }, "traced")), events, arrivals, undelivered };
}

async function countUndelivered(db: Database, merchants: readonly string[]): Promise<number> {
  const { left } = await db.longRead((tx) =>
    tx.row<{ left: bigint }>(sql`
      select
        (select count(*) from open_deliveries where merchant = any(${merchants}))
        + (select count(*) from outbox where merchant = any(${merchants})) as left`),
  );
  return Number(left);
}
