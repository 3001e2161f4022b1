import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import pg from "pg";
import type { Stage } from "./stage.ts";

/**
 * PostgreSQL's own benchmark, pgbench: TPC-B, scale 1, 8 clients, default protocol, on the same server as the service.
 */
export interface Baseline {
  readonly tool: "pgbench" | "the same over pg";
  /** Returns transactions per second. */
  run(seconds: number): Promise<number>;
  /**
   * Runs bare inserts with a commit each, one after the other. Returns their median time in milliseconds, without the
   * first `before` inserts.
   */
  insert(before: number, times: number): Promise<number>;
}

const CLIENTS = 8;
const ACCOUNTS = 100_000;
const TELLERS = 10;

export async function openBaseline({ sockets }: Stage): Promise<Baseline> {
  const connection = { host: sockets, port: 5432, user: "kolo" };
  const admin = new pg.Client({ ...connection, database: "kolo" });
  await admin.connect();
  await admin.query("create database yardstick");
  await admin.end();
  const connection_args = ["-h", sockets, "-p", "5432", "-U", "kolo", "yardstick"];
  const has_pgbench = spawnSync("pgbench", ["--version"]).status === 0;
  if (has_pgbench) pgbench(["-i", "-s", "1", "-q", ...connection_args]);
  const pool = new pg.Pool({ ...connection, database: "yardstick", max: CLIENTS, allowExitOnIdle: true });
  // The server stops before this pool. Without a listener, the connection error would end the benchmark.
  pool.on("error", () => {});
  if (!has_pgbench) await pool.query(TABLES);
  await pool.query("create table bare (id bigint generated always as identity primary key, text text)");
  return {
    tool: has_pgbench ? "pgbench" : "the same over pg",
    async run(seconds) {
      if (!has_pgbench) return tpcB(pool, seconds);
      const output = pgbench(["-c", String(CLIENTS), "-j", "1", "-T", String(seconds), "-n", ...connection_args]);
      return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    },
    async insert(before, times) {
      const client = await pool.connect();
      const took: number[] = [];
      for (let time = -before; time < times; time += 1) {
        const from = performance.now();
        await client.query({ name: "bare", text: "insert into bare (text) values ($1)", values: [`row ${time}`] });
        if (time >= 0) took.push(performance.now() - from);
      }
      client.release();
      return took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
    },
  };
}

function pgbench(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("pgbench", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`pgbench ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const TABLES = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select 1, 0;
  insert into pgbench_tellers select n, 1, 0 from generate_series(1, ${TELLERS}) n;
  insert into pgbench_accounts select n, 1, 0 from generate_series(1, ${ACCOUNTS}) n`;

async function tpcB(pool: pg.Pool, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = await pool.connect();
      while (performance.now() < end) {
        const [account, teller, delta] = [randomInt(1, ACCOUNTS), randomInt(1, TELLERS), randomInt(-5_000, 5_000)];
        await client.query("begin");
        await client.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${account}`);
        await client.query(`select abalance from pgbench_accounts where aid = ${account}`);
        await client.query(`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${teller}`);
        await client.query(`update pgbench_branches set bbalance = bbalance + ${delta} where bid = 1`);
        await client.query(`insert into pgbench_history values (${teller}, 1, ${account}, ${delta}, now())`);
        await client.query("commit");
        done += 1;
      }
      client.release();
    }),
  );
  return done / seconds;
}
