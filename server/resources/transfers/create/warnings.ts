import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { LOOKUP_RETENTION_MS } from "#resources/account-lookups/recent-lookups.ts";
import { findRecentLookups } from "#resources/account-lookups/store.ts";
import type { StoredWarnings } from "#resources/approvals/schema.ts";
import { duplicateKey, findDuplicates } from "#resources/bulk/duplicates.ts";
import type { AcceptedTransfer } from "./evaluate.ts";
import { scopeKey } from "./load-context.ts";

/**
 * Returns the warnings that the makers of these transfers saw, by transfer id. A warning is the network's answer about
 * the number, or a transfer of the last 24 hours with the same number and amount. Call it before the transfers are
 * inserted; otherwise each would be its own duplicate.
 */
export async function collectTransferWarnings(
  tx: Tx,
  accepted: readonly AcceptedTransfer[],
): Promise<ReadonlyMap<string, StoredWarnings>> {
  const scopes = new Map<string, AcceptedTransfer[]>();
  for (const one of accepted) {
    const key = scopeKey(one.transfer);
    scopes.set(key, [...(scopes.get(key) ?? []), one]);
  }
  const warnings = new Map<string, StoredWarnings>();
  for (const of_scope of scopes.values()) {
    const [first] = of_scope;
    if (first) await addWarningsOfScope(tx, first.transfer, of_scope, warnings);
  }
  return warnings;
}

async function addWarningsOfScope(
  tx: Tx,
  scope: Scope,
  accepted: readonly AcceptedTransfer[],
  warnings: Map<string, StoredWarnings>,
): Promise<void> {
  const { merchant, environment } = scope;
  const lookup_keys = accepted.flatMap(({ requested_by, receiver: { number: phone } }) =>
    requested_by === null ? [] : [{ merchant, environment, person: requested_by.id, phone }],
  );
  const [holders, duplicates] = await Promise.all([
    lookup_keys.length === 0 ? [] : findRecentLookups(tx, lookup_keys, plus(tx.now, -LOOKUP_RETENTION_MS)),
    findDuplicates(tx, scope, accepted),
  ]);
  for (const { transfer, receiver, requested_by } of accepted) {
    const holder = holders.find(({ person, phone }) => person === requested_by?.id && phone === receiver.number);
    const duplicate = duplicates.get(duplicateKey(receiver, transfer.amount));
    warnings.set(transfer.id, {
      holder: holder ? { found: holder.found, active: holder.active, name: holder.name } : null,
      duplicates: duplicate === undefined ? [] : [duplicate],
      repeats: 0,
    });
  }
}
