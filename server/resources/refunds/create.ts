import { type Tx, together } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { available, hold } from "#ledger/ledger.ts";
import { attemptsFor, type KeptAttempt, open } from "#providers/attempts.ts";
import { recordActOf } from "#resources/acts/record.ts";
import { askForApproval } from "#resources/approvals/ask.ts";
import { countedAbove, countSent, holdMakersOnRetry, makerOf, sentInADay } from "#resources/approvals/daily-total.ts";
import { isApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { addRefunding, lock } from "#resources/payments/store.ts";
import { leftOf } from "./left.ts";
import type { RefundRow } from "./schema.ts";
import { eventData } from "./show.ts";
import { insert } from "./store.ts";

export interface Order {
  /** The payment's id or reference. */
  readonly payment: string;
  /** Null: the whole remainder. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The person who orders it; null for a key. */
  readonly by: Person | null;
}

/**
 * Refunds a payer out of the balance, to the number that paid. The payment's row is locked, so concurrent requests
 * never refund more than was paid. If the merchant's rule requires a second person, the refund waits. Throws `invalid`
 * for an unknown payment, an incomplete one, and more than is left; `insufficient_funds`.
 */
export async function createRefund(tx: Tx, scope: Scope, order: Order): Promise<RefundRow> {
  const payment = await lock(tx, scope, order.payment);
  if (!payment) throw invalid("payment", "The payment was not found");
  if (payment.status !== "complete") throw invalid("payment", "Only a complete payment can be refunded");
  const paid = await paidBy(tx, scope, payment);
  const left = await leftOf(tx, scope, payment, paid);
  const amount = order.amount ?? left;
  if (amount > left) throw invalid("amount", `Of this payment ${left} ${payment.currency} can still be refunded`);
  await holdMakersOnRetry(tx, [makerOf(scope, order.by)]);
  const purse = { ...scope, currency: payment.currency };
  const balance = await available(tx, [purse]);
  if (balance(purse) < amount) {
    throw new ServiceError("insufficient_funds", "Insufficient balance to complete this refund");
  }
  return write(tx, scope, { payment, paid }, order, amount);
}

async function write(
  tx: Tx,
  scope: Scope,
  { payment, paid }: { readonly payment: PaymentRow; readonly paid: KeptAttempt },
  order: Order,
  amount: bigint,
): Promise<RefundRow> {
  const { phone, channel, ...way } = wayBack(paid);
  const maker = makerOf(scope, order.by);
  const [[rule = null], sentBy] = await Promise.all([findRules(tx, [scope]), sentInADay(tx, [maker])]);
  const is_waiting = isApprovalNeeded(rule, { currency: payment.currency, amount, sent: sentBy(maker) });
  const amount_above = is_waiting ? null : countedAbove(rule);
  const refund: RefundRow = {
    merchant: scope.merchant,
    environment: scope.environment,
    id: newId("ref", tx.now),
    payment: payment.id,
    amount,
    currency: payment.currency,
    channel,
    receiver: phone,
    reason: order.reason,
    metadata: order.metadata,
    status: "pending",
    approval: is_waiting ? "waiting" : null,
    failure_reason: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
    completed_at: null,
  };
  await together([
    insert(tx, refund),
    addRefunding(tx, scope, payment.id, amount),
    open(tx, [
      {
        ...{ scope, subject: refund.id, kind: "refund", channel, amount, currency: refund.currency, ...way },
        ...{ receiver: phone, receiver_name: null, bank_code: null, reference: payment.reference },
        ...{ description: order.reason, due_at: is_waiting ? null : tx.now },
      },
    ]),
    is_waiting ? askForApproval(tx, [{ scope, subject: refund.id, asked_by: order.by, seen: null }]) : undefined,
    record(tx, [
      { scope, type: "refund.created", resource: refund.id, sequence: refund.sequence, data: eventData(refund) },
    ]),
  ]);
  const { currency, reason, approval } = refund;
  const after = { payment: payment.id, amount: amount.toString(), currency, reason, approval };
  await recordActOf(tx, scope, order.by, { act: "refund.created", subject: refund.id, before: null, after });
  if (amount_above !== null) {
    tx.leave(() => countSent(tx, [{ ...maker, subject: refund.id, amount, amount_above }]));
  }
  hold(tx, [{ ...scope, currency: refund.currency, subject: refund.id, amount }]);
  return refund;
}

async function paidBy(tx: Tx, scope: Scope, payment: PaymentRow): Promise<KeptAttempt> {
  const paid = (await attemptsFor(tx, scope, payment.id)).find((attempt) => attempt.state === "complete");
  assert(paid, "a complete payment was paid by an attempt");
  return paid;
}

/** A refund uses the payment's own route: the same provider account, to the number that paid. */
function wayBack({ channel, provider, country, connection, receiver, provider_reference }: KeptAttempt) {
  return { channel, provider, country, connection, phone: receiver, refund_of: provider_reference };
}
