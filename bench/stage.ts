import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SERVICE_MAIN } from "#tools/build.mjs";
import { copyDataTemplate } from "../server/testing/test-server.ts";
import { freePort } from "../server/testing/world.ts";

/** The service as `npm start` runs it, with its own durable PostgreSQL, measured from outside. */
export interface Stage {
  readonly folder: string;
  readonly url: string;
  readonly keys: { readonly public_key: string; readonly private_key: string };
  /** The folder of PostgreSQL's socket. */
  readonly sockets: string;
  readonly process: ChildProcess;
  /** The time from the command to the first answer, in milliseconds. */
  readonly ready_ms: number;
  /** Queries the service's database. */
  rows(query: string): Promise<readonly Readonly<Record<string, string>>[]>;
  fund(amount: number): void;
  /** Sets limits that no load reaches, or removes them: each transfer then counts for its merchant, key and payee. */
  setLimits(are_on: boolean): void;
  /** Creates another merchant with a balance of one million, and returns its keys. */
  merchant(): Stage["keys"];
  /** Waits until no work is due. */
  waitUntilIdle(): Promise<void>;
  /**
   * Waits until no work is due, and until autovacuum has processed the rows of earlier measurements, so that it cannot
   * disturb the next one.
   */
  waitForAutovacuum(): Promise<void>;
  /** Audits the data. Throws an `Error` if an invariant is broken. */
  audit(): void;
  /** Stops the service and keeps its folder. */
  stop(): Promise<void>;
  /** Stops the service and deletes its folder. */
  close(): Promise<void>;
}

/** The options that `npm start` passes to Node. */
const NODE_OPTIONS = ["--max-semi-space-size=32"];
const POLL_INTERVAL_MS = 20;
const QUIET_LOOK_MS = 50;
const START_TIMEOUT_MS = 60_000;
const QUIET_TIMEOUT_MS = 300_000;
// Longer than the `autovacuum_naptime` of the embedded PostgreSQL, which is five seconds.
const SWEEPS_APART_MS = 6_000;
const SWEEP_TIMEOUT_MS = 60_000;

