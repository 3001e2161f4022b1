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

/** A server for a whole test run, removed at its end. */
export async function testServerOfRun(): Promise<TestServer> {
  const server_url = process.env.KOLO_TEST_SERVER_URL;
  if (server_url) return { url: server_url, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "kolo-test-run-"));
  const server = await startEmbedded({ folder, is_durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
