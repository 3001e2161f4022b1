import { awaitStatements, type Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { findAvailable, hold } from "#ledger/ledger.ts";
import { findRefundAccount } from "#providers/accounts/provider-accounts.ts";
import { type AttemptDetails, createAttempts, listAttemptsOf } from "#providers/attempts.ts";
import { findChannel, notConnectedError } from "#providers/channels.ts";
import {
  addToDailyTotals,
  approvalThreshold,
  lockMakersOnRetry,
  makerOf,
  readDailyTotals,
} from "#resources/approvals/daily-total.ts";
import { requestApprovals } from "#resources/approvals/request.ts";
import { isApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { BLOCKED_MESSAGE, isBlocked } from "#resources/blocks/check.ts";
import { loadLimits, openLimitCounter } from "#resources/limits/count.ts";
import type { LimitedOrder } from "#resources/limits/schema.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { addRefunding, lock } from "#resources/payments/store.ts";
import {
  moveShares,
  type PartShare,
  requireRecipientFunds,
  sharesOf,
  sumOfLinked,
  takenFromRecipients,
} from "#resources/splits/return.ts";
import type { RefundBearer } from "#resources/splits/schema.ts";
import { eventData } from "./present.ts";
import { refundableAmount } from "./refundable-amount.ts";
import { type RefundRow, type RefundTexts, refundTexts } from "./schema.ts";
import { insert } from "./store.ts";

export interface RefundOrder extends RefundTexts {
  /** The payment's id or reference. */
  readonly payment: string;
  /** Null refunds everything that is left. */
  readonly amount: bigint | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The bearer of a refund of a split payment; null: the split decides. */
  readonly refund_bearer: RefundBearer | null;
  /** The person who orders it; null for an API key. */
  readonly by: Person | null;
  /** The API key that orders it; null for a person. */
  readonly key: Id<"key"> | null;
}

/**
 * Refunds a payment from the merchant's balance, to the number that paid. The payment's row is locked, so that
 * concurrent requests cannot refund more than was paid. If the approval rule requires a second person, the refund waits
 * for the approval. The parts of a split payment bear their shares: this moves money of other merchants, so it runs as
 * the engine. Throws `invalid` if the payment is unknown or incomplete, or less than the amount is left;
 * `insufficient_funds`.
 */
export async function createRefund(tx: Tx, scope: Scope, order: RefundOrder): Promise<RefundRow> {
  const payment = await lock(tx, scope, order.payment);
  if (!payment) throw invalid("payment", "unknown_payment", "The payment was not found");
  if (payment.status !== "complete")
    throw invalid("payment", "payment_not_complete", "Only a complete payment can be refunded");
  const paid_attempt = await findPaidAttempt(tx, scope, payment);
  const refundable = await refundableAmount(tx, scope, payment, paid_attempt);
  const amount = order.amount ?? refundable;
  if (amount > refundable)
    throw invalid(
      "amount",
      "refund_too_large",
      `Of this payment ${refundable} ${payment.currency} can still be refunded`,
      { maximum: Number(refundable), currency: payment.currency },
    );
  const route = await findRefundAccount(tx, scope, findChannel(paid_attempt.channel), paid_attempt.provider_account);
  if (!route.is_usable) {
    throw new ServiceError("validation_failed", "Validation failed", {
      fields: { payment: [notConnectedError(paid_attempt.channel, scope.environment)] },
    });
  }
  const payee = paid_attempt.receiver;
  if (await isBlocked(tx, { ...scope, party: payee })) throw invalid("payment", "payee_blocked", BLOCKED_MESSAGE);
  await lockMakersOnRetry(tx, [makerOf(scope, order.by)]);
  const limits = await loadLimits(tx, [scope]);
  const refund_bearer = refundBearerOf(payment, order);
  const shares = refund_bearer === "parts" ? await sharesOf(tx, payment, amount) : [];
  const keyOf = (owner: Scope["merchant"]) => ({
    ...{ merchant: owner, environment: scope.environment, currency: payment.currency },
  });
  const balance_key = keyOf(scope.merchant);
  const balance = await findAvailable(tx, [balance_key, ...[...takenFromRecipients(shares).keys()].map(keyOf)]);
  requireRecipientFunds(shares, (recipient) => balance(keyOf(recipient)), payment.currency);
  const required = amount - sumOfLinked(shares);
  if (balance(balance_key) < required) {
    throw new ServiceError("insufficient_funds", "Insufficient balance to complete this refund", {
      params: { required: Number(required), currency: payment.currency },
    });
  }
  const { merchant, environment } = scope;
  const limited: LimitedOrder = {
    ...{ merchant, environment, amount, currency: payment.currency, counted_at: tx.now, is_payment: false },
    ...{ key: order.key, person: order.by?.id ?? null, otherParty: () => payee },
  };
  const counter = await openLimitCounter(tx, limits, [limited]);
  const id = newId("ref", tx.now);
  const passed_limit = counter.take([{ order: limited, subject: id }]);
  if (passed_limit !== null) throw passed_limit;
  const route_paid = { ...paid_attempt, provider_account: route.account };
  const refund = await writeRefund(tx, scope, { payment, paid: route_paid, shares }, order, {
    ...{ id, amount, refund_bearer },
  });
  counter.writeAtCommit();
  return refund;
}

async function writeRefund(
  tx: Tx,
  scope: Scope,
  {
    payment,
    paid: paid_attempt,
    shares,
  }: { readonly payment: PaymentRow; readonly paid: AttemptDetails; readonly shares: readonly PartShare[] },
  order: RefundOrder,
  { id, amount, refund_bearer }: Pick<RefundRow, "id" | "amount" | "refund_bearer">,
): Promise<RefundRow> {
  const { phone, channel, ...refund_route } = refundRouteOf(paid_attempt);
  const maker = makerOf(scope, order.by);
  const [[rule = null], dailyTotalOf] = await Promise.all([findRules(tx, [scope]), readDailyTotals(tx, [maker])]);
  const is_waiting = isApprovalNeeded(rule, { currency: payment.currency, amount, sent: dailyTotalOf(maker) });
  const amount_above = is_waiting ? null : approvalThreshold(rule);
  const refund: RefundRow = {
    merchant: scope.merchant,
    environment: scope.environment,
    id,
    payment: payment.id,
    amount,
    currency: payment.currency,
    channel,
    receiver: phone,
    ...refundTexts(order),
    metadata: order.metadata,
    status: "pending",
    approval: is_waiting ? "waiting" : null,
    failure_code: null,
    failure_reason: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
    completed_at: null,
    amount_corrected: 0n,
    refund_bearer,
  };
  await awaitStatements([
    insert(tx, refund),
    addRefunding(tx, scope, payment.id, amount),
    createAttempts(tx, [
      {
        ...{ scope, subject: refund.id, kind: "refund", channel, amount, currency: refund.currency, ...refund_route },
        ...{ receiver: phone, receiver_name: null, bank_code: null, reference: payment.reference },
        ...{ description: order.reason, due_at: is_waiting ? null : tx.now },
      },
    ]),
    is_waiting ? requestApprovals(tx, [{ scope, subject: refund.id, requested_by: order.by, seen: null }]) : undefined,
    recordEvents(tx, [
      { scope, type: "refund.created", resource: refund.id, sequence: refund.sequence, data: eventData(refund) },
    ]),
  ]);
  const { currency, reason, approval } = refund;
  const after = { payment: payment.id, amount: amount.toString(), currency, reason, approval };
  await recordPersonAction(tx, scope, order.by, { action: "refund.created", subject: refund.id, before: null, after });
  if (amount_above !== null) {
    tx.atCommit(() => addToDailyTotals(tx, [{ ...maker, subject: refund.id, amount, amount_above }]));
  }
  await moveShares(tx, shares, { subject: refund.id, direction: "out" });
  hold(tx, [{ ...scope, currency: refund.currency, subject: refund.id, amount }]);
  return refund;
}

/** Throws `invalid` if the refund of a payment without a split names who bears it. */
function refundBearerOf(payment: PaymentRow, { refund_bearer }: RefundOrder): RefundBearer | null {
  if (payment.split !== null) return refund_bearer ?? payment.split.refund_bearer;
  if (refund_bearer === null) return null;
  throw invalid("refund_bearer", "payment_not_split", "The payment has no parts: leave it out");
}

async function findPaidAttempt(tx: Tx, scope: Scope, payment: PaymentRow): Promise<AttemptDetails> {
  const paid_attempt = (await listAttemptsOf(tx, scope, payment.id)).find((attempt) => attempt.state === "complete");
  assert(paid_attempt, "a complete payment was paid by an attempt");
  return paid_attempt;
}

/** A refund goes to the number that paid. */
function refundRouteOf({ channel, provider, country, provider_account, receiver, provider_reference }: AttemptDetails) {
  return { channel, provider, country, provider_account, phone: receiver, refund_of: provider_reference };
}
