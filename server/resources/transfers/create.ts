import { type Reader, type Tx, together } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { NOTHING_SENT, type SentBy, sentInADay } from "#resources/approvals/daily-total.ts";
import type { Maker } from "#resources/approvals/schema.ts";
import { type Accepted, acceptance, makersAsked } from "./accept.ts";
import { type Known, lookUp, type Terms } from "./look-up.ts";
import { type Order, type ReadOrder, readOrder } from "./read.ts";
import { seenFor } from "./seen.ts";
import { type Created, createdBy, holdFor, insertAll, whenTaken, writeTransfers } from "./write.ts";

export type { Created } from "./write.ts";

/**
 * Accepts transfers and holds their money; one is a list of one. Each order has its own outcome: a refused order
 * (`invalid`, `conflict` for a taken reference, `insufficient_funds`) writes nothing and does not affect the others.
 * An accepted transfer is `pending`, is sent after the commit, and is reported by the event `transfer.created`.
 *
 * Runs as the engine: the orders may belong to several merchants.
 */
export function createTransfers(
  tx: Tx,
  known: Known,
  read: ReadOrders,
): readonly (Created | ServiceError)[] | Promise<readonly (Created | ServiceError)[]> {
  const makers = makersAsked(
    read.filter(isRead).map(({ order }) => order),
    known,
  );
  // Orders without an approval rule need no further read.
  return makers.length > 0
    ? createUnderRules(tx, known, read, makers)
    : writeOutcomes(tx, decide(tx.now, read, known, NOTHING_SENT));
}

/** Accepts orders of merchants whose approval rule has an amount: reads the makers' totals, and stores the warnings they saw. */
async function createUnderRules(
  tx: Tx,
  known: Known,
  read: ReadOrders,
  makers: readonly Maker[],
): Promise<readonly (Created | ServiceError)[]> {
  const outcomes = decide(tx.now, read, known, await sentInADay(tx, makers));
  const waiting = outcomes.filter(isAccepted).filter(({ transfer }) => transfer.approval === "waiting");
  const seen = waiting.length === 0 ? null : await seenFor(tx, waiting);
  const noted = outcomes.map((outcome) =>
    isAccepted(outcome) ? { ...outcome, seen: seen?.get(outcome.transfer.id) ?? null } : outcome,
  );
  return writeOutcomes(tx, noted);
}

function writeOutcomes(tx: Tx, outcomes: readonly (Accepted | ServiceError)[]): readonly (Created | ServiceError)[] {
  const created = outcomes.map((outcome) => (outcome instanceof ServiceError ? outcome : createdBy(outcome)));
  const accepted = created.filter(isAccepted);
  if (accepted.length > 0) writeTransfers(tx, accepted);
  return created;
}

/** Orders after the checks that need no stored data. */
export type ReadOrders = readonly (ReadOrder | ServiceError)[];

/** Reads every stored row that decides about these orders. */
export async function lookUpFor(tx: Reader, read: ReadOrders, terms?: Terms): Promise<Known> {
  return lookUp(tx, read.filter(isRead), terms);
}

/** The outcome of each order, assuming enough balance for all of them. Writes nothing. */
export async function judgeTransfers(tx: Tx, orders: readonly Order[]): Promise<readonly (Accepted | ServiceError)[]> {
  const accept = acceptance(tx.now, NOTHING_SENT);
  const outcomes: (Accepted | ServiceError)[] = [];
  // In pieces: deciding 10,000 orders in one turn of the event loop would block all other requests for half a second.
  for (let from = 0; from < orders.length; from += PIECE) {
    const read = orders.slice(from, from + PIECE).map(readOrder);
    const known = { ...(await lookUpFor(tx, read)), available: () => ENOUGH };
    outcomes.push(...read.map((order) => (order instanceof ServiceError ? order : accept(order, known))));
  }
  return outcomes;
}

// More than the sum of any number of the largest amounts.
const ENOUGH = 2n ** 100n;

function decide(now: Instant, orders: ReadOrders, known: Known, sentBy: SentBy): readonly (Accepted | ServiceError)[] {
  const accept = acceptance(now, sentBy);
  return orders.map((read) => (read instanceof ServiceError ? read : accept(read, known)));
}

// Orders per statement: enough to repay its cost, few enough that other requests do not wait long for the event loop.
const PIECE = 250;

/**
 * Accepts all orders of one request under common `terms`, or none of them. While PostgreSQL writes one piece, the next
 * is looked up and decided. Returns the outcome of each order. If one is refused, the caller must throw, so that
 * nothing written is committed.
 */
export async function createInPieces(
  tx: Tx,
  orders: readonly Order[],
  terms: Terms,
): Promise<readonly (Accepted | ServiceError)[]> {
  // `NOTHING_SENT`: whether a bulk waits is decided for the bulk as a whole.
  const accept = acceptance(tx.now, NOTHING_SENT);
  const outcomes: (Accepted | ServiceError)[] = [];
  let is_refused = false;
  const sent: Promise<void>[] = [];
  const look = (from: number) => {
    const read = orders.slice(from, from + PIECE).map(readOrder);
    const known = kept(lookUpFor(tx, read, terms));
    // Flush now: otherwise this read would wait behind the next piece's writes.
    tx.send();
    return { read, known };
  };
  let next = look(0);
  for (let from = 0; from < orders.length; from += PIECE) {
    const { read } = next;
    const known = await next.known.catch((error: unknown) => {
      throw whenTaken(error);
    });
    if (from + PIECE < orders.length) next = look(from + PIECE);
    const piece = read.map((order) => (order instanceof ServiceError ? order : accept(order, known)));
    outcomes.push(...piece);
    const accepted = piece.filter(isAccepted);
    is_refused ||= accepted.length < piece.length;
    // After one refusal nothing is committed, so the remaining orders are only checked.
    if (!is_refused) sent.push(kept(together(insertAll(tx, accepted.map(createdBy)))));
  }
  tx.leave(() => sent, whenTaken);
  holdFor(tx, outcomes.filter(isAccepted));
  return outcomes;
}

/** Marks a promise that is awaited later as handled: until then its rejection would be reported as unhandled. */
function kept<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

export function isRead(read: ReadOrder | ServiceError): read is ReadOrder {
  return !(read instanceof ServiceError);
}

export function isAccepted<Outcome extends Accepted>(outcome: Outcome | ServiceError): outcome is Outcome {
  return !(outcome instanceof ServiceError);
}
