import type { Tx } from "#db/tx.ts";
import { type EventType, record } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import { release, settle } from "#ledger/ledger.ts";
import type { Attempt, Ending } from "#providers/attempts.ts";
import { uncount } from "#resources/approvals/daily-total.ts";
import { endRefunds } from "#resources/payments/store.ts";
import type { RefundRow } from "./schema.ts";
import { eventData } from "./show.ts";
import { move } from "./store.ts";

/** Marks refunds as processing just before their attempts are sent. No event reports it. */
export async function startRefunds(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const moves = attempts.map((attempt) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
    ...({ status: "processing", failure_reason: null, is_told: false } as const),
  }));
  await move(tx, moves, ["pending"]);
}

/** Ends the refunds of finished attempts: the payer is paid, or the merchant is credited again. Takes sets. */
export async function endRefundAttempts(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const moves = endings.map(({ attempt, result }) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject, is_told: true },
    ...(result === "complete"
      ? ({ status: "complete", failure_reason: null } as const)
      : ({ status: "failed", failure_reason: result.reason } as const)),
  }));
  const moved = await move(tx, moves, ["pending", "processing"]);
  assert(moved.length === endings.length, "a refund whose attempt ends is processing");
  const complete = moved.filter((refund) => refund.status === "complete");
  const failed = moved.filter((refund) => refund.status === "failed");
  const providers = new Map(endings.map(({ attempt }) => [attempt.subject, attempt.provider]));
  await tell(tx, complete, "refund.complete");
  await tell(tx, failed, "refund.failed");
  await uncount(tx, failed);
  await endRefunds(
    tx,
    moved.map(({ merchant, environment, payment, amount, status }) => ({
      ...{ merchant, environment, payment },
      ...(status === "complete" ? { refunded: amount, released: 0n } : { refunded: 0n, released: amount }),
    })),
  );
  await settle(
    tx,
    complete.map((refund) => ({ ...booked(refund), fee: 0n, provider: providers.get(refund.id) ?? "" })),
  );
  await release(tx, failed.map(booked));
}

function booked({ merchant, environment, currency, id, amount }: RefundRow) {
  return { merchant, environment, currency, subject: id, amount };
}

async function tell(tx: Tx, refunds: readonly RefundRow[], type: EventType): Promise<void> {
  await record(
    tx,
    refunds.map((refund) => ({
      ...{ scope: refund, type, resource: refund.id, sequence: refund.sequence },
      data: eventData(refund),
    })),
  );
}
