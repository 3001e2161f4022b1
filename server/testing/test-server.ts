import { execFile } from "node:child_process";
import { existsSync, statfsSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbedded } from "#db/embedded/embedded-postgres.ts";
import { migrate } from "#db/schema/migrate.ts";

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

/** Names the folder of a database with all migrations, which test files copy for the services that they start. */
export const DATA_TEMPLATE_VARIABLE = "KOLO_TEST_DATA_TEMPLATE";

/** Creates that folder; null if the service keeps its data elsewhere than in the folder that it is given. */
export async function createDataTemplate(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "kolo-test-data-"));
  const server = await startEmbedded({ folder, is_durable: false });
  await migrate(server.url);
  await server.stop();
  const data = join(folder, "postgres");
  return existsSync(data) ? data : null;
}

/** Copies that database to a data folder that is still empty. Does nothing outside of a test run. */
export async function copyDataTemplate(folder: string): Promise<void> {
  const template = process.env[DATA_TEMPLATE_VARIABLE];
  if (template) await promisify(execFile)("cp", ["-a", template, folder]);
}

// Linux's file system in memory. Creating a database there takes a tenth of the CPU time that it takes on a disk.
const MEMORY_FOLDER = "/dev/shm";
// Enough for a run: the databases of the files that run at once, and the WAL.
const FREE_MIN_BYTES = 2 * 1024 ** 3;
// Enough for the full tier: each service that runs at once may keep a gigabyte of WAL.
const FREE_MIN_FULL_BYTES = 8 * 1024 ** 3;

/** Creates a folder for all temporary files of a run, in memory if there is enough. */
export async function createRunFolder(is_full: boolean): Promise<string> {
  const parent = freeMemoryBytes() >= (is_full ? FREE_MIN_FULL_BYTES : FREE_MIN_BYTES) ? MEMORY_FOLDER : tmpdir();
  const folder = await mkdtemp(join(parent, "kolo-run-"));
  // A test that runs a PostgreSQL as another user needs to reach the folder it creates here.
  await chmod(folder, 0o755);
  return folder;
}

/** A server for a whole test run. */
export async function testServerOfRun(): Promise<TestServer> {
  const server_url = process.env.KOLO_TEST_SERVER_URL;
  if (server_url) return { url: server_url, stop: () => Promise.resolve() };
  const server = await startEmbedded({ folder: await mkdtemp(join(tmpdir(), "test-server-")), is_durable: false });
  return { url: server.url, stop: () => server.stop() };
}

function freeMemoryBytes(): number {
  if (!existsSync(MEMORY_FOLDER)) return 0;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize;
}
