import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseDatabaseUrl } from "#db/driver/database-url.ts";
import { connectToDatabase } from "./database-proxies.ts";
import { freePort } from "./world.ts";

// Debian installs pgbouncer outside the usual PATH.
const PROGRAM = "/usr/sbin/pgbouncer";
const START_TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 20;
const CONNECTIONS_MAX = 100;

export const is_pgbouncer_installed = existsSync(PROGRAM);

/** A running pgbouncer. `url` is the database behind it. */
interface Pgbouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts pgbouncer in front of the database of `url`, which needs no password. Throws an `Error` with its output if it does not start. */
export async function startPgbouncer(
  url: string,
  pool_mode: "session" | "transaction" | "statement",
): Promise<Pgbouncer> {
  const { user = "", database = "" } = parseDatabaseUrl(url).servers[0] ?? {};
  const forwarder = await startForwarder(url);
  const folder = mkdtempSync(join(tmpdir(), "kolo-pgbouncer-"));
  const own_port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
${database} = host=127.0.0.1 port=${forwarder.port} user=${user}
[pgbouncer]
pool_mode = ${pool_mode}
listen_addr = 127.0.0.1
listen_port = ${own_port}
unix_socket_dir =
auth_type = any
max_client_conn = ${CONNECTIONS_MAX}
default_pool_size = ${CONNECTIONS_MAX}
`,
  );
  chmodSync(folder, 0o755);
  const pgbouncer = spawn(PROGRAM, [settings], { ...unprivilegedUser(), cwd: folder, stdio: "pipe" });
  let output = "";
  pgbouncer.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-10_000);
  });
  const ended = once(pgbouncer, "exit");
  process.once("exit", () => pgbouncer.kill());
  const deadline_ms = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(own_port))) {
    if (pgbouncer.exitCode !== null || Date.now() > deadline_ms) throw new Error(`pgbouncer does not start: ${output}`);
    await sleep(LOOK_AGAIN_MS);
  }
  return {
    url: `postgresql://${user}@127.0.0.1:${own_port}/${database}`,
    async stop() {
      pgbouncer.kill("SIGTERM");
      await ended;
      forwarder.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A port that leads to the database's socket, whose folder only its own user can enter. */
async function startForwarder(url: string): Promise<{ readonly port: number; close(): void }> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connectToDatabase(url);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy()).on("close", () => open.delete(one));
      one.pipe(other);
    }
  });
  const port = await freePort();
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** pgbouncer refuses to run as root; in that case it runs as `nobody`. */
function unprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number => Number(spawnSync("id", [option, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