export interface StageOptions {
  /** The folder of a stage that was stopped; by default a new folder. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The extra delay of every disk flush, in milliseconds. */
  readonly flush_ms?: number;
  /** Whether nothing is measured: the database is prepared with less work. */
  readonly is_short?: boolean;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { environment = {}, flush_ms = 0, is_short = false } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "kolo-bench-")));
  if (is_short && options.folder === undefined) await copyDataTemplate(folder);
  const port = await freePort();
  const settings = {
    ...process.env,
    KOLO_DATA: folder,
    KOLO_PORT: String(port),
    KOLO_RATE_LIMIT: "1000000",
    KOLO_SANDBOX_PENDING_MS: "0",
    ...environment,
  };
  const log = openSync(join(folder, "service.log"), "a");
  const started_ms = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, SERVICE_MAIN, "serve"], {
    env: settings,
    stdio: ["ignore", log, log],
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline_ms = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline_ms)
      throw new Error(`The service does not start: see ${folder}`);
    await sleep(POLL_INTERVAL_MS);
  }
  const ready_ms = performance.now() - started_ms;
  const keys = await readKeys(join(folder, "demo.env"));
  await waitForKeys(url, keys);
  const sockets = join(folder, "socket");
  const database = new pg.Pool({ host: sockets, port: 5432, user: "kolo", database: "kolo", max: 1 });
  if (options.folder === undefined && !is_short) await createWalSegments(database);
  if (flush_ms > 0) await delayFlushes(database, flush_ms);
  const kolo = (args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVICE_MAIN, ...args], {
      env: settings,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`kolo ${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  const stage: Stage = {
    ...{ folder, url, keys, sockets, process: child, ready_ms },
    rows: async (query) => (await database.query<Record<string, string>>(query)).rows,
    fund(amount) {
      const [merchant = ""] = /mer_[0-9a-z]{26}/.exec(kolo(["merchants", "list", "--json"])) ?? [];
      kolo(["funds", "add", "-m", merchant, "-e", "test", "--amount", String(amount)]);
    },
    setLimits: (are_on) => setLimits(kolo, are_on),
    merchant() {
      const made = kolo(["merchants", "create", "--name", "Another", "--email", "another@example.cm", "--json"]);
      const [another = ""] = /mer_[0-9a-z]{26}/.exec(made) ?? [];
      return JSON.parse(kolo(["keys", "create", "-m", another, "-e", "test", "--json"]));
    },
    async waitUntilIdle() {
      const deadline_ms = Date.now() + QUIET_TIMEOUT_MS;
      for (;;) {
        const [row] = await stage.rows(DUE_SQL);
        if (row?.is_left === "no") return;
        if (Date.now() > deadline_ms) throw new Error("The service does not come to rest");
        await sleep(QUIET_LOOK_MS);
      }
    },
    async waitForAutovacuum() {
      await stage.waitUntilIdle();
      const deadline_ms = Date.now() + SWEEP_TIMEOUT_MS;
      let last_seen_ms = Date.now();
      while (Date.now() < last_seen_ms + SWEEPS_APART_MS && Date.now() < deadline_ms) {
        const [worker] = await stage.rows("select pid from pg_stat_activity where backend_type = 'autovacuum worker'");
        if (worker) last_seen_ms = Date.now();
        await sleep(QUIET_LOOK_MS);
      }
    },
    audit: () => void kolo(["audit"]),
    async stop() {
      await database.end();
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
    async close() {
      await stage.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

// The conditions match the indexes on due work, so that polling adds little load.
const DUE_SQL = `
  select case when
    exists (select from attempts where due_at is not null and (due_at <= now() or lease_holder is not null))
    or exists (select from outbox)
    or exists (select from open_deliveries where due_at is not null and (due_at <= now() or lease_holder is not null))
    then 'yes' else 'no' end as is_left`;

// 256 segments of 4 MB: the 1 GB of WAL that the embedded PostgreSQL keeps for reuse.
const LOG_FILES = 256;

/**
 * Creates the WAL segments in advance: a server that has run for a while recycles segments. On a new server, a burst
 * must first create each segment, which costs a tenth of the time, also in the baseline measurements.
 */
async function createWalSegments(database: pg.Pool): Promise<void> {
  await database.query(`
    do $$ begin
      for file in 1..${LOG_FILES} loop
        perform pg_logical_emit_message(false, 'bench', '');
        perform pg_switch_wal();
      end loop;
    end $$`);
  await database.query("checkpoint");
}

/**
 * Simulates a slower disk with PostgreSQL's `commit_delay`. The process that flushes the WAL first waits while holding
 * the lock; then it flushes all commits that arrived meanwhile, as usual.
 */
async function delayFlushes(database: pg.Pool, flush_ms: number): Promise<void> {
  await database.query(`alter system set commit_delay = ${Math.round(flush_ms * 1_000)}`);
  await database.query("alter system set commit_siblings = 0");
  await database.query("select pg_reload_conf()");
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Waits until the merchant exists: the service writes the file with the keys a moment earlier. */
async function waitForKeys(url: string, { public_key, private_key }: Stage["keys"]): Promise<void> {
  const deadline_ms = Date.now() + START_TIMEOUT_MS;
  const headers = { authorization: public_key, "x-grant": private_key };
  while (!(await fetch(`${url}/balance`, { headers })).ok) {
    if (Date.now() > deadline_ms) throw new Error("The demo keys open nothing");
    await sleep(POLL_INTERVAL_MS);
  }
}

async function readKeys(path: string): Promise<Stage["keys"]> {
  const deadline_ms = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    const value = (name: string): string => new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1] ?? "";
    const keys = { public_key: value("KOLO_PUBLIC_KEY"), private_key: value("KOLO_PRIVATE_KEY") };
    if (keys.private_key !== "") return keys;
    if (Date.now() > deadline_ms) throw new Error("There are no demo keys");
    await sleep(POLL_INTERVAL_MS);
  }
}

// The maximum of each is far above what a load sends.
const LIMITS = [
  ["--for", "merchant", "--per", "day", "--amount", "1000000000000"],
  ["--for", "key", "--per", "month", "--amount", "1000000000000"],
  ["--for", "payee", "--per", "hour", "--count", "100000000"],
];

function setLimits(kolo: (args: readonly string[]) => string, are_on: boolean): void {
  const [merchant = ""] = /mer_[0-9a-z]{26}/.exec(kolo(["merchants", "list", "--json"])) ?? [];
  const of = ["-m", merchant, "-e", "test"];
  if (are_on) {
    for (const limit of LIMITS) kolo(["limits", "set", ...of, ...limit]);
    return;
  }
  const listed = kolo(["limits", "list", ...of, "--json"]);
  for (const id of new Set(listed.match(/lim_[0-9a-z]{26}/g))) kolo(["limits", "remove", ...of, id]);
}
