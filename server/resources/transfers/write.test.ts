import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { momentOf, sql } from "#db/tx.ts";
import { fromDatabase } from "#kernel/time.ts";
import { setFee } from "#resources/fees/set.ts";
import { aServer } from "#testing/from-memory.ts";
import { order } from "#testing/orders.ts";
import { aWorld, type TestMerchant } from "#testing/world.ts";

const world = await aWorld({ works: false });

// Everything a transfer is written to.
const TABLES = ["transfers", "attempts", "events", "outbox", "entries", "accounts", "list_deltas"];

type Row = Readonly<Record<string, unknown>>;

/** What the transaction of a transfer, the last one, has written, table by table. */
async function writtenFor(reference: string): Promise<Readonly<Record<string, readonly Row[]>>> {
  const tables: Record<string, readonly Row[]> = {};
  for (const table of TABLES) {
    const rows = await world.rows(`
      select to_jsonb(t) as row from ${table} t
      where t.xmin = (select xmin from transfers where reference = '${reference}')
      order by to_jsonb(t)::text`);
    tables[table] = rows.map(({ row }) => JSON.parse(JSON.stringify(row)));
  }
  return tables;
}

/** The same without what tells one transfer from the next: names in place of ids and instants, and no serial numbers. */
async function likenessOf(reference: string): Promise<unknown> {
  const written = await writtenFor(reference);
  const [transfer] = written.transfers ?? [];
  const [attempt] = written.attempts ?? [];
  const [event] = written.events ?? [];
  const at = fromDatabase(String(transfer?.created_at).replace("T", " ").replace("+00:00", "+00"));
  const { slot, ms } = momentOf(at);
  const [entry] = written.entries ?? [];
  const accounts = Object.fromEntries((written.accounts ?? []).map(({ name, balance }) => [String(name), balance]));
  assert.deepEqual(
    [entry?.debit_balance, entry?.credit_balance],
    [accounts.available, accounts.reserved],
    "an entry tells the balances behind it",
  );
  const named: readonly (readonly [unknown, string])[] = [
    [transfer?.id, "the transfer"],
    [attempt?.id, "the attempt"],
    [event?.id, "the event"],
    [reference, "the reference"],
    [transfer?.created_at, "now"],
    [at, "now"],
  ];
  const text = named.reduce((all, [value, name]) => all.replaceAll(String(value), name), JSON.stringify(written));
  const numbered = new Set(["number", "balance", "debit_balance", "credit_balance"]);
  return JSON.parse(text, (name, value) => {
    if (numbered.has(name) || (name === "id" && typeof value === "number")) return "a number";
    if (name === "slot") return value === slot ? "the minute" : "a thousand";
    if ((name === "first_ms" || name === "last_ms") && value === ms) return "the moment";
    return value;
  });
}

async function aMerchantWithFee(balance: bigint): Promise<TestMerchant> {
  const merchant = await world.merchant({ balance });
  const { id, environment } = merchant;
  const fee = { kind: "transfer", channel: "cm.mtn", percent_bp: 150, fixed: 7n, minimum: 0n, maximum: null } as const;
  await world.db.engine((tx) => setFee(tx, { merchant: id, environment, ...fee }, "test"));
  return merchant;
}

describe("one transfer in one call", () => {
  it("writes, row by row, what is written in sets", async () => {
    const merchant = await aMerchantWithFee(1_000_000n);
    const { seen, send } = aServer(world, merchant);
    await send(1_000n, "brings the person");
    assert.equal(await send(1_000n, "in sets"), "accepted");
    const in_sets = await likenessOf("in sets");
    assert.deepEqual(seen, { looks: 2, calls: 0 });
    assert.equal(await send(1_000n, "in one call"), "accepted");
    assert.deepEqual(seen, { looks: 2, calls: 1 });
    assert.deepEqual(await likenessOf("in one call"), in_sets);
    const counts = Object.entries(await writtenFor("in one call")).map(([table, rows]) => [table, rows.length]);
    assert.deepEqual(Object.fromEntries(counts), {
      ...{ transfers: 1, attempts: 1, events: 1, outbox: 1, entries: 1, accounts: 2, list_deltas: 3 },
    });
    assert.deepEqual(await merchant.balance(), { available: 1_000_000 - 3 * 1_022, reserved: 3 * 1_022 });
  });

  it("writes nothing of one whose reference is taken, or for which there is no money", async () => {
    const merchant = await aMerchantWithFee(2_500n);
    const [here, elsewhere] = [aServer(world, merchant), aServer(world, merchant)];
    for (const reference of ["a", "b"]) assert.equal(await here.send(1_000n, reference), "accepted");
    assert.equal(await here.send(100n, "a"), "conflict");
    assert.deepEqual(here.seen, { looks: 3, calls: 1 });
    for (const reference of ["c", "d"]) assert.equal(await elsewhere.send(50n, reference), "accepted");
    // What it remembers to be left is spent by the other.
    await here.sendAll(1n, ["e", "f"]);
    assert.equal(await elsewhere.send(320n, "g"), "insufficient_funds");
    assert.deepEqual(elsewhere.seen, { looks: 2, calls: 2 });
    assert.equal((await merchant.get("/transfers")).body.totals, 6);
    const held = 2 * 1_022 + 2 * 58 + 2 * 9;
    assert.deepEqual(await merchant.balance(), { available: 2_500 - held, reserved: held });
  });

  it("is kept with the answer to its Idempotency-Key, and given again as it was", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const send = (key: string) => merchant.post("/transfers", { ...order, reference: key }, { "idempotency-key": key });
    // The first brings the person, the second finds her; from then on nothing is looked up.
    const answers = [await send("first"), await send("second"), await send("third")];
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    const again = await send("third");
    assert.deepEqual([again.status, again.text], [201, answers[2]?.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const other = await merchant.post("/transfers", { ...order, reference: "x" }, { "idempotency-key": "third" });
    assert.equal(other.status, 422);
    assert.deepEqual(await merchant.balance(), { available: 7_000, reserved: 3_000 });
    assert.deepEqual(
      await world.rows(`
        select count(*)::int as kept from idempotency_keys k
        where k.merchant = '${merchant.id}' and k.key = 'third'
          and k.xmin = (select xmin from transfers where reference = 'third' and merchant = '${merchant.id}')`),
      [{ kept: 1 }],
    );
  });

  it("moves no account that is not there", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id, environment } = merchant;
    await assert.rejects(
      world.db.engine((tx) => tx.run(sql`select kolo_hold(${id}, ${environment}, 'EUR', 'trf_x', 1, ${tx.now})`)),
      /every account that is moved exists/,
    );
  });
});

it("the books, the events and the counts hold after all of this", async () => {
  await world.auditIsClean();
});
