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

/** The wake on which attempts are worked. */
export const ATTEMPTS = "attempts";

/** What is to be moved, for which subject. */
export type Intent = Omit<NewAttempt, "id" | "due_at" | "connection" | "refund_of" | "expect_name" | keyof Scope> & {
  readonly scope: Scope;
  /** The account to use, where it is not the merchant's own or the operator's: a refund goes the way the money came. */
  readonly connection?: Id<"con"> | null;
  readonly refund_of?: string | null;
  readonly expect_name?: string | null;
  /** When it may go out; null when it must wait for somebody's word. */
  readonly due_at: Instant | null;
};

/** An attempt that has come to its end, and how. */
export interface Ending {
  readonly attempt: Attempt;
  readonly result: "complete" | Failure;
}

/** Why a person must look at an attempt. */
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

/** An attempt only a person can decide about. */
export interface Doubt {
  readonly attempt: Attempt;
  readonly kind: DoubtKind;
  /** What the provider said, in a sentence or less. */
  readonly said: string;
}

/** Where doubts are kept. Called inside the transaction. */
export interface Reviewers {
  raised(tx: Tx, doubts: readonly Doubt[]): Promise<void>;
  /** What was in doubt has ended by the provider's own word. */
  ended(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
}

/** What transfers, payments and refunds do when their attempts move. Called with sets, inside the transaction. */
export interface Subjects {
  /** They are on the wire from the next moment on. Left out where that is no news. */
  started?(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  ended(tx: Tx, endings: readonly Ending[]): Promise<void>;
}

/**
 * Records the intent to move money, in the transaction that sets the money aside. It goes out after the commit, never
 * before. Where every intent names its account this is one statement, sent at once.
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

// Field by field: copying with a spread takes several times as long, and a bulk has 10,000.
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
 * Stops what has not gone out. False when it has, or may have: then nobody can call it back. Whoever reaches the
 * attempt's row first, this or the dispatch, wins.
 */
export async function cancel(tx: Tx, scope: Scope, subject: string): Promise<boolean> {
  return cancelUnsent(tx, scope, subject);
}

/** The same for many subjects, all of which must still be at home. */
export async function cancelAll(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<void> {
  const canceled = await cancelUnsentOf(tx, scope, subjects);
  assert(canceled === subjects.length, "what waits for somebody's word was never sent");
}

/**
 * Their time is over: those that have not gone out never will. Gives their endings, for what they were for: see
 * `Subjects.ended`. One that is on the wire, or was, is left alone.
 */
export async function giveUp(tx: Tx, subjects: readonly SubjectKey[], failure: Failure): Promise<readonly Ending[]> {
  const failed = await failUnsent(tx, subjects, failure, firstCheck(tx.now));
  return failed.map((attempt) => ({ attempt, result: failure }));
}

/** The word that they waited for was said: they go out after the commit. */
export async function letGo(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<void> {
  const due = await makeDue(tx, scope, subjects);
  assert(due === subjects.length, "what waits for somebody's word has an attempt that does");
  tx.wake(ATTEMPTS);
}

/** The attempts that were made for a subject, the first first. */
export async function attemptsFor(tx: Tx, scope: Scope, subject: string): Promise<readonly KeptAttempt[]> {
  return listBySubject(tx, scope, subject);
}

/** Whose names, and which banks, the orders for these subjects carry, by subject. */
export async function orderedNames(
  tx: Tx,
  scope: Scope,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, OrderedName>> {
  const ordered = await listOrderedNames(tx, scope, subjects);
  return new Map(ordered.map((order) => [order.subject, order]));
}

/** One attempt, and nobody changes it before this transaction ends. Null when there is none. */
export async function lockForReview(tx: Tx, scope: Scope, id: string): Promise<KeptAttempt | null> {
  return lockAttempt(tx, scope, id);
}

/** A person's word ends an attempt that is in review. What it was for is not told: see `Subjects.ended`. */
export async function endByHand(tx: Tx, scope: Scope, id: string, failure: Failure | null): Promise<Ending> {
  // A person may be wrong, too: what failed is looked at again as if the provider had said so.
  const check_at = failure && firstCheck(tx.now);
  const attempt = await endReviewed(tx, scope, id, failure, check_at);
  return { attempt, result: failure ?? "complete" };
}

/** The provider is asked again about an attempt that is in review. */
export async function askAgain(tx: Tx, scope: Scope, id: string): Promise<void> {
  await reopen(tx, scope, id);
  tx.wake(ATTEMPTS);
}
