import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A temporary PostgreSQL other than the embedded one, for tests and benchmarks. `stop` deletes its data. */
interface OtherPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const DEBIANS = "/usr/lib/postgresql/*/bin";
const START_TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 50;
// Parallel tests each have a connection pool. The other settings are the server's defaults: they are under test.
const SETTINGS = ["max_connections=300", "fsync=off", "full_page_writes=off", "listen_addresses="];

/** The program folders of the PostgreSQL versions that Debian packages have installed, oldest first. */
export function debiansPostgres(): readonly string[] {
  const versionOf = (bin: string): number => Number(bin.split("/").at(-2));
  return globSync(DEBIANS)
    .filter((bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb")))
    .sort((a, b) => versionOf(a) - versionOf(b));
}

/**
 * Starts the PostgreSQL of this program folder on a new database in a temporary folder, with a socket there. `data_parent`,
 * an empty folder, then holds the data without the WAL. PostgreSQL refuses to run as root: then it runs as the user
 * `postgres`. Throws an `Error` with its output if it does not start.
 */
export async function startOtherPostgres(bin: string, data_parent: string | null = null): Promise<OtherPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "kolo-postgres-"));
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (user !== null) for (const path of [folder, data_parent ?? folder]) chownSync(path, user.uid, user.gid);
  const data = join(data_parent ?? folder, "data");
  const log = data_parent === null ? [] : ["--waldir", join(folder, "wal")];
  const words = ["-D", data, "-U", "kolo", "--auth", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync", ...log];
  const made = spawnSync(join(bin, "initdb"), words, { ...(user ?? {}), cwd: folder, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb of ${bin} failed: ${made.stderr}`);
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`].flatMap((setting) => ["-c", setting]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings], {
    ...(user ?? {}),
    cwd: folder,
    stdio: "pipe",
  });
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-10_000);
  });
  const ended = once(server, "exit");
  const give_up_at = Date.now() + START_TIMEOUT_MS;
  while (!said.includes("ready to accept connections")) {
    if (server.exitCode !== null || Date.now() > give_up_at) {
      server.kill("SIGQUIT");
      throw new Error(`The PostgreSQL of ${bin} does not start: ${said}`);
    }
    await sleep(LOOK_AGAIN_MS);
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

/** The Debian package creates this user. */
function postgresUser(): { readonly uid: number; readonly gid: number } {
  const number = (option: string): number => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  const [uid, gid] = [number("-u"), number("-g")];
  if (!uid || !gid) throw new Error("PostgreSQL does not run as root, and there is no user postgres");
  return { uid, gid };
}
