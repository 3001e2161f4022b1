import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A temporary PostgreSQL for tests and benchmarks, installed on the system instead of embedded. `stop` deletes its
 * data.
 */
interface SystemPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const SYSTEM_POSTGRES_GLOB = "/usr/lib/postgresql/*/bin";
const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 50;
// Parallel tests each open a connection pool. The other settings keep the server's defaults, because they are under
// test.
const SETTINGS = ["max_connections=300", "fsync=off", "full_page_writes=off", "listen_addresses="];

/** Returns the program folders of the PostgreSQL versions installed from Debian packages, oldest first. */
export function findSystemPostgres(): readonly string[] {
  const versionOf = (bin: string): number => Number(bin.split("/").at(-2));
  return globSync(SYSTEM_POSTGRES_GLOB)
    .filter((bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb")))
    .sort((a, b) => versionOf(a) - versionOf(b));
}

/**
 * Starts the PostgreSQL of this program folder on a new database in a temporary folder, which also has the socket. If
 * `data_parent` is given, this empty folder holds the data except the WAL. PostgreSQL refuses to run as root; in that
 * case it runs as the user `postgres`. Throws an `Error` with the server's output if it does not start.
 */
export async function startSystemPostgres(bin: string, data_parent: string | null = null): Promise<SystemPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "kolo-postgres-"));
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (user !== null) for (const path of [folder, data_parent ?? folder]) chownSync(path, user.uid, user.gid);
  const data = join(data_parent ?? folder, "data");
  const log = data_parent === null ? [] : ["--waldir", join(folder, "wal")];
  const args = ["-D", data, "-U", "kolo", "--auth", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync", ...log];
  const initdb = spawnSync(join(bin, "initdb"), args, { ...(user ?? {}), cwd: folder, encoding: "utf8" });
  if (initdb.status !== 0) throw new Error(`initdb of ${bin} failed: ${initdb.stderr}`);
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`].flatMap((setting) => ["-c", setting]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings], {
    ...(user ?? {}),
    cwd: folder,
    stdio: "pipe",
  });
  let output = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-10_000);
  });
  const ended = once(server, "exit");
  const deadline_ms = Date.now() + START_TIMEOUT_MS;
  while (!output.includes("ready to accept connections")) {
    if (server.exitCode !== null || Date.now() > deadline_ms) {
      server.kill("SIGQUIT");
      throw new Error(`The PostgreSQL of ${bin} does not start: ${output}`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
  return {
    url: `postgresql://kolo@localhost:5432/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      server.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user `postgres`, which the Debian package creates. */
function postgresUser(): { readonly uid: number; readonly gid: number } {
  const number = (option: string): number => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  const [uid, gid] = [number("-u"), number("-g")];
  if (!uid || !gid) throw new Error("PostgreSQL does not run as root, and there is no user postgres");
  return { uid, gid };
}
