import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { connections } from "./connections.ts";
import { firstCheck } from "./meaning.ts";
import { leavesAt } from "./pending.ts";
import type { Failure } from "./provider.ts";
import {
  type Attempt,
  cancelUnsent,
  cancelUnsentOf,
  endReviewed,
  failUnsent,
  insert,
  type KeptAttempt,
  listBySubject,
  listOrderedNames,
  lockAttempt,
  makeDue,
  type NewAttempt,
  type OrderedName,
  reopen,
  type SubjectKey,
} from "./store.ts";

export type { Failure } from "./provider.ts";
export type { Attempt, KeptAttempt } from "./store.ts";

/** The wake of the job that works on attempts. */
export const ATTEMPTS = "attempts";

/** An order to move money for a subject. */
export type Intent = Omit<NewAttempt, "id" | "due_at" | "connection" | "refund_of" | "expect_name" | keyof Scope> & {
  readonly scope: Scope;
  /**
   * The provider account to use; absent: the merchant's own, else the operator's. A refund goes over the account that
   * took the payment.
   */
  readonly connection?: Id<"con"> | null;
  readonly refund_of?: string | null;
  readonly expect_name?: string | null;
  /** When the order may be sent; null while it waits for an approval. */
  readonly due_at: Instant | null;
};

/** A finished attempt with its result. */
export interface Ending {
  readonly attempt: Attempt;
  readonly result: "complete" | Failure;
}

/** The reasons for a manual review of an attempt. */
export const DOUBT_KINDS = [
  "no_answer",
  "never_received",
  "reference_taken",
  "amount_differs",
  "receiver_differs",
  "success_after_failure",
  "failure_after_success",
] as const;

export type DoubtKind = (typeof DOUBT_KINDS)[number];

/** An attempt that only a person can decide. */
export interface Doubt {
  readonly attempt: Attempt;
  readonly kind: DoubtKind;
  /** The provider's answer, in one sentence or less. */
  readonly said: string;
}

/** Stores the manual review cases. Called inside the transaction. */
export interface Reviewers {
  raised(tx: Tx, doubts: readonly Doubt[]): Promise<void>;
  /** Closes the cases of attempts that the provider's own answer has ended. */
  ended(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
}

/**
 * Callbacks of transfers, payments and refunds for changes of their attempts. Called with sets, inside the transaction.
 */
export interface Subjects {
  /** Called in the transaction after which the attempts are sent. Absent for subjects that ignore it. */
  started?(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  ended(tx: Tx, endings: readonly Ending[]): Promise<void>;
}

/**
 * Records the intent to move money, in the transaction that reserves the money. The order is sent after the commit,
 * never before. If every intent names its account, this is one statement, sent at once.
 */
export async function open(tx: Tx, intents: readonly Intent[]): Promise<readonly Id<"att">[]> {
  if (intents.length === 0) return [];
  const unsettled = intents.filter((intent) => intent.connection === undefined);
  const connected =
    unsettled.length > 0
      ? await connections(
          tx,
          unsettled.map((intent) => intent.scope),
        )
      : null;
  const attempts = intents.map((intent) =>
    attemptOf(tx, intent, intent.connection ?? connected?.find(intent.scope, intent.provider) ?? null),
  );
  await insert(tx, attempts);
  tx.wake(ATTEMPTS);
  return attempts.map((attempt) => attempt.id);
}

// Copies field by field: a spread takes several times as long, and a bulk has 10,000 orders.
function attemptOf({ now }: Pick<Tx, "now">, intent: Intent, connection: Id<"con"> | null): NewAttempt {
  return {
    merchant: intent.scope.merchant,
    environment: intent.scope.environment,
    id: newId("att", now),
    subject: intent.subject,
    kind: intent.kind,
    channel: intent.channel,
    provider: intent.provider,
    amount: intent.amount,
    currency: intent.currency,
    receiver: intent.receiver,
    receiver_name: intent.receiver_name,
    bank_code: intent.bank_code,
    country: intent.country,
    reference: intent.reference,
    description: intent.description,
    connection,
    refund_of: intent.refund_of ?? null,
    expect_name: intent.expect_name ?? null,
    due_at: leavesAt(intent),
  };
}

/**
 * Cancels an unsent attempt. Returns false if the order was sent, or may have been: nobody can recall it then. Between
 * this and the dispatch, the first to lock the attempt's row wins.
 */
export async function cancel(tx: Tx, scope: Scope, subject: string): Promise<boolean> {
  return cancelUnsent(tx, scope, subject);
}

/** The same for many subjects. Asserts that no attempt of them was sent. */
export async function cancelAll(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<void> {
  const canceled = await cancelUnsentOf(tx, scope, subjects);
  assert(canceled === subjects.length, "what waits for somebody's word was never sent");
}

/**
 * Fails the attempts that expired unsent. Returns the endings, for the caller to pass to `Subjects.ended`. Attempts
 * that were ever sent stay unchanged.
 */
export async function giveUp(tx: Tx, subjects: readonly SubjectKey[], failure: Failure): Promise<readonly Ending[]> {
  const failed = await failUnsent(tx, subjects, failure, firstCheck(tx.now));
  return failed.map((attempt) => ({ attempt, result: failure }));
}

/** Releases attempts that waited for an approval: they are sent after the commit. */
export async function letGo(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<void> {
  const due = await makeDue(tx, scope, subjects);
  assert(due === subjects.length, "what waits for somebody's word has an attempt that does");
  tx.wake(ATTEMPTS);
}

/** The attempts of a subject, in order. */
export async function attemptsFor(tx: Tx, scope: Scope, subject: string): Promise<readonly KeptAttempt[]> {
  return listBySubject(tx, scope, subject);
}

/** The receiver's name and bank in the orders of these subjects, by subject. */
export async function orderedNames(
  tx: Tx,
  scope: Scope,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, OrderedName>> {
  const ordered = await listOrderedNames(tx, scope, subjects);
  return new Map(ordered.map((order) => [order.subject, order]));
}

/** Locks one attempt until the end of this transaction. Null if there is no such attempt. */
export async function lockForReview(tx: Tx, scope: Scope, id: string): Promise<KeptAttempt | null> {
  return lockAttempt(tx, scope, id);
}

/** Ends an attempt in review by a person's decision. The caller informs the subject: see `Subjects.ended`. */
export async function endByHand(tx: Tx, scope: Scope, id: string, failure: Failure | null): Promise<Ending> {
  // A person may be wrong, too: a failure is checked again, as if the provider had reported it.
  const check_at = failure && firstCheck(tx.now);
  const attempt = await endReviewed(tx, scope, id, failure, check_at);
  return { attempt, result: failure ?? "complete" };
}

/** Makes an attempt in review due, so that the provider is queried again. */
export async function askAgain(tx: Tx, scope: Scope, id: string): Promise<void> {
  await reopen(tx, scope, id);
  tx.wake(ATTEMPTS);
}
