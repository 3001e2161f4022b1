import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded/embedded-postgres.ts";

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for a test file: the configured one, or one that stays between runs. It may lose data on a power cut,
 * and is faster for it.
 */
export async function testServer(): Promise<TestServer> {
  const server_url = process.env.KOLO_TEST_SERVER_URL;
  if (server_url) return { url: server_url, stop: () => Promise.resolve() };
  return startEmbedded({ folder: join(tmpdir(), `kolo-test-${process.getuid?.() ?? 0}`), is_durable: false });
}

// Linux's file system in memory. Creating a database there takes a tenth of the CPU time that it takes on a disk.
const MEMORY_FOLDER = "/dev/shm";
// Enough for a run: the databases of the files that run at once, and the WAL.
const FREE_MIN_BYTES = 2 * 1024 ** 3;

/** A server for a whole test run, removed at its end. */
export async function testServerOfRun(): Promise<TestServer> {
  const server_url = process.env.KOLO_TEST_SERVER_URL;
  if (server_url) return { url: server_url, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(runFolder(), "kolo-test-run-"));
  const server = await startEmbedded({ folder, is_durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function runFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= FREE_MIN_BYTES ? MEMORY_FOLDER : tmpdir();
}
