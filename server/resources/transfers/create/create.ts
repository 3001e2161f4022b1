import { awaitStatements, type ReadTx, type Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { flushPostings } from "#ledger/ledger.ts";
import { NO_DAILY_TOTALS, readDailyTotals } from "#resources/approvals/daily-total.ts";
import { type AcceptedTransfer, makersWithThreshold, orderEvaluator } from "./evaluate.ts";
import { loadContext, type TransferContext, type TransferTerms } from "./load-context.ts";
import { openOrderRules } from "./order-rules.ts";
import { type ParsedTransferOrder, parseTransferOrder, type TransferOrder } from "./parse-order.ts";
import { collectTransferWarnings } from "./warnings.ts";
import {
  asRetryableConflict,
  type CreatedTransfer,
  holdFunds,
  insertTransferRows,
  withJson,
  writeTransfersAtCommit,
} from "./write.ts";

export type { CreatedTransfer } from "./write.ts";

/**
 * Accepts transfers and holds their money. Each order has its own outcome: a refused order (`invalid`, `conflict` for a
 * taken reference, `insufficient_funds`) writes nothing and does not affect the others. An accepted transfer is
 * `pending` and is sent after the commit; the event `transfer.created` reports it.
 *
 * For merchants with limits, a duplicate guard, or an approval rule that has an amount, it reads the earlier orders that
 * these rules compare with, and stores the warnings that the makers saw.
 *
 * Runs as the engine: the orders may belong to several merchants.
 */
export async function createTransfers(
  tx: Tx,
  context: TransferContext,
  parsed: ParsedTransferOrders,
): Promise<readonly (CreatedTransfer | ServiceError)[]> {
  const orders = parsed.filter(isParsedOrder);
  const makers = makersWithThreshold(
    orders.map(({ order }) => order),
    context,
  );
  const [rules, dailyTotalOf] = await Promise.all([
    openOrderRules(tx, orders, context),
    makers.length > 0 ? readDailyTotals(tx, makers) : NO_DAILY_TOTALS,
  ]);
  const evaluate = orderEvaluator(tx.now, dailyTotalOf, rules);
  const outcomes = parsed.map((order) => (order instanceof ServiceError ? order : evaluate(order, context)));
  const created = writeOutcomes(tx, await withWarnings(tx, outcomes));
  // After the makers' totals, before the balances: every transaction locks in this order.
  rules.writeAtCommit();
  return created;
}

/** Adds to the transfers that wait for a second person the warnings that their makers saw. */
async function withWarnings(
  tx: Tx,
  outcomes: readonly (AcceptedTransfer | ServiceError)[],
): Promise<readonly (AcceptedTransfer | ServiceError)[]> {
  const waiting = outcomes.filter(isAccepted).filter(({ transfer }) => transfer.approval === "waiting");
  if (waiting.length === 0) return outcomes;
  const warnings = await collectTransferWarnings(tx, waiting);
  return outcomes.map((outcome) =>
    isAccepted(outcome) ? { ...outcome, warnings: warnings.get(outcome.transfer.id) ?? null } : outcome,
  );
}

function writeOutcomes(
  tx: Tx,
  outcomes: readonly (AcceptedTransfer | ServiceError)[],
): readonly (CreatedTransfer | ServiceError)[] {
  const created = outcomes.map((outcome) => (outcome instanceof ServiceError ? outcome : withJson(outcome)));
  const accepted = created.filter(isAccepted);
  if (accepted.length > 0) writeTransfersAtCommit(tx, accepted);
  return created;
}

/** Orders that passed the checks without stored data, or the errors of those that did not. */
export type ParsedTransferOrders = readonly (ParsedTransferOrder | ServiceError)[];

/** Reads the stored rows that decide the outcome of these orders. */
export async function loadContextFor(
  tx: ReadTx,
  parsed: ParsedTransferOrders,
  terms?: TransferTerms,
): Promise<TransferContext> {
  return loadContext(tx, parsed.filter(isParsedOrder), terms);
}

/** Evaluates orders without writing anything, as if the balance covered all of them. */
export async function evaluateTransfers(
  tx: Tx,
  orders: OrderList,
): Promise<readonly (AcceptedTransfer | ServiceError)[]> {
  const evaluate = orderEvaluator(tx.now, NO_DAILY_TOTALS);
  const outcomes: (AcceptedTransfer | ServiceError)[] = [];
  // In batches: evaluating 10,000 orders in one turn of the event loop would block all other requests for half a
  // second.
  for (let from = 0; from < orders.length; from += BATCH_SIZE) {
    const parsed = orders.slice(from, from + BATCH_SIZE).map(parseTransferOrder);
    const context = { ...(await loadContextFor(tx, parsed)), available: () => UNLIMITED_BALANCE };
    outcomes.push(...parsed.map((order) => (order instanceof ServiceError ? order : evaluate(order, context))));
  }
  return outcomes;
}

// Greater than the sum of any realistic number of orders with the largest amount.
const UNLIMITED_BALANCE = 2n ** 100n;

// Orders per statement: enough to make the round trip worthwhile, few enough not to block the event loop for long.
const BATCH_SIZE = 100;

/** The orders of a request: an array, or a list that makes them batch by batch. */
export interface OrderList {
  readonly length: number;
  slice(from: number, to: number): readonly TransferOrder[];
}

/**
 * Writes all orders of one request under the same `terms`, or none of them, without their holds: call
 * `holdInBatches` at the end. Loads and evaluates the next batch while PostgreSQL writes the previous one. Returns the
 * outcome of each order. If any is refused, the caller must throw, so that the transaction rolls back.
 */
export async function createInBatches(
  tx: Tx,
  orders: OrderList,
  terms: TransferTerms,
): Promise<readonly (AcceptedTransfer | ServiceError)[]> {
  // `NO_DAILY_TOTALS`: the approval rule applies to the bulk as a whole, so single orders do not count.
  const evaluate = orderEvaluator(tx.now, NO_DAILY_TOTALS);
  const outcomes: (AcceptedTransfer | ServiceError)[] = [];
  let is_refused = false;
  const writes: Promise<void>[] = [];
  const startLoading = (from: number) => {
    const parsed = orders.slice(from, from + BATCH_SIZE).map(parseTransferOrder);
    const context = markHandled(loadContextFor(tx, parsed, terms));
    // Flush now: otherwise this read would wait behind the next batch's writes.
    tx.flush();
    return { read: parsed, pending_context: context };
  };
  let next_batch = startLoading(0);
  for (let from = 0; from < orders.length; from += BATCH_SIZE) {
    const { read: parsed } = next_batch;
    const context = await next_batch.pending_context.catch((error: unknown) => {
      throw asRetryableConflict(error);
    });
    if (from + BATCH_SIZE < orders.length) next_batch = startLoading(from + BATCH_SIZE);
    const outcomes_of_batch = parsed.map((order) => (order instanceof ServiceError ? order : evaluate(order, context)));
    outcomes.push(...outcomes_of_batch);
    const accepted = outcomes_of_batch.filter(isAccepted);
    is_refused ||= accepted.length < outcomes_of_batch.length;
    // After one refusal the transaction will roll back: evaluate the remaining orders for their errors, but write
    // nothing.
    if (!is_refused) writes.push(markHandled(awaitStatements(insertTransferRows(tx, accepted.map(withJson)))));
  }
  tx.atCommit(() => writes, asRetryableConflict);
  return outcomes;
}

// A statement of ten thousand postings would block the event loop for 40 ms.
const HOLD_BATCH_SIZE = 1_000;

/** Holds the money of all these transfers, which are one merchant's in one currency. The accounts are locked from here on. */
export async function holdInBatches(tx: Tx, accepted: readonly AcceptedTransfer[]): Promise<void> {
  for (let from = 0; from < accepted.length; from += HOLD_BATCH_SIZE) {
    holdFunds(tx, accepted.slice(from, from + HOLD_BATCH_SIZE));
    await flushPostings(tx);
  }
}

/** Adds a rejection handler to a promise that is awaited later; Node.js would report its rejection as unhandled. */
function markHandled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

export function isParsedOrder(parsed: ParsedTransferOrder | ServiceError): parsed is ParsedTransferOrder {
  return !(parsed instanceof ServiceError);
}

export function isAccepted<Outcome extends AcceptedTransfer>(outcome: Outcome | ServiceError): outcome is Outcome {
  return !(outcome instanceof ServiceError);
}
