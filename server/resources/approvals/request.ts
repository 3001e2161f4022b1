import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { notifyOfApprovals } from "#resources/notifications/record.ts";
import type { StoredWarnings } from "./schema.ts";
import { insert } from "./store.ts";

export interface ApprovalRequest {
  readonly scope: Scope;
  /** The id of the transfer, bulk or refund. */
  readonly subject: string;
  readonly requested_by: Person | null;
  /** The warnings that the maker saw; null if there were none. */
  readonly seen: StoredWarnings | null;
}

/**
 * Creates approvals that wait for a second person. The caller must hold back each transfer, bulk or refund until the
 * decision. Notifies the people who may approve.
 */
export async function requestApprovals(tx: Tx, requests: readonly ApprovalRequest[]): Promise<void> {
  const rows = requests.map(({ scope, subject, requested_by, seen }) => ({
    ...{ merchant: scope.merchant, environment: scope.environment, subject, requested_at: tx.now },
    state: "waiting" as const,
    requested_by: requested_by?.id ?? null,
    requested_by_name: requested_by?.name ?? null,
    seen,
    ...{ decided_by: null, decided_by_name: null, decided_at: null, reason: null },
  }));
  // Both at once: the statements may have to travel with the commit.
  await Promise.all([insert(tx, rows), notifyOfApprovals(tx, requests)]);
}
