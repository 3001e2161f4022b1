import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded.ts";

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for a test file: the one that is named, or one that stays between runs. It may lose its data with the
 * machine's power, and is faster for it.
 */
export async function testServer(): Promise<TestServer> {
  const named = process.env.KOLO_TEST_SERVER_URL;
  if (named) return { url: named, stop: () => Promise.resolve() };
  return startEmbedded({ folder: join(tmpdir(), `kolo-test-${process.getuid?.() ?? 0}`), is_durable: false });
}

/** One for a whole run of tests, that goes when it ends. */
export async function testServerOfRun(): Promise<TestServer> {
  const named = process.env.KOLO_TEST_SERVER_URL;
  if (named) return { url: named, stop: () => Promise.resolve() };
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
