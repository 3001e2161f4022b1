import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "#server/kernel/time.ts";
import { LIMIT_MEASURES, LIMIT_PERIODS, LIMIT_SUBJECTS } from "#server/resources/limits/schema.ts";
import { removeLimit, setLimit } from "#server/resources/limits/set.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#server/testing/payments.ts";
import { sizeByTier } from "#server/testing/random-runs.ts";
import { createTestUser, openTestUser } from "#server/testing/users.ts";
import { atOnce, startTestWorld, type TestMerchant, type TestResponse } from "#server/testing/world.ts";

// Use two servers on one database: locks in the memory of one process cannot resolve these races.
const world = await startTestWorld();
const second = await startTestWorld({ database_url: world.database_url });

// Requests of one race. More of them than connections to the database wait for each other already with the lower number.
const REQUESTS = sizeByTier(20, 60);

/** Sends the same number of requests through each server, all at once. */
function throughBoth(
  count: number,
  send: (number: number, server: typeof world) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  return atOnce(count, (number) => send(number, number % 2 === 0 ? world : second));
}

const LIMIT_REQUESTS = sizeByTier(20, 100);

/** Each holder with both measures, and the periods in turn; the quick tier has each holder once. */
const LIMITS = LIMIT_SUBJECTS.flatMap((applies_to, turn) =>
  LIMIT_MEASURES.slice(0, sizeByTier(1, 2)).map((_, number) => ({
    applies_to,
    period: LIMIT_PERIODS[(turn + number) % LIMIT_PERIODS.length] ?? "day",
    measure: LIMIT_MEASURES[(turn + number) % LIMIT_MEASURES.length] ?? "amount",
  })),
);

/** Creates payments of 100 that one payer has not paid yet. */
async function openPayments(shop: TestMerchant, count: number): Promise<readonly string[]> {
  const payments = await Promise.all(Array.from({ length: count }, () => postPayment(shop, { amount: 100 })));
  return payments.map(({ id }) => id);
}

async function millisecondsToNextHour({ db }: typeof world): Promise<number> {
  const { now } = await db.engine(async (tx) => ({ now: tx.now }));
  const left_ms = HOUR_MS - (Date.parse(now) % HOUR_MS);
  return left_ms < 5 * MINUTE_MS ? left_ms : 0;
}

const accepted = (answers: readonly TestResponse[]) => answers.filter((answer) => answer.status === 201);

