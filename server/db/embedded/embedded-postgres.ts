import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chown, constants, lstat, mkdir, mkdtemp, open, readFile, rename, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseEnvironment, dataFolder, findRunner, type PostgresRunner } from "./embedded-binaries.ts";
import { withStartLock } from "./start-lock.ts";

/**
 * An embedded PostgreSQL, from the package registry, for installations without their own. Its data stays in a folder
 * between starts. It listens on a socket that only its user can open.
 */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether the server ran before this start. */
  readonly was_running: boolean;
  isRunning(): Promise<boolean>;
  /**
   * Stops the server cleanly: connections end, and everything is on disk. `mayStop` is called first, under the start
   * lock: no other process starts, stops or holds the server meanwhile. If it returns false, the server keeps running.
   */
  stop(mayStop?: () => Promise<boolean>): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of this server: the data in `postgres/`, the log beside it. */
  readonly folder: string;
  /** False only in tests: the server is faster, and may lose its data on a power cut. */
  readonly is_durable: boolean;
  /** Called once the server process has been spawned. The rest of the start only waits for it. */
  readonly onStarting?: () => void;
}

/** The server's `max_connections`. */
export const EMBEDDED_CONNECTIONS_MAX = 100;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 40;
const MB = 1_024 * 1_024;
// If the log is larger than this, the next start truncates it.
const LOG_LIMIT_BYTES = 10 * MB;
// A socket's path has at most 103 bytes on macOS and 107 on Linux; PostgreSQL adds `/.s.PGSQL.5432` to the folder's.
const SOCKET_FOLDER_LIMIT = 88;
const PORT = 5432;
// By default glibc returns memory to the system after every statement that took more than 128 KB, and faults it in
// again for the next: a search with 24,320 hits then takes 54 ms instead of 43 (decision 31). Other C libraries do not.
const MALLOC_SETTINGS = { MALLOC_TRIM_THRESHOLD_: String(16 * MB), MALLOC_MMAP_THRESHOLD_: String(4 * MB) };

/**
 * Starts the server of this folder, or takes over one that outlived its parent process. Creates the data on the first
 * call. Two processes may call it at once: both get the same server.
 *
 * Errors: an `Error` whose message is one sentence for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return (await startAndHoldEmbedded(options, async () => {})).server;
}

/**
 * Starts the server as `startEmbedded` does. `acquireHold` runs under the start lock, before another process can stop
 * the server.
 */
export async function startAndHoldEmbedded<Hold>(
  options: EmbeddedOptions,
  acquireHold: (url: string) => Promise<Hold>,
): Promise<{ readonly server: EmbeddedPostgres; readonly hold: Hold }> {
  const folder = resolve(options.folder);
  await ensureWritable(folder);
  const { runner, ...paths } = await resolvePaths(folder);
  const { home, data, sockets, url } = paths;

  let was_running = true;
  // One process at a time creates, starts or stops the server.
  const withServerLock = <Result>(work: () => Promise<Result>) =>
    withStartLock(join(sockets, "starting.lock"), START_TIMEOUT_MS, work);
  const hold = await withServerLock(async () => {
    await initializeData(runner, home, data);
    if (!(await acceptsConnections(url))) {
      was_running = false;
      await startServer(runner, options, paths);
    }
    await createDatabase(url);
    return acquireHold(url);
  });
  const server = {
    url,
    was_running,
    isRunning: async () => isPostgres((await readPostmasterPid(data)) ?? 0),
    stop: (mayStop = async () => true) =>
      withServerLock(async () => {
        if (await mayStop()) await stopServer(data);
      }),
  };
  return { server, hold };
}

/**
 * The URL of the folder's running server, for other programs of its user; null if it does not run. Creates no folder.
 */
export async function findEmbedded(folder: string): Promise<string | null> {
  const data = join(dataFolder(await findRunner(), resolve(folder)), "postgres");
  if ((await readPostmasterPid(data)) === null) return null;
  const { url } = await resolvePaths(resolve(folder));
  return (await acceptsConnections(url)) ? url : null;
}

interface EmbeddedPaths {
  readonly home: string;
  readonly data: string;
  readonly sockets: string;
  readonly url: string;
}

async function resolvePaths(folder: string): Promise<EmbeddedPaths & { readonly runner: PostgresRunner }> {
  const runner = await findRunner();
  const home = dataFolder(runner, folder);
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (runner.user) await chown(home, runner.user.uid, runner.user.gid);
  const sockets = await socketFolder(runner, home);
  const url = `postgresql://kolo@localhost:${PORT}/kolo?host=${encodeURIComponent(sockets)}`;
  return { runner, home, data: join(home, "postgres"), sockets, url };
}

