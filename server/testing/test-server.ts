import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded.ts";

/** A PostgreSQL for tests: the one that is named, or an embedded one that forgets at a power cut and is faster for it. */
export async function testServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const named = process.env.KOLO_TEST_SERVER_URL;
  if (named) return { url: named, stop: () => Promise.resolve() };
  const folder = join(tmpdir(), `kolo-test-${process.getuid?.() ?? 0}`);
  const server = await startEmbedded({ folder, is_durable: false });
  return { url: server.url, stop: server.stop };
}
