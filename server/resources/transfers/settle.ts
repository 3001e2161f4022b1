import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import { release, settle } from "#ledger/ledger.ts";
import type { Attempt, Ending } from "#providers/attempts.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { bookCharges } from "#resources/charges/book.ts";
import { forgetGuarded } from "#resources/duplicate-guard/guard.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { eventData } from "./present.ts";
import { statusBefore } from "./rules.ts";
import type { TransferRow } from "./schema.ts";
import { changeStatus } from "./store.ts";

/** Marks transfers as processing just before their attempts are sent. */
export async function startTransfers(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const changes = attempts.map((attempt) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...({ status: "processing", failure_code: null, failure_reason: null } as const),
  }));
  // A transfer may be sent again if the provider provably never received it. It is `processing` already: no second
  // event.
  await recordTransferEvents(tx, await changeStatus(tx, changes, statusBefore("processing")), "transfer.processing");
}

/**
 * Ends the transfers of finished attempts: settles or releases their holds, and records the events. The attempts may
 * belong to several merchants.
 */
export async function endTransfers(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const changes = endings.map(({ attempt, result }) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...(result === "complete"
      ? ({ status: "complete", failure_code: null, failure_reason: null } as const)
      : ({ status: "failed", failure_code: result.code, failure_reason: result.reason } as const)),
  }));
  const changed = await changeStatus(tx, changes, statusBefore("complete"));
  assert(changed.length === endings.length, "a transfer whose attempt ends is processing");
  const complete = changed.filter((transfer) => transfer.status === "complete");
  const failed = changed.filter((transfer) => transfer.status === "failed");
  const providers = new Map(endings.map(({ attempt }) => [attempt.subject, attempt.provider]));
  await recordTransferEvents(tx, complete, "transfer.complete");
  await recordTransferEvents(tx, failed, "transfer.failed");
  await removeFromDailyTotals(tx, failed);
  freeLimits(tx, failed);
  forgetGuarded(tx, failed);
  await settle(
    tx,
    complete.map((transfer) => ({
      ...ledgerFields(transfer),
      amount: transfer.amount,
      fee: transfer.fee,
      provider: providers.get(transfer.id) ?? "",
    })),
  );
  await release(
    tx,
    failed.map((transfer) => ({ ...ledgerFields(transfer), amount: transfer.amount_total })),
  );
  await bookCharges(tx, endings);
}

function ledgerFields({ merchant, environment, currency, id }: TransferRow) {
  return { merchant, environment, currency, subject: id };
}

async function recordTransferEvents(tx: Tx, transfers: readonly TransferRow[], type: EventType): Promise<void> {
  await recordEvents(
    tx,
    transfers.map((transfer) => ({
      ...{ scope: transfer, type, resource: transfer.id, sequence: transfer.sequence },
      data: eventData(transfer),
    })),
  );
}
