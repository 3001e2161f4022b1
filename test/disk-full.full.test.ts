import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { transfer_order } from "#server/testing/orders.ts";
import { requestSender, startTestWorld } from "#server/testing/world.ts";
import { findSystemPostgres, startSystemPostgres } from "#tools/system-postgres.ts";

const DISK = "size=300m";
const CHUNK = Buffer.alloc(1024 * 1024);
const POLL_INTERVAL_MS = 50;
// The first failing write may come late, because free space inside the tables absorbs some writes.
const WRITES_MAX = 5_000;
const PROBES = 10;
// Longer than a lease: a worker that could not record the end of an attempt keeps its lease, and another worker
// continues only after the lease expires.
const WORK_GOES_ON_MS = 180_000;

const bin = findSystemPostgres().at(-1);
const disk = bin === undefined ? null : await aSmallDisk();
const skip =
  bin === undefined
    ? "there is no PostgreSQL of Debian's here"
    : disk === null && "this user may not mount a file system, which the test fills";

/** Mounts a small tmpfs with the options in `DISK`; returns null if this user may not mount. */
async function aSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "kolo-disk-"));
  const is_mounted = spawnSync("mount", ["-t", "tmpfs", "-o", DISK, "none", folder]).status === 0;
  if (is_mounted) return folder;
  await rm(folder, { recursive: true });
  return null;
}

/** Writes smaller and smaller chunks until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  for (let chunk = CHUNK; chunk.length > 0; ) {
    try {
      if (writeSync(file, chunk) < chunk.length) chunk = chunk.subarray(0, chunk.length >> 1);
    } catch {
      chunk = chunk.subarray(0, chunk.length >> 1);
    }
  }
  // Close the file: an open file keeps its space after it is removed.
  closeSync(file);
}

describe("with a full disk under the database", { skip }, async () => {
  if (bin === undefined || disk === null) return;
  const server = await startSystemPostgres(bin, disk);
  process.env.KOLO_TEST_SERVER_URL = server.url;
  const world = await startTestWorld();
  after(async () => {
    await server.stop();
    spawnSync("umount", [disk]);
    await rm(disk, { recursive: true });
  });

  it("the readiness probe fails while writes fail, reads continue, and free space restores the service", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const probe = requestSender(world.url, {});
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`k${number}`, "x".repeat(450)]));
    let made = 0;
    async function write(): Promise<number> {
      const answer = await merchant.post("/transfers", {
        ...transfer_order,
        amount: 1,
        reference: `r${made}`,
        metadata,
      });
      if (answer.status === 201) made += 1;
      return answer.status;
    }
    /** A refused write may leave space inside the tables, which the next one fills. */
    async function writeUntilRefused(): Promise<void> {
      let status = 201;
      for (let number = 0; number < WRITES_MAX && status === 201; number += 1) status = await write();
      assert.equal(status, 503);
    }
    assert.equal((await probe("GET", "/health/ready")).status, 200);
    assert.equal(await write(), 201);
    const filler = join(disk, "filler");
    fill(filler);
    for (let number = 0; number < PROBES; number += 1) {
      await writeUntilRefused();
      const ready = await probe("GET", "/health/ready");
      assert.equal(ready.status, 503, `probe ${number}: ${ready.text}`);
      assert.equal((await probe("GET", "/health/live")).status, 200);
      assert.equal((await merchant.get("/transfers?limit=1")).status, 200);
      // Longer than 200 ms, for which health probes share one cached answer.
      await sleep(250);
    }

    rmSync(filler);
    const give_up_at = Date.now() + WORK_GOES_ON_MS;
    while ((await probe("GET", "/health/ready")).status !== 200) {
      assert.ok(Date.now() < give_up_at, "the service is ready again");
      await sleep(POLL_INTERVAL_MS);
    }
    assert.equal(await write(), 201);
    const complete = async () => (await merchant.get("/transfers?limit=1&status=complete")).body.totals;
    while ((await complete()) !== made) {
      assert.ok(Date.now() < give_up_at, `${await complete()} of ${made} transfers are complete`);
      await sleep(POLL_INTERVAL_MS);
    }
    await world.assertCleanAudit();
  });
});
