import { invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Person } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { sealReceiver } from "#providers/account-number.ts";
import { carrierAmountError } from "#providers/accounts/provider-accounts.ts";
import type { Channel } from "#providers/channels.ts";
import { approvalThreshold, type DailyTotalLookup, makerOf } from "#resources/approvals/daily-total.ts";
import { isApprovalNeeded } from "#resources/approvals/rules.ts";
import type { ApprovalState, Maker, StoredWarnings } from "#resources/approvals/schema.ts";
import { newUnlistedBeneficiary } from "#resources/beneficiaries/inline-beneficiary.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import { feeFor } from "#resources/fees/rules.ts";
import {
  findMismatch,
  notConnected,
  type ParsedReceiver,
  routeToNetwork,
  timingError,
} from "#resources/transfers/rules.ts";
import { type TransferRow, transferTexts } from "#resources/transfers/schema.ts";
import { scopeKey, type TransferContext } from "./load-context.ts";
import { NO_ORDER_RULES, type OrderRules } from "./order-rules.ts";
import { type ParsedTransferOrder, type TransferOrder, transferValidationFailed } from "./parse-order.ts";
import { receiverOfBeneficiary } from "./receiver.ts";

/** A transfer that passed every check and can be written. */
export interface AcceptedTransfer {
  readonly transfer: TransferRow;
  /** The beneficiary to insert with the transfer; null when it exists already. */
  readonly new_beneficiary: BeneficiaryRow | null;
  /** The recipient as the order contained it. A later change of the beneficiary does not change it. */
  readonly receiver: ParsedReceiver;
  readonly channel: Channel;
  readonly provider: string;
  /** The provider account that pays. */
  readonly provider_account: Id<"con"> | null;
  readonly expect_name: string | null;
  readonly requested_by: Person | null;
  /**
   * The amount of the approval rule whose daily total includes this transfer. Null if no rule has an amount, or if the
   * transfer waits for a second person.
   */
  readonly approval_threshold: bigint | null;
  /** The warnings that the maker saw; null unless the transfer waits for a second person. */
  readonly warnings: StoredWarnings | null;
}

/**
 * Returns a function that evaluates orders one after another. An accepted order reduces the balance, takes its
 * reference and adds its new beneficiary for the orders after it. `context` may differ from call to call, but the
 * balance is read from the first one only. `dailyTotalOf` returns a maker's total of the last 24 hours. Writes nothing.
 * An order is refused with `invalid`, `conflict` (reference) or `insufficient_funds`.
 */
export function orderEvaluator(
  now: Instant,
  dailyTotalOf: DailyTotalLookup,
  rules: Pick<OrderRules, "take"> = NO_ORDER_RULES,
): (order: ParsedTransferOrder, context: TransferContext) => AcceptedTransfer | ServiceError {
  const references = new Set<string>();
  const balances_left = new Map<string, bigint>();
  const new_beneficiaries = new Map<string, Id<"ben">>();
  const decideApprovalState = approvalEvaluator(dailyTotalOf);

  return (parsed, context) => {
    const { order } = parsed;
    const { scope } = order;
    const timing = order.timing ?? null;
    const is_funded_later = timing?.reserve_funds === "at_due";
    // The due time of a bulk is checked once, for the whole bulk.
    const timing_error = timing && order.bulk === null ? timingError(timing.scheduled_at, now) : null;
    if (timing_error) return transferValidationFailed({ scheduled_at: [timing_error] });
    const recipient = resolveReceiver(parsed, context, new_beneficiaries, now);
    if (recipient instanceof ServiceError) return recipient;
    const { beneficiary, new_beneficiary, receiver } = recipient;
    const channel = routeToNetwork(parsed.channel, receiver);
    if ("problems" in channel) return transferValidationFailed(channel.problems);
    const carrier = channel.is_off ? null : context.usable_accounts.carrier(scope, channel, "transfer");
    if (carrier === null) return transferValidationFailed(notConnected(channel.id, scope.environment).problems);
    // The contract with the network limits the order, whatever the limits of the channel that routes to it.
    const amount_error = carrierAmountError(order.amount, channel, carrier);
    if (amount_error) return transferValidationFailed({ amount: [amount_error] });

    const fee = feeFor(order.amount, context.fees(scope), channel.id);
    const amount_total = order.amount + fee;
    const balance_key = `${scopeKey(scope)} ${order.currency}`;
    const balance_after =
      (balances_left.get(balance_key) ?? context.available({ ...scope, currency: order.currency })) -
      (is_funded_later ? 0n : amount_total);

    const id = newId("trf", now);
    const reference = order.reference ?? `trf.${id}`;
    const reference_key = `${scopeKey(scope)} ${reference}`;
    if (context.isReferenceTaken(scope, reference) || references.has(reference_key)) {
      return new ServiceError("reference_taken", "A transfer with this reference already exists", {
        params: { reference },
      });
    }
    if (balance_after < 0n && !is_funded_later) return insufficientFunds(amount_total, order.currency);
    const refusal = rules.take(parsed, id);
    if (refusal !== null) return refusal;

    balances_left.set(balance_key, balance_after);
    references.add(reference_key);
    if (new_beneficiary?.data_key)
      new_beneficiaries.set(`${scopeKey(scope)} ${new_beneficiary.data_key.toString("latin1")}`, beneficiary);
    const approval = order.bulk === null ? decideApprovalState(order, context) : (order.approval ?? null);
    const transfer = transferRowOf(order, now, { id, reference, fee, beneficiary, receiver, approval });
    return {
      transfer,
      new_beneficiary: new_beneficiary,
      receiver,
      channel,
      provider: carrier.provider,
      provider_account: carrier.account,
      expect_name: order.expect_name ?? null,
      requested_by: order.requested_by,
      approval_threshold: approval === null ? approvalThreshold(context.approvalRule(scope)) : null,
      warnings: null,
    };
  };
}

