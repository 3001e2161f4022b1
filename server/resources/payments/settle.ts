import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import { collect } from "#ledger/ledger.ts";
import type { Ending } from "#providers/attempts.ts";
import { bookCharges } from "#resources/charges/book.ts";
import { updateInvoicesOf } from "#resources/invoices/progress.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { settleParts } from "#resources/splits/settle.ts";
import { eventData } from "./present.ts";
import { statusAfterFailure, statusesBefore } from "./rules.ts";
import type { PaymentRow, PaymentStatus } from "./schema.ts";
import { changeStatus, lockMany, type PaymentStatusChange } from "./store.ts";

const EVENT_OF_STATUS: Readonly<Partial<Record<PaymentStatus, EventType>>> = {
  complete: "payment.complete",
  failed: "payment.failed",
  canceled: "payment.canceled",
  expired: "payment.expired",
};

const SUCCESS = { status: "complete", failure_reason: null, failure_code: null, emits_event: true } as const;

/**
 * Updates the payments whose attempts have ended: a payment is credited to the merchant, fails, or is canceled. A
 * failed payment on the hosted page may return to `pending` without an event, so that the payer can try again.
 * `endings` may belong to several merchants.
 */
export async function endPayments(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const keys = endings.map(({ attempt }) => ({
    ...{ merchant: attempt.merchant, environment: attempt.environment, id: attempt.subject },
  }));
  const payments = new Map((await lockMany(tx, keys)).map((payment) => [payment.id.toString(), payment]));
  const changes = endings.map(({ attempt, result }): PaymentStatusChange => {
    const payment = payments.get(attempt.subject);
    assert(payment, "an attempt to collect is for a payment");
    const { merchant, environment, id } = payment;
    if (result === "complete") return { ...{ merchant, environment, id }, ...SUCCESS };
    const status = statusAfterFailure(payment, result.code, tx.now);
    const failure = { failure_reason: result.reason, failure_code: result.code };
    return { merchant, environment, id, status, ...failure, emits_event: status in EVENT_OF_STATUS };
  });
  const changed = await changeStatus(tx, changes, statusesBefore("complete"));
  assert(changed.length === endings.length, "a payment whose attempt ends is processing");
  const providers = new Map(endings.map(({ attempt }) => [attempt.subject, attempt.provider]));
  await recordEvents(tx, changed.flatMap(eventOf));
  await updateInvoicesOf(tx, changed);
  freeLimits(
    tx,
    changed.filter(({ status }) => status !== "complete"),
  );
  const complete = changed.filter((payment) => payment.status === "complete");
  collect(
    tx,
    complete.map(({ merchant, environment, currency, id, amount, fee }) => ({
      ...{ merchant, environment, currency, subject: id, amount, fee },
      provider: providers.get(id) ?? "",
    })),
  );
  await settleParts(tx, complete);
  await bookCharges(tx, endings);
}

function eventOf(payment: PaymentRow) {
  const type = EVENT_OF_STATUS[payment.status];
  if (!type) return [];
  return [{ scope: payment, type, resource: payment.id, sequence: payment.sequence, data: eventData(payment) }];
}
