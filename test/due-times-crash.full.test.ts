import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#server/db/embedded/embedded-postgres.ts";
import { openDatabase } from "#server/db/pool.ts";
import { migrate } from "#server/db/schema/migrate.ts";
import { Sql, type Tx } from "#server/db/tx.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { newMasterKey, readKeyring, useKeyring } from "#server/kernel/secrets.ts";
import { DAY_MS, dayAfter, HOUR_MS, MINUTE_MS } from "#server/kernel/time.ts";
import { audit } from "#server/operator/audit.ts";
import { createBulk } from "#server/resources/bulk/create.ts";
import { createInvoice } from "#server/resources/invoices/create.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";
import { linkMerchants, READ_ONLY_GRANT } from "#server/resources/merchants/merchant-links.ts";
import { createPayments } from "#server/resources/payments/create.ts";
import { processPayment } from "#server/resources/payments/process.ts";
import { anyChannelIn } from "#server/resources/payments/rules.ts";
import { readCalendar } from "#server/resources/schedules/calendar.ts";
import { createSchedule } from "#server/resources/schedules/create.ts";
import { nextOccurrences } from "#server/resources/schedules/rules.ts";
import { find } from "#server/resources/schedules/store.ts";
import type { SplitTerms } from "#server/resources/splits/schema.ts";
import { copyDataTemplate } from "#server/testing/test-server.ts";
import { type KillableProcess, postgresProcess, serviceProcess } from "./crash/processes.ts";

const KILLS = Number(process.env.KOLO_TEST_RUNS ?? 12);
// In milliseconds. The workers run due times all this while, so most kills hit one of their transactions.
const KILL_WITHIN_MS = 1_500;
const BACKLOG_DAYS = 60;
const PATIENCE_MS = 180_000;
const TRIES = 50;
const INVOICES_PER_REFILL = 20;
const PAYMENTS_PER_REFILL = 5;
const payees = [1, 2].map((number) => ({
  ...{ amount: number, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `67700001${number}` } },
}));
const SUM = payees.reduce((sum, { amount }) => sum + amount, 0);

// `KOLO_TEST_RUNS=200 npm test -- test/due-times-crash.full.test.ts` kills 200 times, in about ten minutes.
describe("two workers, under kill -9 of either and of PostgreSQL", () => {
  it(`run each due time of schedules and invoices once, and settle each due bulk and split payment once, over ${KILLS} kills`, async () => {
    const stage = await openStage();
    for (let kills = 0; kills < KILLS; kills += 1) {
      await stage.refill();
      await sleep(Math.random() * KILL_WITHIN_MS);
      await stage.killOne();
    }
    await stage.untilIdle();
    await stage.check();
  });
});

