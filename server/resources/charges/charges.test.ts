import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { connectAccount } from "#providers/accounts/connect.ts";
import type { ReportedCharge } from "#providers/provider.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { correctOrderCharge } from "./correct.ts";
import type { ChargeBand } from "./schema.ts";
import { type ChargeSchedule, setCharges } from "./set.ts";

/** The charge that the provider reports with the next orders; null: it reports none. */
let reported: ReportedCharge | null = null;
const provider = { ...scriptedProvider(), id: "mtn" };
provider.submit = (order) =>
  Promise.resolve({ outcome: "complete", provider_id: `F${order.attempt.slice(-20)}`, charge: reported });

const world = await startTestWorld({ provider });
await world.db.engine((tx) => connectAccount(tx, { provider, environment: "live", merchant: null }, {}, "test"));

const HOUSE = { provider: "mtn", environment: "live", merchant: null } as const;

function setSchedule(bands: readonly Partial<ChargeBand>[], of: Partial<ChargeSchedule> = {}): Promise<void> {
  const none = { from_amount: 0n, percent_bp: 0, fixed: 0n, tax_bp: 0 };
  return world.db.engine((tx) =>
    setCharges(
      tx,
      { ...HOUSE, kind: "transfer", channel: "*", bands: bands.map((band) => ({ ...none, ...band })), ...of },
      "operator:anna",
    ),
  );
}

async function send(merchant: TestMerchant, amount: number): Promise<string> {
  const beneficiary_data = { name: "Jane", phone: "677123456" };
  const answer = await merchant.post("/transfers", { amount, currency: "XAF", channel: "cm.mtn", beneficiary_data });
  assert.equal(answer.status, 201, answer.text);
  await world.waitUntilIdle();
  return answer.body.transfer.id;
}

async function collect(merchant: TestMerchant, amount: number, reference: string): Promise<void> {
  await merchant.post("/payments", { amount, currency: "XAF", phone: "677123456", reference });
  const answer = await merchant.post(`/payments/${reference}`, { channel: "cm.mtn", phone: "677123456" });
  assert.equal(answer.status, 202, answer.text);
  await world.waitUntilIdle();
}

/** The balances of the accounts that a charge moves, in XAF. */
async function house({ merchant }: TestMerchant): Promise<Record<string, number>> {
  const rows = await world.rows(`
    select name, balance::int from accounts
    where merchant = '${merchant}' and name in ('charges', 'taxes', 'fees', 'provider:mtn') and balance <> 0`);
  return Object.fromEntries(rows.map(({ name, balance }) => [String(name), Number(balance)]));
}

