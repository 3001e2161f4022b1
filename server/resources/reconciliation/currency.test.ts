import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldError } from "#kernel/errors.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { testTable } from "#testing/tables.ts";
import { startTestWorld } from "#testing/world.ts";
import { importStatement } from "./import-statement.ts";
import mappings from "./mappings.json" with { type: "json" };
import { digestOf, parseReport } from "./parse-report.ts";
import { buildReport } from "./report.ts";
import { listLines } from "./store.ts";

const world = await startTestWorld();
const operators = await connectFakeNetworks(world);
const HEAD = ["Id", "External Id", "Date", "Type", "Status", "To", "Amount", "Fee"];

async function take(row: readonly string[], currency: string, market = "CM") {
  const lines = parseReport(testTable([HEAD, row]), mappings.mtn, currency, "UTC");
  const statement_input = {
    provider: "mtn",
    environment: "live",
    merchant: null,
    market,
    currency,
    lines,
    name: "day.csv",
  } as const;
  const span = {
    begins_at: "2020-01-01T00:00:00.000000Z",
    ends_at: "2099-01-01T00:00:00.000000Z",
    time_zone: "UTC",
  } as const;
  const digest = digestOf(Buffer.from(row.join()));
  const { id } = await world.db.engine((tx) => importStatement(tx, { ...statement_input, ...span, digest }, "test"));
  return { id, lines: await world.db.engine((tx) => listLines(tx, id)) };
}

/** Sends a transfer of 1,500 francs. Returns it with its row in MTN's portal report. */
async function aRow() {
  const merchant = await world.merchant({ environment: "live", balance: 10_000n });
  const beneficiary_data = { name: "Jane", phone: "677345678" };
  await merchant.post("/transfers", { amount: 1_500, currency: "XAF", channel: "cm.mtn", beneficiary_data });
  await world.waitUntilIdle();
  operators.advance(10_000);
  await operators.mtn.callbacksSent();
  await world.waitUntilIdle();
  const { id, external_id, at, kind, party, amount } = operators.mtn.book.movements.at(-1) ?? assert.fail("it moved");
  const [attempt] = await world.rows(`select provider_id from attempts where id = '${external_id}'`);
  const order_ids = { ours: external_id, theirs: String(attempt?.provider_id) };
  return { names: order_ids, row: [`F${id.slice(0, 8)}`, external_id, at, kind, "Successful", party, amount, "0"] };
}

describe("a report in another currency than its orders", () => {
  it("is refused by any id of an order, writes nothing, and is accepted in the order's currency", async () => {
    const { names: order_ids, row } = await aRow();
    const [, , ...rest] = row;
    for (const named of [
      ["F1", order_ids.ours],
      [order_ids.theirs, ""],
    ]) {
      await assert.rejects(take([...named, ...rest], "XOF"), {
        kind: "invalid",
        fields: {
          currency: [
            fieldError(
              "statement_currency_mismatch",
              "Line 2 is an order in XAF, and the report was said to be in XOF",
              { line: 2, currency: "XAF", statement_currency: "XOF" },
            ),
          ],
        },
      });
    }
    assert.deepEqual(await world.rows("select id from statements"), []);
    const { lines } = await take(["F1", order_ids.ours, ...rest], "XAF");
    assert.deepEqual(
      lines.map(({ matched_by, exception }) => [matched_by, exception]),
      [["our_id", null]],
    );
  });

  it("and without their ids matches none by amount and number, and misses none of another currency", async () => {
    const { row } = await aRow();
    const { id, lines } = await take(["", "", ...row.slice(2)], "XOF");
    assert.deepEqual(
      lines.map(({ line, attempt, exception }) => [line, attempt, exception]),
      [[2, null, "theirs_only"]],
    );
    const { report } = await world.db.engine((tx) => buildReport(tx, id));
    assert.deepEqual([report.ledger_total, report.theirs_only, report.unexplained], [0n, -1_500n, 0n]);
  });
});

describe("a report of another market than its orders", () => {
  it("matches none of them, and misses none of the first market in the same currency", async () => {
    const { names: order_ids, row } = await aRow();
    const { lines } = await take(["F2", order_ids.ours, ...row.slice(2)], "XAF", "CG");
    assert.deepEqual(
      lines.map(({ line, attempt, exception }) => [line, attempt, exception]),
      [[2, null, "theirs_only"]],
    );
    await assert.rejects(take(row, "XAF", "FR"), { kind: "invalid" });
  });
});