async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "kolo-due-times-crash-"));
  await copyDataTemplate(folder);
  const embedded = await startEmbedded({ folder, is_durable: true });
  await migrate(embedded.url);
  const master_keys = newMasterKey();
  useKeyring(readKeyring(master_keys));
  const db = openDatabase({ url: embedded.url, connections_max: 2 });
  const { id: merchant } = await db.engine((tx) =>
    createMerchant(tx, { name: "Crash", email: "crash@example.cm", country: "CM", currency: "XAF" }, "crash"),
  );
  const scope: Scope = { merchant, environment: "test" };
  const seller = await db.engine(async (tx) => {
    const business = { name: "Seller", email: "seller@example.cm", country: "CM", currency: "XAF", test_funds: 0n };
    const { id } = await createMerchant(tx, business, "crash");
    await linkMerchants(tx, merchant, id, READ_ONLY_GRANT, "crash");
    return id;
  });
  const part = { merchant: seller, amount: null, description: null };
  const split: SplitTerms = {
    ...{ fee_bearer: "platform", refund_bearer: "parts" },
    parts: [
      { ...part, basis_points: 5_000, hold: false },
      { ...part, basis_points: 2_500, hold: true },
    ],
  };
  const environment = {
    ...{ DATABASE_URL: embedded.url, KOLO_MASTER_KEYS: master_keys, KOLO_DATA: folder },
    ...{ KOLO_LOG: "silent", KOLO_SANDBOX_PENDING_MS: "0" },
  };
  const workers = [1, 2].map((number) => serviceProcess(`worker ${number}`, ["work"], environment));
  const postgres = postgresProcess(folder, embedded);
  await Promise.all(workers.map((worker) => worker.start()));
  after(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const victims: readonly KillableProcess[] = [...workers, ...workers, postgres];
  /** Retries while PostgreSQL restarts. */
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === TRIES) throw error;
        await sleep(200);
      }
    }
  }
  async function chargeSplit(tx: Tx): Promise<void> {
    const [payment] = await createPayments(
      tx,
      [
        {
          ...{ scope, amount: 1_000n, split, reference: null, description: null, callback: null, metadata: null },
          payer: { by: "contact", name: null, email: null, phone: "677111111", phone_field: "phone" },
          ...{ invoice: null, link: null, publishable_key: null, expires_at: null, ...anyChannelIn("XAF") },
        },
      ],
      HOUR_MS,
    );
    assert.ok(payment && !(payment instanceof Error));
    const charge = {
      ...{ channel: "cm.mtn", phone: "677111111", phone_field: "phone", country: null },
      ...{ otp: null, otp_field: "otp", is_hosted: false },
    };
    await processPayment(tx, scope, payment.id, charge);
  }
  const rows = (query: string) =>
    patiently(() => db.engine((tx) => tx.rows<Readonly<Record<string, string>>>(new Sql([query], []))));
  const countOf = async (query: string) => Number((await rows(`select count(*) as n from ${query}`))[0]?.n);
  const due = "schedules where run_at <= now()";

  return {
    /** While the workers have nothing to do, creates schedules and a bulk whose due times have passed already. */
    async refill() {
      if ((await countOf(due)) > 0) return;
      const back_ms = BACKLOG_DAYS * DAY_MS;
      const common = { name: "S", currency: "XAF", time: "09:00", transfers: payees };
      const bulk = { currency: "XAF", transfers: payees, reserve_funds: "at_due" } as const;
      db.advanceClock(-back_ms);
      const schedules: readonly Parameters<typeof createSchedule>[2][] = [
        { ...common, frequency: "daily" },
        { ...common, frequency: "daily", days_ahead: 1, reserve_funds: "at_due" },
        { ...common, frequency: "weekly", days: [1, 4, 6], holiday_rule: "after" },
      ];
      await patiently(() =>
        db.engine(async (tx) => {
          for (const body of schedules) await createSchedule(tx, scope, body, null);
          const scheduled_at = new Date(Date.parse(tx.now) + HOUR_MS).toISOString();
          await createBulk(tx, scope, { ...bulk, scheduled_at }, { requested_by: null, key: null });
          for (let number = 1; number <= INVOICES_PER_REFILL; number += 1) {
            const due_at = new Date(Date.parse(tx.now) + number * DAY_MS).toISOString();
            const invoice = { amount: 100, currency: "XAF", phone: "677111111", due_at, reminders: [-1, 0, 1] };
            await createInvoice(tx, scope, invoice, null);
          }
        }),
      );
      db.advanceClock(back_ms);
      for (let number = 0; number < PAYMENTS_PER_REFILL; number += 1) await patiently(() => db.engine(chargeSplit));
    },
    async killOne() {
      const victim = victims[Math.floor(Math.random() * victims.length)];
      await victim?.kill();
      await victim?.start();
    },
    async untilIdle() {
      const open = `(
        select id from ${due}
        union all
        select id from transfers where status in ('pending', 'processing') and coalesce(scheduled_at, now()) <= now()
        union all
        select id from payments where status in ('pending', 'processing')
        union all
        select id from invoices where least(next_due_at, next_reminder_at) <= now()
      ) open`;
      const give_up_at = Date.now() + PATIENCE_MS;
      for (let left = 1; left > 0; left = await countOf(open)) {
        assert.ok(Date.now() < give_up_at, `${left} due rows are still open`);
        await sleep(200);
      }
      for (const worker of workers) await worker.stop();
    },
    async check() {
      let runs_count = 0;
      for (const { id = "" } of await rows("select id from schedules")) {
        const { row, calendar, now } = await db.engine(async (tx) => ({
          row: await find(tx, scope, id),
          calendar: await readCalendar(tx, scope),
          now: tx.now,
        }));
        assert.ok(row);
        const start = { day: dayAfter(row.starts_on, -1), at: row.created_at };
        const horizon = new Date(Date.parse(now) + row.days_ahead * DAY_MS - MINUTE_MS).toISOString();
        const expected = nextOccurrences(row, calendar, start, 2 * BACKLOG_DAYS).filter(
          ({ due_at }) => due_at <= horizon,
        );
        const runs = await rows(`select due_at from schedule_runs where schedule = '${id}' order by due_at`);
        assert.deepEqual(
          runs.slice(0, expected.length).map(({ due_at }) => due_at),
          expected.map(({ due_at }) => due_at),
        );
        runs_count += runs.length;
      }
      assert.ok(runs_count > KILLS);
      assert.equal(await countOf("bulk_transfers where schedule is not null"), runs_count);
      const bulks = await countOf("bulk_transfers where schedule is null");
      assert.equal(await countOf("transfers"), (runs_count + bulks) * payees.length);
      const not_due = await countOf("bulk_transfers where scheduled_at > now()");
      const [sums] = await rows(`
        select sum(amount) filter (where kind = 'hold') as held, sum(amount) filter (where kind = 'settle') as paid
        from entries`);
      const sum = SUM * (runs_count + bulks - not_due);
      assert.deepEqual([Number(sums?.held), Number(sums?.paid)], [sum, sum]);
      const invoices = await countOf("invoices where status = 'overdue' and amount_overdue = amount");
      assert.ok(invoices >= INVOICES_PER_REFILL);
      assert.equal(await countOf("invoices"), invoices);
      const reported = await rows(`
        select resource, count(*) filter (where type = 'invoice.overdue') as overdue,
          count(*) filter (where type = 'invoice.reminder_due') as reminders
        from events where starts_with(type, 'invoice.') group by resource`);
      assert.equal(reported.length, invoices);
      // Of several reminders that became due during an outage, only the latest is reported.
      for (const { overdue, reminders } of reported) assert.deepEqual([Number(overdue), Number(reminders)], [1, 1]);
      const payments = await countOf("payments");
      assert.equal(await countOf("payments where status = 'complete'"), payments);
      const [balances] = await rows(`
        select sum(balance) filter (where merchant = '${seller}' and name = 'available') as seller,
          sum(balance) filter (where merchant = '${merchant}' and name = 'escrow') as escrow
        from accounts`);
      assert.deepEqual([Number(balances?.seller), Number(balances?.escrow)], [500 * payments, 250 * payments]);
      assert.deepEqual(
        (await audit(db)).filter((finding) => finding.broken.length > 0),
        [],
      );
    },
  };
}
