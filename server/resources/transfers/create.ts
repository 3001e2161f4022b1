import { isDuplicate, Outdated, type Reader, type Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import { hold } from "#ledger/ledger.ts";
import { type Intent, open } from "#providers/attempts.ts";
import { askForApproval } from "#resources/approvals/ask.ts";
import { insert as insertBeneficiaries } from "#resources/beneficiaries/store.ts";
import { type Accepted, acceptance } from "./accept.ts";
import { type Known, lookUp } from "./look-up.ts";
import { type Order, type ReadOrder, readOrder } from "./read.ts";
import type { TransferRow } from "./schema.ts";
import { eventData } from "./show.ts";
import { insert } from "./store.ts";

/**
 * Accepts transfers and sets their money aside; one is a list of one. Each order has its own outcome: what is refused
 * (`invalid`, `conflict` for a taken reference, `insufficient_funds`) leaves nothing behind and does not touch the
 * others. What is accepted is `pending`, goes out after the commit, and is told in `transfer.created`.
 *
 * Runs as the engine: the orders may be of several merchants.
 */
export function createTransfers(tx: Tx, known: Known, read: ReadOrders): readonly (TransferRow | ServiceError)[] {
  const outcomes = decide(tx, read, known);
  const accepted = outcomes.filter(isAccepted);
  if (accepted.length > 0) writeTransfers(tx, accepted);
  return outcomes.map((outcome) => (outcome instanceof ServiceError ? outcome : outcome.transfer));
}

/** Orders as far as they can be judged without looking anything up. */
export type ReadOrders = readonly (ReadOrder | ServiceError)[];

/** Everything stored that decides about these orders. */
export async function lookUpFor(tx: Reader, read: ReadOrders): Promise<Known> {
  return lookUp(tx, read.filter(isRead));
}

/** What would become of each order. Writes nothing. */
export async function decideTransfers(tx: Tx, orders: readonly Order[]): Promise<readonly (Accepted | ServiceError)[]> {
  const read = orders.map(readOrder);
  return decide(tx, read, await lookUpFor(tx, read));
}

/** The same, as if there were money for all of them. */
export async function judgeTransfers(tx: Tx, orders: readonly Order[]): Promise<readonly (Accepted | ServiceError)[]> {
  const read = orders.map(readOrder);
  return decide(tx, read, { ...(await lookUpFor(tx, read)), available: () => ENOUGH });
}

// More than any number of the largest amounts comes to.
const ENOUGH = 2n ** 100n;

function decide(tx: Tx, orders: ReadOrders, known: Known): readonly (Accepted | ServiceError)[] {
  const accept = acceptance(known, tx.now);
  return orders.map((read) => (read instanceof ServiceError ? read : accept(read)));
}

/**
 * Writes what was decided, at the transaction's end: recipients, transfers, orders to the providers, events, and the
 * money set aside.
 */
export function writeTransfers(tx: Tx, accepted: readonly Accepted[]): void {
  const transfers = accepted.map(({ transfer }) => transfer);
  tx.leave(() => insertAll(tx, accepted), whenTaken);
  hold(
    tx,
    transfers.map((transfer) => ({
      merchant: transfer.merchant,
      environment: transfer.environment,
      currency: transfer.currency,
      subject: transfer.id,
      amount: transfer.amount_total,
    })),
  );
}

function insertAll(tx: Tx, accepted: readonly Accepted[]): readonly (Promise<unknown> | undefined)[] {
  const transfers = accepted.map(({ transfer }) => transfer);
  const beneficiaries = accepted.flatMap(({ beneficiary, is_new_beneficiary }) =>
    is_new_beneficiary ? [beneficiary] : [],
  );
  return [
    beneficiaries.length > 0 ? insertBeneficiaries(tx, beneficiaries) : undefined,
    insert(tx, transfers),
    open(tx, accepted.map(intentOf)),
    ...waitingIn(accepted).map((asked) => askForApproval(tx, asked)),
    record(
      tx,
      transfers.map((transfer) => ({
        scope: transfer,
        type: "transfer.created",
        resource: transfer.id,
        sequence: transfer.sequence,
        data: eventData(transfer),
      })),
    ),
  ];
}

/** Another server took a reference, or brought the same recipient, since we looked. Looking again finds it. */
function whenTaken(error: unknown): unknown {
  return isDuplicate(error) ? new Outdated("a reference or a recipient was written since it was read") : error;
}

/** What waits for a second person, as one order each; of a bulk it is the bulk. */
function waitingIn(accepted: readonly Accepted[]) {
  const waiting = accepted.filter(({ transfer }) => transfer.approval === "waiting" && transfer.bulk === null);
  if (waiting.length === 0) return [];
  return [waiting.map(({ transfer, asked_by }) => ({ scope: transfer, subject: transfer.id, asked_by }))];
}

function intentOf({ transfer, beneficiary, channel, provider, connection, expect_name }: Accepted): Intent {
  return {
    scope: transfer,
    subject: transfer.id,
    kind: "transfer",
    channel: channel.id,
    provider,
    connection,
    amount: transfer.amount,
    currency: transfer.currency,
    receiver: transfer.receiver,
    receiver_name: beneficiary.name,
    bank_code: beneficiary.bank_code,
    country: beneficiary.country,
    reference: transfer.reference,
    description: transfer.description,
    expect_name,
    due_at: transfer.approval === "waiting" ? null : transfer.created_at,
  };
}

function isRead(read: ReadOrder | ServiceError): read is ReadOrder {
  return !(read instanceof ServiceError);
}

/** Whether an outcome is no refusal. */
export function isAccepted(outcome: Accepted | ServiceError): outcome is Accepted {
  return !(outcome instanceof ServiceError);
}
