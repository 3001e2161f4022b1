import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { findEmbedded } from "./embedded-postgres.ts";
import { borrowEmbedded, serveEmbedded } from "./embedded-service.ts";

describe("a shared embedded database", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kolo-several-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const borrowed = <Result>(work: (url: string) => Promise<Result>) =>
    borrowEmbedded({ folder, is_durable: false }, work);
  const isRunning = async () => (await findEmbedded(folder)) !== null;

  async function assertRunning(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    assert.equal((await client.query("select 1")).rowCount, 1);
    await client.end();
  }

  it("is stopped by its last user, whichever process started it", async () => {
    const [begun, first_over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = borrowed(() => begun.promise);
    const second = borrowed(async (url) => {
      begun.resolve();
      await first_over.promise;
      await assertRunning(url);
    });
    await first;
    assert.ok(await isRunning());
    first_over.resolve();
    await second;
    assert.ok(!(await isRunning()));
  });

  it("runs for each of many concurrent users, and stops after the last", async () => {
    const startAndStop = async (): Promise<void> => {
      for (let time = 0; time < 3; time += 1) await borrowed(assertRunning);
    };
    await Promise.all(Array.from({ length: 5 }, startAndStop));
    assert.ok(!(await isRunning()));
  });

  it("keeps running for an open psql session, and for a service started meanwhile", async () => {
    const psql = await borrowed(async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    });
    assert.equal((await psql.query("select 1")).rowCount, 1);
    const service = await borrowed(() => serveEmbedded({ folder, is_durable: false }, "Kolo", assert.ifError));
    await psql.end();
    await borrowed(assertRunning);
    assert.ok(await isRunning());
    await service.stop();
    assert.ok(!(await isRunning()));
  });

  it("outlives its service while a command uses it, and the command then stops it", async () => {
    const service = await serveEmbedded({ folder, is_durable: false }, "Kolo", assert.ifError);
    await borrowed(async (url) => {
      await service.stop();
      await assertRunning(url);
      assert.ok(await isRunning());
    });
    assert.ok(!(await isRunning()));
  });
});
