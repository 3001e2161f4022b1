import { assert, type FieldErrors } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import type { Recipient } from "./rules.ts";
import type { NewTransfer } from "./schema.ts";

/** The body's fields for the recipient: `beneficiary`, `beneficiary_data`, and the older name `recipient`. */
export type RecipientFields = Pick<NewTransfer, "beneficiary" | "beneficiary_data" | "recipient">;

/** Reads the recipient from a body that `recipientProblem` accepts. */
export function recipientIn(body: RecipientFields): Recipient {
  const recipient =
    asRecipient("beneficiary", body.beneficiary) ??
    asRecipient("recipient", body.recipient) ??
    asRecipient("beneficiary_data", body.beneficiary_data);
  assert(recipient, "a body without a problem names somebody");
  return recipient;
}

/**
 * Field errors for a body that names no recipient, or two that differ, whatever other errors it has. `at` is the prefix
 * of the field's name.
 */
export function recipientProblem(body: unknown, at = ""): FieldErrors {
  const { beneficiary, recipient, beneficiary_data } = recordIn(body);
  const said = [beneficiary, recipient, beneficiary_data].filter((one) => one !== undefined);
  const [first] = said;
  if (first === undefined) return { [`${at}beneficiary`]: ["Give a beneficiary's id, or beneficiary_data"] };
  // Compared by identity: two objects always count as different.
  const is_one = said.every((one) => one === first);
  return is_one ? {} : { [`${at}beneficiary`]: ["Give one recipient: a beneficiary's id, or beneficiary_data"] };
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
