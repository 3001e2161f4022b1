import { readPhone } from "#kernel/phone.ts";
import { open as unseal } from "#kernel/secrets.ts";
import { accountNumberAad } from "#resources/beneficiaries/present.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import type { ParsedReceiver } from "#resources/transfers/rules.ts";
import type { TransferContext } from "./load-context.ts";
import type { ParsedTransferOrder } from "./parse-order.ts";

/** Returns the receiver of an order; null for an unknown beneficiary. */
export function receiverOf({ order, inline }: ParsedTransferOrder, context: TransferContext): ParsedReceiver | null {
  if (inline) return inline.receiver;
  const { scope, recipient } = order;
  const row = recipient.by === "id" ? context.beneficiary(scope, recipient.id) : null;
  return row && receiverOfBeneficiary(row);
}

/** Returns a stored beneficiary as the receiver of an order. */
export function receiverOfBeneficiary(row: BeneficiaryRow): ParsedReceiver {
  const phone = row.phone === null ? null : readPhone(row.phone, row.country);
  const number =
    row.type === "bank_account" && row.account_number ? unseal(row.account_number, accountNumberAad(row)) : row.phone;
  const { name, bank_code, type, country, currency } = row;
  return { name, bank_code, type, country, currency, phone, number: number ?? "" };
}
