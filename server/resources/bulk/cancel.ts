import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { release } from "#ledger/ledger.ts";
import { cancelWaitingAttempts } from "#providers/attempts.ts";
import { closeApproval, lockApproval } from "#resources/approvals/close.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { forgetGuarded } from "#resources/duplicate-guard/guard.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { eventData } from "#resources/transfers/present.ts";
import { hasHold } from "#resources/transfers/rules.ts";
import { changeStatus, listOfBulk } from "#resources/transfers/store.ts";
import { find } from "./store.ts";

/**
 * Cancels the pending transfers of a bulk and releases their money; the others are unaffected. Throws `not_found`, and
 * `invalid` if none of them is pending. If a person cancels it, the audit log records that.
 */
export async function cancelBulk(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const bulk = await find(tx, scope, id);
  if (!bulk) throw new ServiceError("bulk_transfer_not_found", "Bulk transfer not found");
  // Decisions about the approval take this lock, too, so nobody can approve the bulk during its cancellation.
  await lockApproval(tx, scope, id);
  const pending = (await listOfBulk(tx, scope, id)).filter(({ status }) => status === "pending");
  const stopped =
    pending.length === 0
      ? new Set<string>()
      : await cancelWaitingAttempts(
          tx,
          pending.map((transfer) => ({ ...scope, subject: transfer.id })),
        );
  const changes = pending
    .filter((transfer) => stopped.has(transfer.id))
    .map((transfer) => ({
      ...{ merchant: scope.merchant, environment: scope.environment, id: transfer.id },
      ...({ status: "canceled", failure_code: null, failure_reason: null } as const),
    }));
  const canceled = changes.length === 0 ? [] : await changeStatus(tx, changes, "pending");
  // If fewer were canceled, a transfer was sent after the read above, and its request did not reach the provider. The
  // worker will send that transfer again.
  if (canceled.length === 0 || canceled.length < changes.length) {
    throw new ServiceError("bulk_transfer_not_cancelable", "None of the bulk's transfers can be canceled any more");
  }
  await closeApproval(tx, scope, id);
  await removeFromDailyTotals(tx, canceled);
  freeLimits(tx, canceled);
  forgetGuarded(tx, canceled);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "bulk_transfer.canceled", subject: id, before: null },
    after: { canceled: canceled.length, total_transfers: bulk.total_transfers, currency: bulk.currency },
  });
  await Promise.all([
    recordEvents(
      tx,
      canceled.map((transfer) => ({
        ...{ scope: transfer, type: "transfer.canceled" as const, resource: transfer.id },
        ...{ sequence: transfer.sequence, data: eventData(transfer) },
      })),
    ),
    release(
      tx,
      canceled.filter(hasHold).map(({ merchant, environment, currency, id: subject, amount_total }) => ({
        ...{ merchant, environment, currency, subject, amount: amount_total },
      })),
    ),
  ]);
}