async function ensureWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    // The name is unique, so that a concurrent start does not delete this folder.
    await rmdir(await mkdtemp(join(folder, ".writable-")));
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be written: set KOLO_DATA to a folder that can`, { cause });
  }
}

async function socketFolder(runner: PostgresRunner, home: string): Promise<string> {
  const preferred = join(home, "socket");
  const socket_folder =
    Buffer.byteLength(preferred) <= SOCKET_FOLDER_LIMIT
      ? preferred
      : join(
          tmpdir(),
          `kolo-${process.getuid?.() ?? 0}-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`,
        );
  await mkdir(socket_folder, { recursive: true, mode: 0o700 });
  if (socket_folder !== preferred) await requirePrivateFolder(runner, socket_folder);
  if (runner.user) await chown(socket_folder, runner.user.uid, runner.user.gid);
  return socket_folder;
}

/**
 * Throws if another user can use this folder. In the shared temporary folder, another user may have created it first,
 * and could listen in PostgreSQL's place.
 */
async function requirePrivateFolder({ user }: PostgresRunner, folder: string): Promise<void> {
  const status = await lstat(folder);
  const is_ours = status.isDirectory() && [process.getuid?.(), user?.uid].includes(status.uid);
  if (is_ours && (status.mode & 0o077) === 0) return;
  throw new Error(`The folder ${folder} is not this user's alone: remove it, or set KOLO_DATA to a shorter path`);
}