interface EvaluatedParts extends Pick<TransferRow, "id" | "reference" | "fee" | "beneficiary" | "approval"> {
  readonly receiver: ParsedReceiver;
}

function transferRowOf(order: TransferOrder, now: Instant, parts: EvaluatedParts): TransferRow {
  const { scope, timing = null } = order;
  const { id, reference, fee, beneficiary, receiver, approval } = parts;
  return {
    merchant: scope.merchant,
    environment: scope.environment,
    id,
    reference,
    amount: order.amount,
    fee,
    amount_total: order.amount + fee,
    currency: order.currency,
    channel: order.channel,
    beneficiary,
    receiver: sealReceiver(scope, id, receiver.number, receiver.type),
    ...transferTexts(order),
    metadata: order.metadata,
    bulk: order.bulk,
    status: "pending",
    approval,
    scheduled_at: timing?.scheduled_at ?? null,
    funds_state: timing?.reserve_funds === "at_due" ? "awaited" : null,
    failure_code: null,
    failure_reason: null,
    sequence: 1,
    created_at: now,
    updated_at: now,
    completed_at: null,
  };
}

/** The error of a balance below `required`, the sum of the amounts and fees. */
export function insufficientFunds(required: bigint, currency: string): ServiceError {
  return new ServiceError("insufficient_funds", "Insufficient balance to complete this transfer", {
    params: { required: Number(required), currency },
  });
}

/**
 * Decides, in the order of the requests, which need a second person. Each one that does not adds to its maker's total.
 */
function approvalEvaluator(
  dailyTotalOf: DailyTotalLookup,
): (order: ParsedTransferOrder["order"], context: TransferContext) => ApprovalState | null {
  const totals = new Map<string, bigint>();
  return (order, context) => {
    const rule = context.approvalRule(order.scope);
    if (rule === null) return null;
    const maker = makerOf(order.scope, order.requested_by);
    const key = `${scopeKey(maker)} ${maker.maker}`;
    const daily_total = totals.get(key) ?? dailyTotalOf(maker);
    if (isApprovalNeeded(rule, { currency: order.currency, amount: order.amount, sent: daily_total })) return "waiting";
    totals.set(key, daily_total + order.amount);
    return null;
  };
}

/** The makers whose 24-hour total is needed: those of merchants with an amount in their approval rule. */
export function makersWithThreshold(
  orders: readonly ParsedTransferOrder["order"][],
  context: Pick<TransferContext, "approvalRule">,
): readonly Maker[] {
  return orders.flatMap(({ scope, requested_by }) =>
    approvalThreshold(context.approvalRule(scope)) === null ? [] : [makerOf(scope, requested_by)],
  );
}

interface ResolvedReceiver {
  readonly beneficiary: Id<"ben">;
  /** The beneficiary to insert with the transfer; null if a row or an earlier order with the same data exists. */
  readonly new_beneficiary: BeneficiaryRow | null;
  readonly receiver: ParsedReceiver;
}

function resolveReceiver(
  { order, channel, inline }: ParsedTransferOrder,
  context: TransferContext,
  new_beneficiaries: ReadonlyMap<string, Id<"ben">>,
  now: Instant,
): ResolvedReceiver | ServiceError {
  const { scope, recipient } = order;
  if (inline) {
    const { data, data_key, receiver } = inline;
    const id =
      context.unlistedBeneficiary(scope, data_key)?.id ??
      new_beneficiaries.get(`${scopeKey(scope)} ${data_key.toString("latin1")}`);
    if (id !== undefined) return { beneficiary: id, new_beneficiary: null, receiver };
    const row = newUnlistedBeneficiary(scope, data, data_key, now);
    return { beneficiary: row.id, new_beneficiary: row, receiver };
  }
  const row = recipient.by === "id" ? context.beneficiary(scope, recipient.id) : null;
  if (!row) return invalid("beneficiary", "unknown_beneficiary", "The beneficiary was not found");
  const receiver = receiverOfBeneficiary(row);
  const problem = findMismatch(receiver, channel);
  return problem === null
    ? { beneficiary: row.id, new_beneficiary: null, receiver }
    : transferValidationFailed({ beneficiary: [problem] });
}
