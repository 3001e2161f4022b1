import assert from "node:assert/strict";
import type { TestMerchant, World } from "./world.ts";

/** A valid payment request. */
export const request = { amount: 5_000, currency: "XAF", phone: "677123456" };

/** Creates a payment and returns its record. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
export async function aPayment(merchant: TestMerchant, fields: object = {}): Promise<any> {
  const { body, text } = await merchant.post("/payments", { ...request, ...fields });
  assert.equal(body.code, 201, text);
  return body.transaction;
}

/** Creates a paid payment and returns its id. */
export async function aPaidPayment(world: World, merchant: TestMerchant, amount = 5_000): Promise<string> {
  const { id } = await aPayment(merchant, { amount });
  assert.equal((await merchant.post(`/payments/${id}`, direct())).status, 202);
  await world.quiet();
  assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
  return id;
}

/**
 * A direct charge of a number with these last six digits, which decide its fate in the sandbox (interface-decisions
 * 34).
 */
export function direct(digits = "123456"): object {
  return { channel: "cm.mtn", data: { phone: `677${digits}` } };
}
