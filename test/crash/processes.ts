import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbedded } from "#server/db/embedded/embedded-postgres.ts";
import { READY_TEXT } from "#server/operator/startup-banner.ts";
import { SERVER_MAIN } from "#server/testing/service.ts";

/** A process that can be killed at any time and restarted. */
export interface KillableProcess {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const POLL_MS = 20;
const TRIES = 50;

/**
 * Starts a process of the service (`serve --no-work` or `work`). It restarts if it exits because the database is down.
 */
export function serviceProcess(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): KillableProcess & { stop(): Promise<void> } {
  let child: ChildProcess | null = null;

  async function tryStart(): Promise<boolean> {
    const started = spawn(process.execPath, [SERVER_MAIN, ...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child = started;
    let output = "";
    started.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    while (!output.includes(READY_TEXT)) {
      if (started.exitCode !== null || started.signalCode !== null) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  return {
    name,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    async start() {
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (await tryStart()) return;
        await sleep(POLL_MS * 5);
      }
      throw new Error(`${name} does not start`);
    },
  };
}

/**
 * PostgreSQL's postmaster. Killing it stops the whole database like a machine failure, but the disk keeps all writes.
 */
export function postgresProcess(folder: string, server: EmbeddedPostgres): KillableProcess & { stop(): Promise<void> } {
  let running = server;
  const pid = (): number => Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    name: "postgres",
    async kill() {
      process.kill(pid(), "SIGKILL");
      while (await running.isRunning()) await sleep(POLL_MS);
    },
    async start() {
      running = await startEmbedded({ folder, is_durable: true });
    },
    stop: () => running.stop(),
  };
}

/** Starts the receiver, which is never killed. */
export async function startReceiver(journal: string): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, "receiver.ts"), [journal]);
  const [hello] = await once(child, "message");
  return {
    port: hello.port,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
