import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createDataFolder, spawnCommand } from "#server/testing/service.ts";
import { emptyDatabase, withoutWrites } from "#server/testing/test-database.ts";
import { freePort, requestSender } from "#server/testing/world.ts";
import { serviceProcess } from "./crash/processes.ts";

const POLL_INTERVAL_MS = 50;
const READINESS_TIMEOUT_MS = 60_000;

for (const processes of ["1", "2"]) {
  it(`kolo work serves its health and metrics on its own port, with KOLO_PROCESSES=${processes}`, async () => {
    const { url, drop } = await emptyDatabase();
    const port = await freePort();
    const environment = {
      DATABASE_URL: url,
      KOLO_DATA: await createDataFolder(),
      KOLO_PROCESSES: processes,
      KOLO_WORK_PORT: String(port),
      KOLO_METRICS_TOKEN: "scrape",
      KOLO_LOG: "silent",
    };
    const worker = serviceProcess("worker", ["work"], environment);
    after(async () => {
      await worker.stop();
      await drop();
    });
    await worker.start();
    const send = requestSender(`http://127.0.0.1:${port}`, {});
    const get = async (path: string, headers = {}) => send("GET", path, undefined, headers);
    async function waitForReadiness(status: number): Promise<void> {
      const give_up_at = Date.now() + READINESS_TIMEOUT_MS;
      while ((await get("/health/ready")).status !== status) {
        assert.ok(Date.now() < give_up_at, `the readiness becomes ${status}`);
        await sleep(POLL_INTERVAL_MS);
      }
    }
    assert.equal((await get("/health/live")).status, 200);
    assert.deepEqual((await get("/health/ready")).body.database, "ok");
    const metrics = await get("/metrics", { authorization: "Bearer scrape" });
    assert.match(metrics.text, /^kolo_database_connections_used/m);
    assert.equal((await get("/metrics")).status, 401);
    for (const path of ["/", "/balance", "/docs", "/dashboard", "/checkout/x"])
      assert.equal((await get(path)).status, 404);

    await withoutWrites(url, async () => {
      // Readiness reports the result of a recent check, which may have been made a moment before.
      await waitForReadiness(503);
      assert.equal((await get("/health/live")).status, 200);
    });
    // Wait until it is ready again: the pool may still have connections from the time when writes were refused.
    await waitForReadiness(200);

    const result = await spawnCommand(["work"], { ...environment, KOLO_PROCESSES: "1" });
    assert.equal(result.code, 1);
    assert.match(result.stderr, new RegExp(`^kolo: .*${port}.*KOLO_WORK_PORT.*\n$`));
  });
}