describe("the charge of a provider", () => {
  it("is booked with its tax when an order completes, by the schedule of the account", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([
      { percent_bp: 100, fixed: 10n, tax_bp: 1_925 },
      { from_amount: 5_000n, fixed: 200n },
    ]);
    await setSchedule([{ percent_bp: 150 }], { kind: "collect", channel: "cm.mtn" });
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -20, taxes: -4, "provider:mtn": 1_024 });
    await send(merchant, 5_000);
    assert.deepEqual(await house(merchant), { charges: -220, taxes: -4, "provider:mtn": 6_224 });
    await collect(merchant, 2_000, "in");
    assert.deepEqual(await house(merchant), { charges: -250, taxes: -4, "provider:mtn": 4_254 });
    assert.deepEqual(await merchant.balance(), { available: 6_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is the charge that the provider reports, if it differs: the difference is a second entry", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([{ fixed: 50n, tax_bp: 1_000 }]);
    reported = { amount: 66n, tax: null };
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -60, taxes: -6, "provider:mtn": 1_066 });
    reported = { amount: 10n, tax: 3n };
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -70, taxes: -9, "provider:mtn": 2_079 });
    await setSchedule([]);
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -80, taxes: -12, "provider:mtn": 3_092 });
    reported = null;
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -80, taxes: -12, "provider:mtn": 4_092 });
    const kinds = await world.rows(`
      select kind, count(*)::int as entries from entries
      where merchant = '${merchant.merchant}' and (kind like '%charge%' or kind like '%tax')
      group by kind order by kind`);
    assert.deepEqual(
      kinds.map(({ kind, entries }) => [kind, entries]),
      [
        ["charge", 2],
        ["charge_tax", 2],
        ["correct_charge", 3],
        ["correct_tax", 3],
      ],
    );
    await world.assertCleanAudit();
  });

  it("of a merchant's own account follows that account's schedule, not the platform operator's", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([{ fixed: 50n }]);
    const owner = { provider, environment: "live", merchant: merchant.id } as const;
    await world.db.engine((tx) => connectAccount(tx, owner, {}, "test"));
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { "provider:mtn": 1_000 });
    await setSchedule([{ fixed: 7n }], { merchant: merchant.id });
    await send(merchant, 1_000);
    assert.deepEqual(await house(merchant), { charges: -7, "provider:mtn": 2_007 });
    await world.assertCleanAudit();
  });

  it("is corrected by hand for a reason, and the same with the charge before takes the correction back", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([{ fixed: 50n, tax_bp: 1_000 }]);
    const id = await send(merchant, 1_000);
    const correct = (amount: bigint, tax: bigint | null, of = id, note = "invoice 7") =>
      world.db.engine((tx) =>
        correctOrderCharge(tx, merchant, of, { reported: { amount, tax }, note, actor: "operator:anna" }),
      );
    await correct(80n, 0n);
    assert.deepEqual(await house(merchant), { charges: -80, "provider:mtn": 1_080 });
    await correct(55n, null);
    assert.deepEqual(await house(merchant), { charges: -50, taxes: -5, "provider:mtn": 1_055 });
    await assert.rejects(correct(50n, 5n), { message: "Validation failed" });
    await assert.rejects(correct(1n, 0n, id, " "), { message: "Validation failed" });
    await assert.rejects(correct(2n ** 53n, 0n), { message: "Validation failed" });
    await assert.rejects(correct(1n, 0n, "trf_00000000000000000000000000"), { kind: "not_found" });
    const log = await world.rows(`
      select subject, before, after from platform_operator_audit_log where action = 'charge.corrected' order by number`);
    const after = (amount: string, tax: string) => ({ amount, tax, currency: "XAF", note: "invoice 7" });
    assert.deepEqual(log, [
      { subject: id, before: { amount: "50", tax: "5" }, after: after("80", "0") },
      { subject: id, before: { amount: "80", tax: "0" }, after: after("50", "5") },
    ]);
    await world.assertCleanAudit();
  });

  it("that 100 requests correct at once has each correction's difference once", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([{ fixed: 50n }]);
    const id = await send(merchant, 1_000);
    const note = "at once";
    const corrected = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        world.db.engine((tx) =>
          correctOrderCharge(tx, merchant, id, {
            reported: { amount: BigInt(100 + index), tax: 0n },
            note,
            actor: "a",
          }),
        ),
      ),
    );
    const [last] = await world.rows(`
      select c.amount::int from charges c join attempts a on a.id = c.attempt
      where a.subject = '${id}' order by c.sequence desc limit 1`);
    assert.equal(corrected.length, 100);
    assert.deepEqual(await house(merchant), {
      charges: -Number(last?.amount),
      "provider:mtn": 1_000 + Number(last?.amount),
    });
    await world.assertCleanAudit();
  });

  it("is never shown to the merchant", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 10_000n });
    await setSchedule([{ fixed: 4_321n }]);
    const id = await send(merchant, 1_000);
    for (const path of ["/balance", "/balance/history", `/transfers/${id}`, `/transfers/${id}/timeline`, "/events"]) {
      const answer = await merchant.get(path);
      assert.equal(answer.status, 200, answer.text);
      assert.doesNotMatch(answer.text, /4321|5321/);
    }
  });
});

describe("a schedule of charges", () => {
  const band = { from_amount: 0n, percent_bp: 0, fixed: 0n, tax_bp: 0 };
  const refused = [
    ["an unknown channel", { channel: "cm.none" }, "channel", "unknown_channel"],
    ["another provider's channel", { channel: "cm.orange" }, "channel", "channel_of_other_provider"],
    ["an unknown provider", { provider: "none" }, "provider", "not_one_of"],
    ["more than 100 %", { bands: [{ ...band, percent_bp: 10_001 }] }, "percent", "percentage_invalid"],
    ["a tax of more than 100 %", { bands: [{ ...band, tax_bp: 10_001 }] }, "tax", "percentage_invalid"],
    ["two bands from the same amount", { bands: [band, band] }, "bands", "bands_overlap"],
    ["a fixed part that no account can hold", { bands: [{ ...band, fixed: 2n ** 53n }] }, "bands", "too_large"],
    [
      "more than 20 bands",
      { bands: Array.from({ length: 21 }, (_, index) => ({ ...band, from_amount: BigInt(index) })) },
      "bands",
      "too_many",
    ],
  ] as const;
  for (const [promise, fields, field, reason] of refused) {
    it(`with ${promise} is refused, and changes nothing`, async () => {
      const before = await world.rows("select * from charge_bands order by provider, kind, channel, from_amount");
      await assert.rejects(setSchedule([], fields), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.fields?.[field]?.[0]?.reason, reason);
        return true;
      });
      const after = await world.rows("select * from charge_bands order by provider, kind, channel, from_amount");
      assert.deepEqual(after, before);
    });
  }

  it("is in the platform operators' audit log, with the bands before and after", async () => {
    await setSchedule([{ fixed: 1n }]);
    await setSchedule([{ fixed: 2n }]);
    const [entry] = await world.rows(`
      select actor, subject, before, after from platform_operator_audit_log
      where action = 'charges.set' order by number desc limit 1`);
    const bands = (fixed: string) => ({ bands: [{ from_amount: "0", percent_bp: 0, fixed, tax_bp: 0 }] });
    assert.deepEqual(entry, {
      ...{ actor: "operator:anna", subject: "mtn transfer *", before: bands("1"), after: bands("2") },
    });
  });
});
