import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SERVICE_MAIN } from "#tools/build.mjs";
import { freePort } from "../server/testing/world.ts";

/** The service as users run it, with a durable PostgreSQL of its own, to be measured from outside. */
export interface Stage {
  readonly folder: string;
  readonly url: string;
  readonly keys: { readonly public_key: string; readonly private_key: string };
  /** The folder of PostgreSQL's socket. */
  readonly sockets: string;
  readonly process: ChildProcess;
  /** How long from the command to the first answer. */
  readonly ready_ms: number;
  /** What a query of the service's database finds. */
  rows(query: string): Promise<readonly Readonly<Record<string, string>>[]>;
  fund(amount: number): void;
  /** Makes another merchant, with a million to spend, and gives its keys. */
  merchant(): Stage["keys"];
  /** Waits until nothing is due. */
  quiet(): Promise<void>;
  /** Waits, besides, until PostgreSQL has swept up what was measured before: nobody pays for another's leavings. */
  swept(): Promise<void>;
  /** Throws when a promise of the data is broken. */
  audit(): void;
  /** Stops the service and keeps its folder. */
  stop(): Promise<void>;
  /** Stops it and takes everything away. */
  close(): Promise<void>;
}

/** What `npm start` gives Node. */
const AS_STARTED = ["--max-semi-space-size=32"];
const LOOK_AGAIN_MS = 20;
const QUIET_LOOK_MS = 50;
const START_TIMEOUT_MS = 60_000;
const QUIET_TIMEOUT_MS = 300_000;
// The embedded PostgreSQL looks every five seconds for what is to be swept.
const SWEEPS_APART_MS = 6_000;
const SWEEP_TIMEOUT_MS = 60_000;

export interface StageOptions {
  /** Of a stage that was stopped; without it a new one. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** How much longer than it does a flush of the disk is to take. */
  readonly flush_ms?: number;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { environment = {}, flush_ms = 0 } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "kolo-bench-")));
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
  const child = spawn(process.execPath, [...AS_STARTED, SERVICE_MAIN, "serve"], {
    env: settings,
    stdio: ["ignore", log, log],
  });
  const url = `http://127.0.0.1:${port}`;
  const give_up_at = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > give_up_at)
      throw new Error(`The service does not start: see ${folder}`);
    await sleep(LOOK_AGAIN_MS);
  }
  const ready_ms = performance.now() - started_ms;
  const keys = await readKeys(join(folder, "demo.env"));
  await untilOpen(url, keys);
  const sockets = join(folder, "socket");
  const database = new pg.Pool({ host: sockets, port: 5432, user: "kolo", database: "kolo", max: 1 });
  if (options.folder === undefined) await makeLog(database);
  if (flush_ms > 0) await slowDown(database, flush_ms);
  const kolo = (words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVICE_MAIN, ...words], {
      env: settings,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`kolo ${words.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  const stage: Stage = {
    ...{ folder, url, keys, sockets, process: child, ready_ms },
    rows: async (query) => (await database.query<Record<string, string>>(query)).rows,
    fund(amount) {
      const [merchant = ""] = /mer_[0-9a-z]{26}/.exec(kolo(["merchants", "list", "--json"])) ?? [];
      kolo(["funds", "add", "-m", merchant, "-e", "test", "--amount", String(amount)]);
    },
    merchant() {
      const made = kolo(["merchants", "create", "--name", "Another", "--email", "another@example.cm", "--json"]);
      const [another = ""] = /mer_[0-9a-z]{26}/.exec(made) ?? [];
      return JSON.parse(kolo(["keys", "create", "-m", another, "-e", "test", "--json"]));
    },
    async quiet() {
      const late = Date.now() + QUIET_TIMEOUT_MS;
      for (;;) {
        const [row] = await stage.rows(DUE);
        if (row?.is_left === "no") return;
        if (Date.now() > late) throw new Error("The service does not come to rest");
        await sleep(QUIET_LOOK_MS);
      }
    },
    async swept() {
      await stage.quiet();
      const late = Date.now() + SWEEP_TIMEOUT_MS;
      let seen_at = Date.now();
      while (Date.now() < seen_at + SWEEPS_APART_MS && Date.now() < late) {
        const [worker] = await stage.rows("select pid from pg_stat_activity where backend_type = 'autovacuum worker'");
        if (worker) seen_at = Date.now();
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

// By the indexes on what is due: looking must not be a load of its own.
const DUE = `
  select case when
    exists (select from attempts where due_at is not null and (due_at <= now() or lease_holder is not null))
    or exists (select from outbox)
    or exists (select from deliveries_open where due_at is not null and (due_at <= now() or lease_holder is not null))
    then 'yes' else 'no' end as is_left`;

// A gigabyte of 4 MB each: what the embedded PostgreSQL keeps once it was written.
const LOG_FILES = 256;

/**
 * PostgreSQL's log has its files, as on a server that has been at work: they are written over. A storm on a new one makes
 * each of them first, also while a yardstick waits: a tenth of its time.
 */
async function makeLog(database: pg.Pool): Promise<void> {
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
 * As on a disk that takes that much longer: whoever writes the log waits first, and nobody else may write it meanwhile;
 * all whose commits have come by then are written together, as ever.
 */
async function slowDown(database: pg.Pool, flush_ms: number): Promise<void> {
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

/** The keys are in their file a moment before the merchant they open is there. */
async function untilOpen(url: string, { public_key, private_key }: Stage["keys"]): Promise<void> {
  const give_up_at = Date.now() + START_TIMEOUT_MS;
  const headers = { authorization: public_key, "x-grant": private_key };
  while (!(await fetch(`${url}/balance`, { headers })).ok) {
    if (Date.now() > give_up_at) throw new Error("The demo keys open nothing");
    await sleep(LOOK_AGAIN_MS);
  }
}

async function readKeys(path: string): Promise<Stage["keys"]> {
  const give_up_at = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    const value = (name: string): string => new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1] ?? "";
    const keys = { public_key: value("KOLO_PUBLIC_KEY"), private_key: value("KOLO_PRIVATE_KEY") };
    if (keys.private_key !== "") return keys;
    if (Date.now() > give_up_at) throw new Error("There are no demo keys");
    await sleep(LOOK_AGAIN_MS);
  }
}
