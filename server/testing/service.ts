import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "#kernel/errors.ts";
import { READY_TEXT } from "#operator/startup-banner.ts";
import { copyDataTemplate } from "./test-server.ts";
import { freePort, requestSender, type SendRequest } from "./world.ts";

/** The service as users run it: its own process on its own data folder. */
export interface SpawnedService {
  readonly folder: string;
  readonly url: string;
  readonly process: ChildProcess;
  /** Returns the output on stdout and stderr so far. */
  readonly output: () => string;
  /** Sends a request with the demo merchant's keys. */
  readonly send: SendRequest;
  /** Kills it at once, without a graceful stop. */
  kill(): Promise<void>;
  /** Sends a stop signal, and waits. Returns the exit code. */
  stop(): Promise<number | null>;
}

/** The program of `npm start`, built before the tests. */
export const SERVER_MAIN = join(import.meta.dirname, "..", "..", "dist", "main.js");
const READY_TIMEOUT_MS = 60_000;
const COMMAND_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** The started processes, by folder. */
const running = new Map<string, Set<ChildProcess>>();

/**
 * A folder that is removed at the end of the test file, with all processes that still use it. It has a database with
 * all migrations and no data, which costs less than a new one; `empty`: the first start creates the database.
 */
export async function createDataFolder(content: "database" | "empty" = "database"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kolo-service-"));
  if (content === "database") await copyDataTemplate(folder);
  after(async () => {
    // The order matters: first the processes that could start or write again, then the database, then the files.
    await Promise.all([...(running.get(folder) ?? [])].map(end));
    await stopPostgres(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return folder;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function stopPostgres(folder: string): Promise<void> {
  const text = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "0");
  const pid = Number(text.split("\n")[0]);
  for (let poll = 0; poll < 200 && (await isPostgres(pid)); poll += 1) {
    if (poll === 0) process.kill(pid, "SIGQUIT");
    await sleep(POLL_MS);
  }
}

/** Whether this process id still belongs to a PostgreSQL. The system may have reused it, even for this process. */
async function isPostgres(pid: number): Promise<boolean> {
  if (pid === 0 || pid === process.pid) return false;
  const command_line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command_line.includes("postgres");
}

/** Starts the service on a folder of `createDataFolder`, and waits until it answers. It ends with the folder. */
export async function startService(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SpawnedService> {
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER_MAIN, "serve"], {
    env: { ...process.env, KOLO_DATA: folder, KOLO_PORT: String(port), KOLO_LOG: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.set(folder, (running.get(folder) ?? new Set()).add(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  const deadline_ms = Date.now() + READY_TIMEOUT_MS;
  while (!output.includes(READY_TEXT)) {
    assert(child.exitCode === null && Date.now() < deadline_ms, `the service starts: ${output}`);
    await sleep(POLL_MS);
  }
  const url = `http://127.0.0.1:${port}`;
  // A database created without a demo has no such file.
  const keys = await readFile(join(folder, "demo.env"), "utf8").catch(() => "");
  const key = (name: string): string => new RegExp(`^${name}=(.+)$`, "m").exec(keys)?.[1] ?? "";
  return {
    folder,
    url,
    process: child,
    output: () => output,
    send: requestSender(url, { authorization: key("KOLO_PUBLIC_KEY"), "x-grant": key("KOLO_PRIVATE_KEY") }),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as a process to its end: for its start, its exit code and its standard input. */
export async function spawnCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [SERVER_MAIN, ...args], {
    env: { ...process.env, ...environment },
    timeout: COMMAND_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  child.stdin.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}
