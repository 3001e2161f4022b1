import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { findAccount } from "#providers/accounts/provider-accounts.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { closeDrift, type DriftRow } from "./balance-check-store.ts";

/**
 * Closes a drift with a person's explanation, and books nothing. The audit log of the account's owner records it.
 * Throws `not_found`, `invalid`.
 */
export async function explainDrift(tx: Tx, id: string, note: string, actor: string): Promise<DriftRow> {
  throwFieldErrors(noteErrors("reason", note));
  const closed = await closeDrift(tx, id, note, actor);
  if (!closed) throw new ServiceError("drift_not_found", `There is no open drift ${id}`);
  const account = await findAccount(tx, closed.provider_account);
  await recordAuditEntry(tx, {
    ...{ merchant: account?.merchant ?? null, environment: account?.environment ?? null, actor },
    ...{ action: "reconciliation.explained", subject: id },
    before: { provider_account: closed.provider_account, drift: `${closed.drift} ${closed.currency}` },
    after: { note },
  });
  return closed;
}
