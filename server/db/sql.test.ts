import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { testDatabase } from "#testing/test-database.ts";
import { type Columns, rowsFrom, sql } from "./sql.ts";

const db = await testDatabase();

interface Row {
  readonly position: number;
  readonly text: string | null;
  readonly bytes: Buffer | null;
  readonly whole: bigint | null;
  readonly is_so: boolean | null;
  readonly json: unknown;
  readonly at: string | null;
}

const columns: Columns<keyof Row> = {
  position: "int",
  text: "text",
  bytes: "bytea",
  whole: "bigint",
  is_so: "boolean",
  json: "json",
  at: "timestamptz",
};

// PostgreSQL's text has no NUL, and no unpaired surrogate.
const anyText = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom("", "NULL", "null", '"', "\\", "{}", ",", '\\"', '"\\', " a ", "{a,b}", "'", "\n"),
);
const anyInstant = fc
  .tuple(fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), fc.nat(999))
  .map(([date, microseconds]) => `${date.toISOString().slice(0, -1)}${String(microseconds).padStart(3, "0")}Z`);
const anyRow = fc.record({
  text: fc.option(anyText),
  bytes: fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  whole: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  is_so: fc.option(fc.boolean()),
  json: fc.option(fc.array(anyText).map((texts) => ({ texts }))),
  at: fc.option(anyInstant),
});

it("a set of rows arrives unchanged, with any values", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1 }), async (inputs) => {
      const rows = inputs.map((row, position): Row => ({ position, ...row }));
      const arrived = await db.engine((tx) =>
        tx.rows<Row>(sql`select * from ${rowsFrom(rows, columns, "input")} order by position`),
      );
      assert.deepEqual(arrived, rows);
    }),
  );
});

const anyShared = fc.uniqueArray(fc.subarray(["position", "text", "bytes", "whole", "is_so", "json", "at"] as const), {
  maxLength: 3,
});

it("a set of rows arrives unchanged when shared columns are sent once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1 }),
      anyRow,
      anyShared,
      fc.boolean(),
      async (inputs, one, groups, is_same) => {
        const same = Object.fromEntries(
          (is_same ? groups.flat() : []).map((name) => [name, { position: 0, ...one }[name]]),
        );
        const rows = inputs.map((row, position): Row => ({ position, ...row, ...same }));
        const arrived = await db.engine((tx) =>
          tx.rows<Row>(sql`select * from ${rowsFrom(rows, columns, "input", groups)}`),
        );
        assert.deepEqual(arrived, rows);
      },
    ),
    { numRuns: 300 },
  );
});

it("a number that its column cannot hold is refused, not replaced", async () => {
  const too_large: readonly (readonly [string, unknown])[] = [
    ["int", 2 ** 31],
    ["int", -(2 ** 31) - 1],
    ["int", 0.5],
    ["int", Number.NaN],
    ["bigint", 2n ** 63n],
    ["bigint", -(2n ** 63n) - 1n],
  ];
  for (const [type, value] of too_large) {
    const rows = [{ value: type === "int" ? 1 : 1n }, { value }];
    const outcome = db.engine((tx) => tx.rows(sql`select * from ${rowsFrom(rows, { value: type }, "input")}`));
    await assert.rejects(outcome, /out of range|invalid input syntax/, `${String(value)} as ${type}`);
  }
});
