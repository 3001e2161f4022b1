import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { testDatabase } from "#testing/test-database.ts";
import { listSearched } from "./search.ts";
import { sql } from "./tx.ts";

const db = await testDatabase();
const scope = { merchant: "mer_1", environment: "test" } as const;
const MOST_MS = 200;

describe("a search", () => {
  const search = (seconds: number) =>
    db.read(scope, (tx) =>
      listSearched<{ id: string }>(
        tx,
        {
          list: "transfers",
          columns: sql`id`,
          from: sql`(select 'trf_1' as id, pg_sleep(${seconds}) as slept offset 0) found`,
          where: sql`slept is not null`,
          prefix: "trf",
        },
        {},
        { limit: 10, offset: 0 },
        MOST_MS,
      ),
    );

  it("that looks for too long is stopped, and says what helps", async () => {
    const began_ms = performance.now();
    await assert.rejects(search(10), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.match(String(error.fields?.search), /choose fewer/);
      return error.kind === "invalid";
    });
    assert.ok(performance.now() - began_ms < 5_000);
  });

  it("that does not is answered", async () => {
    assert.deepEqual(await search(0), { rows: [{ id: "trf_1" }], totals: 1 });
  });
});
