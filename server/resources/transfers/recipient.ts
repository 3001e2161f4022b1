import { badRequest } from "#kernel/errors.ts";
import type { Recipient } from "./rules.ts";
import type { NewTransfer } from "./schema.ts";

/** Who receives, out of the ways a body may say it: `beneficiary`, `beneficiary_data`, and their older name `recipient`. */
export type RecipientFields = Pick<NewTransfer, "beneficiary" | "beneficiary_data" | "recipient">;

/** Throws `bad_request` when nobody is named, or two who differ. */
export function recipientIn(body: RecipientFields): Recipient {
  const said = [
    asRecipient("beneficiary", body.beneficiary),
    asRecipient("recipient", body.recipient),
    asRecipient("beneficiary_data", body.beneficiary_data),
  ].filter((recipient) => recipient !== null);
  const [recipient, other] = said;
  if (!recipient) throw badRequest("beneficiary", "Give a beneficiary's id, or beneficiary_data");
  const is_same = other?.by === "id" && recipient.by === "id" && other.id === recipient.id;
  if (other && !is_same) throw badRequest("beneficiary", "Give one recipient: a beneficiary's id, or beneficiary_data");
  return recipient;
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
