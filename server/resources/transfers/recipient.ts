import { assert, badRequest } from "#kernel/errors.ts";
import type { Recipient } from "./rules.ts";
import type { NewTransfer } from "./schema.ts";

/** Who receives, out of the ways a body may say it: `beneficiary`, `beneficiary_data`, and their older name `recipient`. */
export type RecipientFields = Pick<NewTransfer, "beneficiary" | "beneficiary_data" | "recipient">;

/** Throws `bad_request` when nobody is named, or two who differ. */
export function recipientIn(body: RecipientFields): Recipient {
  const problem = recipientProblem(body);
  if (problem !== null) throw badRequest("beneficiary", problem);
  const recipient =
    asRecipient("beneficiary", body.beneficiary) ??
    asRecipient("recipient", body.recipient) ??
    asRecipient("beneficiary_data", body.beneficiary_data);
  assert(recipient, "a body without a problem names somebody");
  return recipient;
}

/** Whether a body names nobody, or two who differ, whatever else is wrong with it; null where it names one. */
export function recipientProblem(body: { readonly [Field in keyof RecipientFields]: unknown }): string | null {
  const said = [body.beneficiary, body.recipient, body.beneficiary_data].filter((one) => one !== undefined);
  const [first] = said;
  if (first === undefined) return "Give a beneficiary's id, or beneficiary_data";
  // Two objects are never the same.
  if (said.some((one) => one !== first)) return "Give one recipient: a beneficiary's id, or beneficiary_data";
  return null;
}

function asRecipient(field: string, said: RecipientFields[keyof RecipientFields]): Recipient | null {
  if (said === undefined) return null;
  if (typeof said === "string") return { by: "id", id: said };
  return {
    by: "data",
    field,
    name: said.name ?? null,
    phone: said.phone,
    email: said.email ?? null,
    account_number: said.account_number ?? null,
    bank_code: said.bank_code ?? null,
    country: said.country ?? null,
  };
}
