import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { openReceiver } from "#providers/account-number.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { presentBeneficiary } from "#resources/beneficiaries/present.ts";
import { findEvenDeleted } from "#resources/beneficiaries/store.ts";
import { find as findTransfer } from "#resources/transfers/store.ts";
import { find as findWithdrawalAccount } from "#resources/withdrawal-accounts/store.ts";
import { find as findWithdrawal } from "#resources/withdrawals/store.ts";

const SHOWN_DIGITS = 3;
// The mark before the visible last digits. A phone number in E.164 begins with a plus and is not masked.
const MASK = "…";
const HAS_ACCOUNT_NUMBER = /account_number|"number":"(?!\+)/;
// Matches an account number inside a JSON text, complete or truncated: a delivery's body, or a receiver's response.
const IN_TEXT = /("account_number"\s*:\s*")((?:[^"\\]|\\.)*)/g;

/** Returns a phone or account number for display. In live, it shows only the last digits of an account number. */
export function maskIfLive({ environment }: Scope, number: string): string {
  return environment === "live" && !number.startsWith("+") ? maskAllButLastDigits(number) : number;
}

/** Replaces every bank account number in a JSON response by its last digits. */
export function maskAccountNumbers(text: string): string {
  return HAS_ACCOUNT_NUMBER.test(text) ? JSON.stringify(JSON.parse(text, maskValue)) : text;
}

function maskValue(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (name === "account_number" || (name === "number" && !value.startsWith("+"))) return maskAllButLastDigits(value);
  return value.replace(IN_TEXT, (_whole, head: string, number: string) => head + maskAllButLastDigits(number));
}

function maskAllButLastDigits(number: string): string {
  return `${MASK}${number.slice(-SHOWN_DIGITS)}`;
}

/**
 * Returns the full account number of a beneficiary, or of the recipient of a transfer or withdrawal, by its id. The
 * audit log records the reader. Throws `not_found`, also for a recipient who is paid by phone. Returns the phone number
 * of a withdrawal account as well: its other responses hide it, and the second person must see what they confirm.
 */
export async function readAccountNumber(tx: Tx, scope: Scope, id: string, actor: string): Promise<string> {
  const [beneficiary, transfer, withdrawal, account] = await Promise.all([
    findEvenDeleted(tx, scope, id),
    findTransfer(tx, scope, id),
    findWithdrawal(tx, scope, id),
    findWithdrawalAccount(tx, scope, id),
  ]);
  const order = transfer ?? withdrawal ?? account;
  const number = beneficiary
    ? presentBeneficiary(beneficiary).account_number
    : order && openReceiver(scope, order.id, order.receiver);
  if (!number || (number.startsWith("+") && !account))
    throw new ServiceError("account_number_not_found", "There is no account number here");
  const { merchant, environment } = scope;
  const subject = beneficiary?.id ?? order?.id ?? id;
  await recordAuditEntry(tx, {
    merchant,
    environment,
    actor,
    action: "account_number.read",
    subject,
    before: null,
    after: null,
  });
  return number;
}
