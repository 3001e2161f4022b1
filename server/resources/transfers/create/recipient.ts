import { assert, type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import type { Recipient } from "#resources/transfers/rules.ts";
import type { NewTransfer } from "#resources/transfers/schema.ts";

/** The body's fields for the recipient: `beneficiary`, `beneficiary_data`, and the deprecated `recipient`. */
export type RecipientFields = Pick<NewTransfer, "beneficiary" | "beneficiary_data" | "recipient">;

/** Reads the recipient from a body that passed `validateRecipient`. */
export function recipientOf(body: RecipientFields): Recipient {
  const recipient =
    parseRecipientField("beneficiary", body.beneficiary) ??
    parseRecipientField("recipient", body.recipient) ??
    parseRecipientField("beneficiary_data", body.beneficiary_data);
  assert(recipient, "a valid body has a recipient");
  return recipient;
}

/**
 * Returns field errors if a body names no recipient, or two that differ. It runs on raw bodies, so that the response
 * lists these errors with the others. `prefix` is put before the fields' names.
 */
export function validateRecipient(body: unknown, prefix = ""): FieldErrors {
  const { beneficiary, recipient, beneficiary_data } = asRecord(body);
  const recipients = [beneficiary, recipient, beneficiary_data].filter((one) => one !== undefined);
  const [first] = recipients;
  if (first === undefined)
    return {
      [`${prefix}beneficiary`]: [fieldError("recipient_required", "Give a beneficiary's id, or beneficiary_data")],
    };
  // Comparison by identity: two objects count as different even if their contents are equal.
  const is_same = recipients.every((one) => one === first);
  const message = "Give one recipient: a beneficiary's id, or beneficiary_data";
  return is_same ? {} : { [`${prefix}beneficiary`]: [fieldError("recipient_ambiguous", message)] };
}

function parseRecipientField(field: string, value: RecipientFields[keyof RecipientFields]): Recipient | null {
  if (value === undefined) return null;
  if (typeof value === "string") return { by: "id", id: value };
  return {
    by: "data",
    field,
    name: value.name ?? null,
    phone: value.phone,
    email: value.email ?? null,
    account_number: value.account_number ?? null,
    bank_code: value.bank_code ?? null,
    country: value.country ?? null,
  };
}
