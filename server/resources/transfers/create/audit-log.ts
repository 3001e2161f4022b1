import type { Tx } from "#db/tx.ts";
import type { Person } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import type { TransferRow } from "#resources/transfers/schema.ts";

/** A transfer ordered by a person rather than by an API key. */
export interface PersonTransfer {
  readonly transfer: TransferRow;
  readonly by: Person;
}

/** Writes transfers that people ordered into the audit log, with the person as actor. Runs as the engine. */
export async function recordCreatedTransfers(tx: Tx, transfers: readonly PersonTransfer[]): Promise<void> {
  for (const { transfer, by } of transfers) {
    const { merchant, environment, id, amount, currency, reference, approval } = transfer;
    const after = { amount: amount.toString(), currency, reference, approval };
    const entry = { action: "transfer.created" as const, subject: id, before: null, after };
    await recordAuditEntry(tx, { merchant, environment, actor: `user:${by.id}`, ...entry });
  }
}
