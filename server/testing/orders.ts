import assert from "node:assert/strict";
import { REASONS } from "#kernel/reasons.ts";
import type { TestMerchant, TestResponse } from "./world.ts";

/** A valid transfer request. */
export const transfer_order = {
  amount: 1_000,
  currency: "XAF",
  channel: "cm.mtn",
  beneficiary_data: { name: "Jane Mballa", phone: "677123456" },
};

/** A transfer to a number with these last six digits, which decide its fate in the sandbox (interface-decisions 34). */
export const transferOrderTo = (digits: string) => ({
  ...transfer_order,
  beneficiary_data: { name: "Jane", phone: `677${digits}` },
});

/** Stores a beneficiary and returns its id. */
export async function postBeneficiary(merchant: TestMerchant, fields: object = {}): Promise<string> {
  const { body, text } = await merchant.post("/beneficiaries", {
    ...{ name: "Paul Essono", phone: "+237699000111", country: "CM", currency: "XAF", type: "mobile_money" },
    ...fields,
  });
  assert.ok(body.beneficiary, text);
  return body.beneficiary.id;
}

/** The reasons of an answer's fields, by field. */
export function fieldReasonsOf({ body }: Pick<TestResponse, "body">): Record<string, readonly string[]> {
  const fields: Readonly<Record<string, readonly { readonly reason: string }[]>> = body.field_reasons ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([field, refusals]) => [field, refusals.map(({ reason }) => reason)]),
  );
}

/** Checks the error body of `interface.md` section 7, with a message for this field if given. */
export function assertRefused(response: TestResponse, status: number, field?: string): void {
  assert.equal(response.status, status, response.text);
  assert.equal(response.body.code, status);
  assert.equal(typeof response.body.message, "string");
  assert.ok(Object.hasOwn(REASONS, response.body.reason), response.text);
  const { errors, field_reasons } = response.body;
  if (field !== undefined) assert.ok(Array.isArray(errors?.[field]), response.text);
  const lengths = (lists: object = {}) => Object.entries(lists).map(([name, list]) => [name, list.length]);
  assert.deepEqual(lengths(field_reasons), lengths(errors), response.text);
}
