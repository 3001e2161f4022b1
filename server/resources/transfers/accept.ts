import { invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { readPhone } from "#kernel/phone.ts";
import type { Person } from "#kernel/scope.ts";
import { open as unseal } from "#kernel/secrets.ts";
import type { Instant } from "#kernel/time.ts";
import type { Channel } from "#providers/channels.ts";
import { keepReceiver } from "#providers/receiver.ts";
import { countedAbove, makerOf, type SentBy } from "#resources/approvals/daily-total.ts";
import { isApprovalNeeded } from "#resources/approvals/rules.ts";
import type { ApprovalState, Maker, Seen } from "#resources/approvals/schema.ts";
import { unlisted } from "#resources/beneficiaries/bring.ts";
import type { BeneficiaryRow } from "#resources/beneficiaries/schema.ts";
import { accountPlace } from "#resources/beneficiaries/show.ts";
import { feeFor } from "#resources/fees/rules.ts";
import { type Known, scopeText } from "./look-up.ts";
import { type ReadOrder, refused } from "./read.ts";
import { carrier, mismatch, type Receiver, routed } from "./rules.ts";
import type { TransferRow } from "./schema.ts";

/** A transfer that passed every check and can be written. */
export interface Accepted {
  readonly transfer: TransferRow;
  /** The beneficiary to insert with the transfer; null when it exists already. */
  readonly new_beneficiary: BeneficiaryRow | null;
  /** The recipient as the request named it: later changes to the beneficiary do not affect this order. */
  readonly receiver: Receiver;
  readonly channel: Channel;
  readonly provider: string;
  /** The provider account that pays. */
  readonly connection: Id<"con"> | null;
  readonly expect_name: string | null;
  readonly asked_by: Person | null;
  /**
   * The limit of the approval rule that the transfer counts towards; null without such a rule, or when it waits for a
   * second person.
   */
  readonly counted_above: bigint | null;
  /** The warnings its maker saw, if it waits for a second person. */
  readonly seen: Seen | null;
}

/**
 * Decides about orders one after the other. An order takes money, a reference or a new beneficiary from the orders that
 * follow. `known` may cover the whole set or one order; the balance is the first one's. `sentBy` returns the makers'
 * totals of the last 24 hours. Writes nothing. Refuses with `invalid`, `conflict` (reference) or `insufficient_funds`.
 */
export function acceptance(now: Instant, sentBy: SentBy): (order: ReadOrder, known: Known) => Accepted | ServiceError {
  const references = new Set<string>();
  const left = new Map<string, bigint>();
  const brought_now = new Map<string, Id<"ben">>();
  const approvalOf = approvals(sentBy);

  return (read, known) => {
    const { order } = read;
    const { scope } = order;
    const found = findReceiver(read, known, brought_now, now);
    if (found instanceof ServiceError) return found;
    const { beneficiary, brought, receiver } = found;
    const channel = routed(read.channel, receiver);
    if ("problems" in channel) return refused(channel.problems);
    const provider = carrier(channel, scope.environment, (id) => known.connections.has(scope, id));
    if (typeof provider !== "string") return refused(provider.problems);

    const fee = feeFor(order.amount, known.fees(scope), channel.id);
    const amount_total = order.amount + fee;
    const purse = `${scopeText(scope)} ${order.currency}`;
    const rest = (left.get(purse) ?? known.available({ ...scope, currency: order.currency })) - amount_total;

    const id = newId("trf", now);
    const reference = order.reference ?? `trf.${id}`;
    const reference_key = `${scopeText(scope)} ${reference}`;
    if (known.isTaken(scope, reference) || references.has(reference_key)) {
      return new ServiceError("conflict", "A transfer with this reference already exists");
    }
    if (rest < 0n) return tooLittle();

    left.set(purse, rest);
    references.add(reference_key);
    if (brought?.data_key) brought_now.set(`${scopeText(scope)} ${brought.data_key.toString("latin1")}`, beneficiary);
    const approval = order.bulk === null ? approvalOf(order, known) : (order.approval ?? null);
    const transfer: TransferRow = {
      merchant: scope.merchant,
      environment: scope.environment,
      id,
      reference,
      amount: order.amount,
      fee,
      amount_total,
      currency: order.currency,
      channel: order.channel,
      beneficiary,
      receiver: keepReceiver(scope, id, receiver.number, receiver.type),
      description: order.description,
      metadata: order.metadata,
      bulk: order.bulk,
      status: "pending",
      approval,
      failure_reason: null,
      sequence: 1,
      created_at: now,
      updated_at: now,
      completed_at: null,
    };
    return {
      transfer,
      new_beneficiary: brought,
      receiver,
      channel,
      provider,
      connection: known.connections.find(scope, provider),
      expect_name: order.expect_name ?? null,
      asked_by: order.asked_by,
      counted_above: approval === null ? countedAbove(known.approvalRule(scope)) : null,
      seen: null,
    };
  };
}

function tooLittle(): ServiceError {
  return new ServiceError("insufficient_funds", "Insufficient balance to complete this transfer");
}

/** Decides in order whether orders wait for a second person: each order sent counts towards its maker's next one. */
function approvals(sentBy: SentBy): (order: ReadOrder["order"], known: Known) => ApprovalState | null {
  const sent_now = new Map<string, bigint>();
  return (order, known) => {
    const rule = known.approvalRule(order.scope);
    if (rule === null) return null;
    const maker = makerOf(order.scope, order.asked_by);
    const key = `${scopeText(maker)} ${maker.maker}`;
    const sent = sent_now.get(key) ?? sentBy(maker);
    if (isApprovalNeeded(rule, { currency: order.currency, amount: order.amount, sent })) return "waiting";
    sent_now.set(key, sent + order.amount);
    return null;
  };
}

/** The makers whose 24-hour totals are needed: those of merchants whose approval rule has an amount. */
export function makersAsked(
  orders: readonly ReadOrder["order"][],
  known: Pick<Known, "approvalRule">,
): readonly Maker[] {
  return orders.flatMap(({ scope, asked_by }) =>
    countedAbove(known.approvalRule(scope)) === null ? [] : [makerOf(scope, asked_by)],
  );
}

interface Found {
  readonly beneficiary: Id<"ben">;
  /** The beneficiary to insert with the transfer; null when an earlier order or row has the same data. */
  readonly brought: BeneficiaryRow | null;
  readonly receiver: Receiver;
}

function findReceiver(
  { order, channel, brought }: ReadOrder,
  known: Known,
  brought_now: ReadonlyMap<string, Id<"ben">>,
  now: Instant,
): Found | ServiceError {
  const { scope, recipient } = order;
  if (brought) {
    const { data, data_key, receiver } = brought;
    const id =
      known.unlisted(scope, data_key)?.id ?? brought_now.get(`${scopeText(scope)} ${data_key.toString("latin1")}`);
    if (id !== undefined) return { beneficiary: id, brought: null, receiver };
    const row = unlisted(scope, data, data_key, now);
    return { beneficiary: row.id, brought: row, receiver };
  }
  const row = recipient.by === "id" ? known.beneficiary(scope, recipient.id) : null;
  if (!row) return invalid("beneficiary", "The beneficiary was not found");
  const receiver = receiverOf(row);
  const problem = mismatch(receiver, channel);
  return problem === null ? { beneficiary: row.id, brought: null, receiver } : invalid("beneficiary", problem);
}

function receiverOf(row: BeneficiaryRow): Receiver {
  const phone = row.phone === null ? null : readPhone(row.phone, row.country);
  const number =
    row.type === "bank_account" && row.account_number ? unseal(row.account_number, accountPlace(row)) : row.phone;
  const { name, bank_code, type, country, currency } = row;
  return { name, bank_code, type, country, currency, phone, number: number ?? "" };
}
