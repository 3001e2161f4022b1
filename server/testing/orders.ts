import assert from "node:assert/strict";
import type { Answer, TestMerchant } from "./world.ts";

/** A valid transfer request. */
export const order = {
  amount: 1_000,
  currency: "XAF",
  channel: "cm.mtn",
  beneficiary_data: { name: "Jane Mballa", phone: "677123456" },
};

/** A transfer to a number with these last six digits, which decide its fate in the sandbox (interface-decisions 34). */
export const orderTo = (digits: string) => ({ ...order, beneficiary_data: { name: "Jane", phone: `677${digits}` } });

/** Stores a beneficiary and returns its id. */
export async function aBeneficiary(merchant: TestMerchant, fields: object = {}): Promise<string> {
  const { body, text } = await merchant.post("/beneficiaries", {
    ...{ name: "Paul Essono", phone: "+237699000111", country: "CM", currency: "XAF", type: "mobile_money" },
    ...fields,
  });
  assert.ok(body.beneficiary, text);
  return body.beneficiary.id;
}

/** Checks the error body of `interface.md` section 7, with a message for this field if given. */
export function refusedWith(answer: Answer, status: number, field?: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.code, status);
  assert.equal(typeof answer.body.message, "string");
  if (field !== undefined) assert.ok(Array.isArray(answer.body.errors?.[field]), answer.text);
}
