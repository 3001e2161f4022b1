import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DatabaseError, sql } from "#db/tx.ts";
import { testDatabase } from "#testing/test-database.ts";

const db = await testDatabase();

type Fields = Readonly<Record<string, unknown>>;

const AT = "2026-03-01T12:00:00Z";
const LARGEST = 9_007_199_254_740_991n;

// A valid row per table, and changes that each make it invalid.
const tables: Readonly<Record<string, { readonly sound: Fields; readonly broken: readonly Fields[] }>> = {
  accounts: {
    sound: { environment: "test", currency: "XAF", name: "available", balance: 0 },
    broken: [
      { environment: "prod" },
      { currency: "xaf" },
      { balance: -1 },
      { name: "reserved", balance: -1 },
      { balance: `${LARGEST + 1n}` },
      { name: "fees", balance: `${-LARGEST - 1n}` },
    ],
  },
  transfers: {
    sound: {
      environment: "test",
      currency: "XAF",
      amount: 10,
      fee: 1,
      amount_total: 11,
      sequence: 1,
      status: "pending",
    },
    broken: [
      { environment: "prod" },
      { currency: "XA" },
      { amount: 0, amount_total: 1 },
      { amount: `${LARGEST + 1n}`, amount_total: `${LARGEST + 2n}` },
      { fee: -1, amount_total: 9 },
      { amount_total: 12 },
      { sequence: -1 },
      { status: "sent" },
      { status: "complete" },
      { completed_at: AT },
      { status: "failed" },
      { failure_reason: "no" },
      { failure_code: "provider_error" },
      { approval: "asked" },
      { approval: "waiting", status: "processing" },
      { approval: "rejected" },
      { approval: "canceled" },
    ],
  },
  payments: {
    sound: {
      ...{ environment: "live", currency: "XAF", amount: 10, fee: 1, amount_refunded: 0, amount_refunding: 5 },
      ...{ status: "complete", channel: "cm.mtn", completed_at: AT, sequence: 1 },
    },
    broken: [
      { environment: "prod" },
      { currency: "EURO" },
      { amount: 0, fee: 0, amount_refunding: 0 },
      { fee: -1 },
      { fee: 11 },
      { amount_refunded: -1 },
      { amount_refunded: 6 },
      { amount_refunding: 11 },
      { status: "paid" },
      { channel: null },
      { completed_at: null },
      { status: "processing" },
      { status: "failed", completed_at: null, amount_refunding: 0 },
      { failure_code: "x" },
      { failure_reason: "x" },
      { status: "pending", completed_at: null },
      { action_url: "https://provider.example/pay" },
      {
        ...{ status: "processing", completed_at: null, amount_refunded: 0, amount_refunding: 0 },
        action_url: "x".repeat(2_001),
      },
    ],
  },
  attempts: {
    sound: {
      ...{ environment: "test", kind: "transfer", amount: 10, state: "sent", sent_at: AT },
      ...{ provider_reference: "x", due_at: AT, currency: "XAF", country: "CM", claim: 0 },
    },
    broken: [
      { environment: "prod" },
      { kind: "gift" },
      { currency: "xaf" },
      { country: "Cameroon" },
      { claim: -1 },
      { amount: 0 },
      { state: "lost" },
      { provider_reference: null },
      { state: "canceled", ended_at: AT, due_at: null },
      { state: "canceled", ended_at: AT, sent_at: null },
      { ended_at: AT },
      { state: "complete" },
      { query_id: "x".repeat(501) },
      { callback_answer: "{}" },
      { callback_answer: "x".repeat(1_001), called_back_at: AT },
    ],
  },
};

async function isValid(table: string, row: Fields): Promise<boolean> {
  const json_row = JSON.stringify(row);
  const query_by_kind = {
    accounts: sql`select kolo_is_valid(json_populate_record(null::accounts, ${json_row})) as is_valid`,
    transfers: sql`select kolo_is_valid(json_populate_record(null::transfers, ${json_row})) as is_valid`,
    payments: sql`select kolo_is_valid(json_populate_record(null::payments, ${json_row})) as is_valid`,
    attempts: sql`select kolo_is_valid(json_populate_record(null::attempts, ${json_row})) as is_valid`,
  }[table];
  assert(query_by_kind);
  return (await db.engine((tx) => tx.row<{ is_valid: boolean }>(query_by_kind))).is_valid;
}

describe("a row of", () => {
  for (const [table, { sound, broken }] of Object.entries(tables)) {
    it(`${table} is valid, or refused`, async () => {
      assert.equal(await isValid(table, sound), true);
      for (const change of broken) {
        assert.equal(await isValid(table, { ...sound, ...change }), false, JSON.stringify(change));
      }
      const rules = await db.engine((tx) =>
        tx.rows<{ rule: string }>(sql`
          select pg_get_constraintdef(oid) as rule
          from pg_constraint
          where conrelid = ${table}::regclass and contype = 'c'`),
      );
      assert.deepEqual(rules, [{ rule: `CHECK (kolo_is_valid(${table}.*)) NOT VALID` }]);
    });
  }

  it("one of these tables is checked when it is written", async () => {
    const overdrawn = db.engine((tx) =>
      tx.run(sql`
        insert into accounts (merchant, environment, currency, name, balance, created_at)
        values ('mer_x', 'test', 'XAF', 'available', -1, now())`),
    );
    await assert.rejects(
      overdrawn,
      (error) => error instanceof DatabaseError && error.constraint === "accounts_are_valid",
    );
  });
});