async function initializeData(runner: PostgresRunner, home: string, data: string): Promise<void> {
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => null);
  if (version !== null) {
    const expected = (await runProgram(runner, "postgres", ["--version"], home)).match(/\d+/)?.[0];
    if (version.trim() === expected) return;
    throw new Error(
      `The data in ${data} is of PostgreSQL ${version.trim()} and the embedded one is ${expected}: ` +
        "move it with pg_dump, or set DATABASE_URL to a server of its version",
    );
  }
  // The data is created in another folder and then renamed: a start killed in the middle leaves nothing that looks like
  // a database.
  const new_data = `${data}.new`;
  await rm(new_data, { recursive: true, force: true });
  await runProgram(
    runner,
    "initdb",
    [
      ...["--pgdata", new_data, "--username", "kolo", "--auth", "trust", "--data-checksums", "--encoding", "UTF8"],
      ...["--wal-segsize", String(WAL_SEGMENT_MB)],
      ...["--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    ],
    home,
  );
  await rename(new_data, data);
}

// A backend that fills a WAL file creates the next one while all others wait. With the default of 16 MB that takes some
// 50 ms of every 700 at peak load.
const WAL_SEGMENT_MB = 4;

/**
 * The errors of a start while processes of a killed server still hold its shared memory, which disappears shortly after
 * the last of them.
 */
const PROCESS_REMAINS = /shared memory block .* still in use|lock file ".*" already exists/;
const PROCESS_REMAINS_TIMEOUT_MS = 10_000;

async function startServer(runner: PostgresRunner, options: EmbeddedOptions, paths: EmbeddedPaths): Promise<void> {
  const give_up_at = Date.now() + PROCESS_REMAINS_TIMEOUT_MS;
  for (;;) {
    await removeStaleLocks(paths);
    const log_from = await launchServer(runner, options, paths);
    options.onStarting?.();
    try {
      await waitUntilReady(paths, log_from);
      return;
    } catch (error) {
      if (!(error instanceof Error && PROCESS_REMAINS.test(error.message)) || Date.now() > give_up_at) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

/**
 * Removes a stale `postmaster.pid`: its process has ended, or the process id now belongs to another program (containers
 * reuse process ids).
 */
async function removeStaleLocks({ data, sockets }: EmbeddedPaths): Promise<void> {
  const pid = await readPostmasterPid(data);
  if (pid === null) return;
  const give_up_at = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostgres(pid)) {
    const [, served_folder = data] = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    // Keep the lock file: two servers on one data folder would destroy the data.
    if (served_folder !== data) {
      throw new Error(
        `The data in ${data} was copied while its PostgreSQL ran (process ${pid}, in ${served_folder}): ` +
          "copy it while nothing runs on it, or restore a dump",
      );
    }
    // A server that an earlier process started is still starting, recovering or stopping. Wait until it ends or is
    // ready.
    if (Date.now() > give_up_at) return;
    if ((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).includes("ready")) return;
    await sleep(POLL_INTERVAL_MS);
  }
  for (const lock of [join(data, "postmaster.pid"), join(sockets, `.s.PGSQL.${PORT}.lock`)])
    await rm(lock, { force: true });
}

/**
 * Starts the server, unless one runs. Returns the offset in the log, which is appended to, at which this start's lines
 * begin.
 */
async function launchServer(
  runner: PostgresRunner,
  options: EmbeddedOptions,
  { home, data, sockets }: EmbeddedPaths,
): Promise<number> {
  const log = await open(logPath(home), "a", 0o600);
  try {
    const { size } = await log.stat();
    if ((await readPostmasterPid(data)) !== null) return size;
    if (size > LOG_LIMIT_BYTES) await log.truncate();
    spawnServer(runner, options, { home, data, sockets, log: log.fd });
    return size > LOG_LIMIT_BYTES ? 0 : size;
  } finally {
    await log.close();
  }
}

// Little WAL is kept, because the data may be in memory.
const NOT_DURABLE = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  ...{ max_wal_size: "256MB", min_wal_size: "64MB" },
};

function spawnServer(
  runner: PostgresRunner,
  options: EmbeddedOptions,
  { home, data, sockets, log }: Omit<EmbeddedPaths, "url"> & { readonly log: number },
): void {
  const settings = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: sockets,
    unix_socket_permissions: "0700",
    max_connections: String(EMBEDDED_CONNECTIONS_MAX),
    shared_buffers: "128MB",
    max_wal_size: "2GB",
    // Keep 1 GB of recycled WAL segments, so that a burst does not have to create new ones.
    min_wal_size: "1GB",
    // With 4 MB, a bulk transfer found the WAL buffer full hundreds of times, and waited for other sessions' disk
    // writes.
    wal_buffers: "16MB",
    // Queues leave thousands of dead rows per second. Migrations set which tables are vacuumed this often. All others
    // are analyzed only after growing by half, because no plan depends on their statistics (decision 6).
    autovacuum_naptime: "5s",
    autovacuum_analyze_scale_factor: "0.5",
    autovacuum_vacuum_insert_scale_factor: "0.5",
    // Plans do not depend on precise statistics: analyzing a new database took a twentieth of the processors' time.
    default_statistics_target: "10",
    random_page_cost: "1.1",
    jit: "off",
    log_min_messages: "warning",
    ...(options.is_durable ? {} : NOT_DURABLE),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program = "", ...prefix_args] = [...runner.command_prefix, join(runner.bin, "postgres")];
  // The server gets its own session, so that Ctrl-C in the terminal reaches only this process, which stops the server
  // when it is done.
  const child = spawn(program, [...prefix_args, "-D", data, ...args], {
    cwd: home,
    detached: true,
    stdio: ["ignore", log, log],
    env: { ...MALLOC_SETTINGS, ...databaseEnvironment() },
    ...(runner.user ?? {}),
  });
  child.on("error", () => {});
  child.unref();
}

function logPath(home: string): string {
  return join(home, "postgres.log");
}

async function waitUntilReady({ url, home }: EmbeddedPaths, log_from: number): Promise<void> {
  const give_up_at = Date.now() + START_TIMEOUT_MS;
  while (!(await acceptsConnections(url))) {
    const bytes = await readFile(logPath(home)).catch(() => null);
    const log = bytes?.toString("utf8", log_from) ?? "";
    const fatal = log
      .split("\n")
      .findLast(
        (line) =>
          /(FATAL|PANIC):/.test(line) &&
          !/starting up|shutting down|not yet accepting|in recovery|terminating connection/.test(line),
      );
    if (fatal) {
      const reason = fatal.replace(/^.*?(FATAL|PANIC): +/, "");
      throw new Error(`The embedded PostgreSQL does not start: ${reason}; its log is ${logPath(home)}`);
    }
    if (Date.now() > give_up_at) throw new Error(`The embedded PostgreSQL does not start; its log is ${logPath(home)}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Creates the database `kolo` on first use: `initdb` creates only PostgreSQL's own databases. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace("/kolo?", "/postgres?") });
  await client.connect();
  try {
    const result = await client.query("select 1 from pg_database where datname = 'kolo'");
    if (result.rowCount === 0) await client.query("create database kolo");
  } finally {
    await client.end();
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url.replace("/kolo?", "/postgres?"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stopServer(data: string): Promise<void> {
  const pid = await readPostmasterPid(data);
  if (pid === null || !(await isPostgres(pid))) return;
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is on disk.
  process.kill(pid, "SIGINT");
  const give_up_at = Date.now() + STOP_TIMEOUT_MS;
  while ((await isPostgres(pid)) && Date.now() < give_up_at) await sleep(POLL_INTERVAL_MS);
}

async function readPostmasterPid(data: string): Promise<number | null> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => null);
  return text === null ? null : Number(text.split("\n")[0]);
}

async function isPostgres(pid: number): Promise<boolean> {
  if (pid === 0 || !isProcessRunning(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  // A zombie's command line is empty, so it does not count. Without /proc (macOS) any running process counts, because
  // process ids are reused more slowly there than in containers.
  return command === null || command.includes("postgres");
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function runProgram(
  runner: PostgresRunner,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const [first = "", ...prefix_args] = [...runner.command_prefix, join(runner.bin, program)];
  const child = spawn(first, [...prefix_args, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: databaseEnvironment(),
    ...(runner.user ?? {}),
  });
  let output = "";
  let error_output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    error_output += text;
  });
  const code = await new Promise<number | null>((onClose, onError) => {
    child.on("error", onError);
    child.on("close", onClose);
  });
  if (code !== 0)
    throw new Error(`PostgreSQL's ${program} failed: ${(error_output || output).trim().split("\n").at(-1)}`);
  return output;
}