describe("concurrent requests", () => {
  it("accept exactly as many transfers as the balance covers; the others get 422", async () => {
    for (const [balance, amount, fitting] of [
      [10_000n, 1_000, 10],
      [9_999n, 1_000, 9],
      [500n, 1_000, 0],
      [BigInt(REQUESTS) * 1_000n, 700, REQUESTS],
    ] as const) {
      const merchant = await world.merchant({ balance });
      const answers = await throughBoth(REQUESTS, (_number, server) =>
        server.withExplicitHeaders(merchant).post("/transfers", { ...transfer_order, amount }),
      );
      assert.equal(accepted(answers).length, fitting);
      for (const answer of answers) {
        if (answer.status !== 201) assert.deepEqual([answer.status, answer.body.reason], [422, "insufficient_funds"]);
      }
      await world.waitUntilIdle();
      assert.deepEqual(await merchant.balance(), { available: Number(balance) - fitting * amount, reserved: 0 });
    }
  });

  it("accept small transfers that the balance covers beside large ones that it does not", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const answers = await throughBoth(50, (number, server) =>
      server
        .withExplicitHeaders(merchant)
        .post("/transfers", { ...transfer_order, amount: number % 5 === 0 ? 900_000 : 25 }),
    );
    assert.equal(accepted(answers).length, 40);
    await world.waitUntilIdle();
    assert.equal((await merchant.balance()).available, 0);
  });

  it("accept orders up to a limit and never beyond it, whatever their kind and server", async () => {
    for (const [measure, maximum] of [
      ["amount", 1_000],
      ["count", 10],
    ] as const) {
      const merchant = await world.merchant({ balance: 100_000n });
      const payments = [await completePayment(world, merchant, 5_000), await completePayment(world, merchant, 5_000)];
      const currency = measure === "amount" ? { currency: "XAF" } : {};
      const limit = { applies_to: "merchant", period: "month", measure, maximum, ...currency } as const;
      await world.db.engine((tx) => setLimit(tx, merchant, limit, { set_by: "platform", actor: "operator:test" }));
      const entry = { amount: 50, channel: "cm.mtn", beneficiary_data: transfer_order.beneficiary_data };
      const answers = await throughBoth(REQUESTS, (number, server) => {
        const client = server.withExplicitHeaders(merchant);
        if (number % 10 === 8)
          return client.post("/refunds", { payment: payments[number % 4 === 0 ? 0 : 1], amount: 100 });
        if (number % 10 === 9) return client.post("/transfers/bulk", { currency: "XAF", transfers: [entry, entry] });
        return client.post("/transfers", { ...transfer_order, amount: 100 });
      });
      for (const answer of answers) {
        if (answer.status !== 201) assert.deepEqual([answer.status, answer.body.reason], [422, "limit_exceeded"]);
      }
      const [{ used }] = (await merchant.get("/limits")).body.limits;
      assert.equal(used, maximum);
      await world.waitUntilIdle();
      await world.assertCleanAudit();
    }
  });

  it("never pass a limit of any holder, period or measure, through two servers", async () => {
    const shop = await world.merchant({ balance: 10_000_000n });
    const { id, email } = await createTestUser(world, shop.id, "owner");
    const people = new Map([world, second].map((server) => [server, openTestUser(server, id, email)]));
    for (const person of people.values()) await person.signIn();
    for (const terms of LIMITS) {
      // The limit's hour must not end during the race.
      const wait_ms = await millisecondsToNextHour(world);
      for (const { db } of [world, second]) db.advanceClock(wait_ms);
      const { applies_to, measure } = terms;
      const payments = await openPayments(shop, applies_to === "payer" ? LIMIT_REQUESTS : 0);
      const limit = { ...terms, ...(measure === "amount" ? { currency: "XAF", maximum: 1_000 } : { maximum: 10 }) };
      const setter = { set_by: "platform", actor: "operator:test" } as const;
      const stored = await world.db.engine((tx) => setLimit(tx, shop, limit, setter));
      const order = { ...transfer_order, amount: 100 };
      const answers = await throughBoth(LIMIT_REQUESTS, async (number, server) => {
        const person = people.get(server);
        assert.ok(person);
        if (applies_to === "person") return person.send("POST", `/merchants/${shop.id}/test/transfers`, order);
        const client = server.withExplicitHeaders(shop);
        return applies_to === "payer"
          ? client.post(`/payments/${payments[number]}`, directCharge())
          : client.post("/transfers", order);
      });
      const name = JSON.stringify(terms);
      assert.equal(answers.filter(({ status }) => status === 201 || status === 202).length, 10, name);
      for (const { status, body } of answers) {
        if (status === 201 || status === 202) continue;
        const { applies_to: holder, period, measure: measured } = body.reason_params ?? {};
        assert.deepEqual(
          [status, body.reason, holder, period, measured],
          [422, "limit_exceeded", ...Object.values(terms)],
        );
      }
      await world.db.engine((tx) => removeLimit(tx, shop, stored.id, setter));
    }
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("of the same amount to the same payee accept one, if the duplicate guard is on", async () => {
    const merchant = await world.merchant();
    const order = { ...transfer_order, allow_duplicate: false };
    const bulk = {
      ...{ currency: "XAF", allow_duplicate: false },
      transfers: [{ amount: 1_000, channel: "cm.mtn", beneficiary_data: transfer_order.beneficiary_data }],
    };
    const answers = await throughBoth(REQUESTS, (number, server) => {
      const client = server.withExplicitHeaders(merchant);
      return number % 10 === 9 ? client.post("/transfers/bulk", bulk) : client.post("/transfers", order);
    });
    assert.equal(accepted(answers).length, 1);
    for (const { status, text } of answers) {
      if (status !== 201) assert.deepEqual([status, text.includes("possible_duplicate")], [422, true], text);
    }
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("create one transfer per reference; the others get 409", async () => {
    const merchant = await world.merchant();
    const answers = await throughBoth(REQUESTS, (_number, server) =>
      server.withExplicitHeaders(merchant).post("/transfers", { ...transfer_order, reference: "only-one" }),
    );
    assert.equal(accepted(answers).length, 1);
    assert.ok(answers.every((answer) => [201, 409].includes(answer.status)));
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
  });

  it("create one beneficiary per recipient", async () => {
    const merchant = await world.merchant();
    const answers = await throughBoth(REQUESTS, (_number, server) =>
      server.withExplicitHeaders(merchant).post("/transfers", { ...transfer_order, amount: 1 }),
    );
    assert.equal(accepted(answers).length, REQUESTS);
    assert.equal(new Set(answers.map((answer) => answer.body.transfer.beneficiary)).size, 1);
  });

  it("do not mix the balances of merchants in one group commit", async () => {
    const merchants = await Promise.all(
      Array.from({ length: 8 }, (_, number) => world.merchant({ balance: BigInt(number) * 1_000n })),
    );
    const answers = await throughBoth(8 * 10, (number, server) => {
      const merchant = merchants[number % 8];
      assert.ok(merchant);
      return server.withExplicitHeaders(merchant).post("/transfers", transfer_order);
    });
    assert.equal(accepted(answers).length, 0 + 1 + 2 + 3 + 4 + 5 + 6 + 7);
    await world.waitUntilIdle();
    for (const merchant of merchants) assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
  });

  it("cancel a transfer once", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchant = await asleep.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    const answers = await Promise.all(Array.from({ length: 30 }, () => merchant.send("DELETE", `/transfers/${id}`)));
    assert.equal(answers.filter((answer) => answer.status === 202).length, 1);
    assert.ok(answers.every((answer) => [202, 422].includes(answer.status)));
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    await asleep.assertCleanAudit();
  });

  it("record one event per change of a beneficiary, in order", async () => {
    const merchant = await world.merchant();
    const made = await merchant.post("/beneficiaries", {
      name: "B",
      phone: "677123456",
      country: "CM",
      currency: "XAF",
      type: "mobile_money",
    });
    const { id } = made.body.beneficiary;
    await throughBoth(REQUESTS, (number, server) =>
      server.withExplicitHeaders(merchant).send("PUT", `/beneficiaries/${id}`, { name: `B ${number}` }),
    );
    await world.waitUntilIdle();
    const rows = await world.rows(`select sequence from events where resource = '${id}' order by sequence`);
    assert.deepEqual(
      rows.map((row) => row.sequence),
      Array.from({ length: REQUESTS + 1 }, (_, number) => number + 1),
    );
  });

  it("publish each event once, without gaps, with two publishers", async () => {
    const merchant = await world.merchant();
    const answers = await throughBoth(2 * REQUESTS, (number, server) => {
      const customer = { name: `C ${number}`, email: `c${number}@example.cm` };
      const headers = { "idempotency-key": `customer-${number}` };
      return server.withExplicitHeaders(merchant).post("/customers", customer, headers);
    });
    for (const { status, text } of answers) assert.equal(status, 201, text);
    await world.waitUntilIdle();
    const [row] = await world.rows(`
      select count(*) as events, max(position) as last from feed where merchant = '${merchant.id}' and environment = 'test'`);
    assert.deepEqual([Number(row?.events), Number(row?.last)], [2 * REQUESTS, 2 * REQUESTS]);
  });
});

const RECONNECT_TIMEOUT_MS = 30_000;
const RECONNECT_INTERVAL_MS = 50;

describe("concurrent transfers to the same new people cause no deadlock", async () => {
  const first = await startTestWorld({ works: false });
  const other = await startTestWorld({ works: false, database_url: first.database_url });
  const server = (number: number) => (number % 2 === 0 ? first : other);

  const stranger = (number: number, of: string) => ({
    ...{ amount: 1, channel: "cm.mtn" },
    beneficiary_data: { name: `New ${of}`, phone: `677${String(number).padStart(6, "0")}` },
  });

  /**
   * Returns the number of deadlocks that PostgreSQL has detected. A connection reports its statistics only when it
   * closes.
   */
  async function circles(): Promise<number> {
    await first.withoutDatabase(async () => {});
    const deadline_ms = Date.now() + RECONNECT_TIMEOUT_MS;
    for (;;) {
      const query = "select deadlocks from pg_stat_database where datname = current_database()";
      try {
        const [[row]] = await Promise.all([first.rows(query), other.rows("select 1")]);
        return Number(row?.deadlocks);
      } catch (error) {
        if (Date.now() > deadline_ms) throw error;
        await sleep(RECONNECT_INTERVAL_MS);
      }
    }
  }

  it("in bulks that name them in opposite orders", async () => {
    const before = await circles();
    const merchant = await first.merchant({ balance: 1_000_000n });
    const transfers = Array.from({ length: sizeByTier(120, 800) }, (_, number) => stranger(number, "of a bulk"));
    const answers = await Promise.all(
      [transfers, transfers.toReversed()].map((entries, number) =>
        server(number).withExplicitHeaders(merchant).post("/transfers/bulk", { currency: "XAF", transfers: entries }),
      ),
    );
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    const [row] = await first.rows(`select count(*) from beneficiaries where merchant = '${merchant.id}'`);
    assert.equal(Number(row?.count), transfers.length);
    assert.equal(await circles(), before);
  });

  it("in single transfers, each of them sent twice", async () => {
    const before = await circles();
    const references = sizeByTier(100, 300);
    for (const round of sizeByTier(1, 2) === 1 ? ["a"] : ["a", "b"]) {
      const merchant = await first.merchant({ balance: 1_000_000n });
      const answers = await Promise.all(
        Array.from({ length: 2 * references }, (_, number) => {
          const one = number < references ? number : 2 * references - 1 - number;
          const answered_requests = { ...stranger(one % 100, round), currency: "XAF", reference: `r-${one}` };
          return server(number).withExplicitHeaders(merchant).post("/transfers", answered_requests);
        }),
      );
      for (const { status, text } of answers) assert.ok(status === 201 || status === 409, `${status} ${text}`);
      assert.equal(accepted(answers).length, references);
    }
    assert.equal(await circles(), before);
    await first.assertCleanAudit();
  });
});

it("the audit is clean after these races", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
