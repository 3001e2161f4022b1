import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "#db/tx.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const MANY = 100_000;
const MB = 1_024 * 1_024;
const GROWTH_MAX_BYTES = 50 * MB;
// The whole file has 27 MB.
const UNREAD_MAX_BYTES = 20 * MB;

// Forces garbage collection before counting, so that only live bytes are counted.
setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");
function alive_bytes(): number {
  assert.ok(typeof collect === "function");
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("the export of a long list", async () => {
  const world = await startTestWorld();
  const merchant = await world.merchant();
  // Each row has 250 bytes.
  await world.db.engine((tx) =>
    tx.run(sql`
      insert into customers (merchant, environment, id, name, email, sequence, created_at, updated_at)
      select ${merchant.id}, 'test', 'cus_01jqk3v8q1' || lpad(number::text, 16, '0'), repeat('x', 180),
        number || '@example.cm', 1, ${tx.now}, ${tx.now}
      from generate_series(1, ${MANY}::int) number`),
  );
  const person = await createTestUser(world, merchant.id, "finance");
  await person.signIn();
  const path = `${world.url}/dashboard/api/merchants/${merchant.id}/test/exports/customers`;
  const ask = (signal?: AbortSignal) =>
    fetch(path, { headers: { cookie: person.cookie }, ...(signal ? { signal } : {}) });

  it("has all of 100,000 rows, each once, in bounded memory", async () => {
    const row_counts = new Uint8Array(MANY + 1);
    const before = alive_bytes();
    let [most, pieces, tail] = [before, 0, ""];
    const decoder = new TextDecoder();
    for await (const piece of (await ask()).body ?? []) {
      const lines = (tail + decoder.decode(piece, { stream: true })).split("\r\n");
      tail = lines.pop() ?? "";
      for (const line of lines) {
        const number = Number(/^cus_01jqk3v8q1(\d{16}),/.exec(line)?.[1] ?? 0);
        row_counts[number] = (row_counts[number] ?? 0) + 1;
      }
      pieces += 1;
      if (pieces % 100 === 0) most = Math.max(most, alive_bytes());
    }
    assert.ok(row_counts.subarray(1).every((times) => times === 1));
    assert.ok(pieces > 50);
    assert.ok(most - before < GROWTH_MAX_BYTES, `${most - before} bytes more`);
  });

  it("reads rows no faster than the client receives them", async () => {
    const before = alive_bytes();
    const stop = new AbortController();
    await ask(stop.signal);
    // Long enough for the service to write the whole file into memory if it ignored backpressure.
    await new Promise((done) => setTimeout(done, 3_000));
    const held = alive_bytes() - before;
    stop.abort();
    assert.ok(held < UNREAD_MAX_BYTES, `${held} bytes more`);
  });
});
