import assert from "node:assert/strict";
import { linkMerchants, READ_ONLY_GRANT } from "#resources/merchants/merchant-links.ts";
import type { TestMerchant, TestWorld } from "./world.ts";

/** A valid payment request. */
export const payment_request = { amount: 5_000, currency: "XAF", phone: "677123456" };

/** Creates a payment and returns its record. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
export async function postPayment(merchant: TestMerchant, fields: object = {}): Promise<any> {
  const { body, text } = await merchant.post("/payments", { ...payment_request, ...fields });
  assert.equal(body.code, 201, text);
  return body.transaction;
}

/** Creates a paid payment and returns its id. */
export async function completePayment(world: TestWorld, merchant: TestMerchant, amount = 5_000): Promise<string> {
  const { id } = await postPayment(merchant, { amount });
  assert.equal((await merchant.post(`/payments/${id}`, directCharge())).status, 202);
  await world.waitUntilIdle();
  assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
  return id;
}

/** Has another merchant collect a payment with a held part for this one. */
export async function holdPartFor(
  world: TestWorld,
  merchant: TestMerchant,
  name = "Marché Mokolo",
): Promise<{ readonly platform: TestMerchant; readonly payment: string; readonly part: string }> {
  const platform = await world.merchant({ balance: 0n, name });
  await world.db.engine((tx) => linkMerchants(tx, platform.id, merchant.id, READ_ONLY_GRANT, "test"));
  const { id, split } = await postPayment(platform, {
    split: { parts: [{ merchant: merchant.id, basis_points: 8_500, hold: true }] },
  });
  assert.equal((await platform.post(`/payments/${id}`, directCharge())).status, 202);
  await world.waitUntilIdle();
  return { platform, payment: id, part: split.parts[0].id };
}

/**
 * A direct charge of a number with these last six digits, which decide its fate in the sandbox (interface-decisions
 * 34).
 */
export function directCharge(digits = "123456"): object {
  return { channel: "cm.mtn", data: { phone: `677${digits}` } };
}
