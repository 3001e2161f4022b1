import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import { release, settle } from "#ledger/ledger.ts";
import type { Attempt, Ending } from "#providers/attempts.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { bookCharges } from "#resources/charges/book.ts";
import { updateInvoicesOf } from "#resources/invoices/progress.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { endRefunds } from "#resources/payments/store.ts";
import { returnShares } from "#resources/splits/return.ts";
import { eventData } from "./present.ts";
import type { RefundRow } from "./schema.ts";
import { changeStatus } from "./store.ts";

/** Marks refunds as processing just before their attempts are sent. No event reports this change. */
export async function startRefunds(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const changes = attempts.map((attempt) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...({ status: "processing", failure_code: null, failure_reason: null, emits_event: false } as const),
  }));
  await changeStatus(tx, changes, ["pending"]);
}

/** Ends the refunds of finished attempts: the payer is paid, or the merchant's balance is credited again. */
export async function endRefundAttempts(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const changes = endings.map(({ attempt, result }) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject, emits_event: true },
    ...(result === "complete"
      ? ({ status: "complete", failure_code: null, failure_reason: null } as const)
      : ({ status: "failed", failure_code: result.code, failure_reason: result.reason } as const)),
  }));
  const changed = await changeStatus(tx, changes, ["pending", "processing"]);
  assert(changed.length === endings.length, "a refund whose attempt ends is processing");
  const complete = changed.filter((refund) => refund.status === "complete");
  const failed = changed.filter((refund) => refund.status === "failed");
  const providers = new Map(endings.map(({ attempt }) => [attempt.subject, attempt.provider]));
  await recordRefundEvents(tx, complete, "refund.complete");
  await recordRefundEvents(tx, failed, "refund.failed");
  await removeFromDailyTotals(tx, failed);
  freeLimits(tx, failed);
  const payments = await endRefunds(
    tx,
    changed.map(({ merchant, environment, payment, amount, status }) => ({
      ...{ merchant, environment, payment },
      ...(status === "complete" ? { refunded: amount, released: 0n } : { refunded: 0n, released: amount }),
    })),
  );
  await updateInvoicesOf(tx, payments);
  await settle(
    tx,
    complete.map((refund) => ({ ...ledgerFields(refund), fee: 0n, provider: providers.get(refund.id) ?? "" })),
  );
  await release(tx, failed.map(ledgerFields));
  await returnShares(tx, failed);
  await bookCharges(tx, endings);
}

function ledgerFields({ merchant, environment, currency, id, amount }: RefundRow) {
  return { merchant, environment, currency, subject: id, amount };
}

async function recordRefundEvents(tx: Tx, refunds: readonly RefundRow[], type: EventType): Promise<void> {
  await recordEvents(
    tx,
    refunds.map((refund) => ({
      ...{ scope: refund, type, resource: refund.id, sequence: refund.sequence },
      data: eventData(refund),
    })),
  );
}
