import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Id } from "#kernel/ids.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { sealOtp } from "./account-number.ts";
import { findUsableAccounts, type UsableAccounts } from "./accounts/provider-accounts.ts";
import { findChannel } from "./channels.ts";
import { firstCheckAt } from "./engine/interpret-response.ts";
import { sendableAt } from "./engine/sandbox-delay.ts";
import {
  type Attempt,
  type AttemptDetails,
  type AttemptSubject,
  cancelUnsent,
  cancelUnsentOf,
  cancelWaiting,
  endReviewed,
  failUnsent,
  insertAttempts,
  listBySubject,
  listReceiverNames,
  lockAttempt,
  makeDue,
  makeDueOf,
  type NewAttempt,
  type ReceiverName,
  reopenAttempt,
} from "./engine/store.ts";
import type { Failure, ReportedCharge } from "./provider.ts";

export type { Attempt, AttemptDetails, AttemptSubject } from "./engine/store.ts";
export type { AttemptKind, Failure, ReportedCharge } from "./provider.ts";

/** The wake-up channel of the attempts' worker loop. */
export const ATTEMPTS = "attempts";

/** An order to move money for a subject. */
export type Intent = Omit<
  NewAttempt,
  "id" | "due_at" | "provider_account" | "refund_of" | "expect_name" | "otp" | keyof Scope
> & {
  readonly scope: Scope;
  /**
   * The provider account to use; absent: the merchant's own, else the platform operator's. A refund uses the account
   * that received the payment.
   */
  readonly provider_account?: Id<"con"> | null;
  readonly refund_of?: string | null;
  readonly expect_name?: string | null;
  /** The one-time code that the payer entered. */
  readonly otp?: string | null;
  /** When the order may be sent; null while it waits for an approval. */
  readonly due_at: Instant | null;
};

/** A finished attempt with its result. */
export interface Ending {
  readonly attempt: Attempt;
  readonly result: "complete" | Failure;
  /** The charge that the provider reported with the completion. */
  readonly charge?: ReportedCharge | null;
}

/** The page of the provider where the payer of an attempt pays. */
export interface PayerRedirect {
  readonly attempt: Attempt;
  readonly redirect_url: string;
}

/** The reasons for a manual review of an attempt. */
export const REVIEW_REASONS = [
  "no_answer",
  "never_received",
  "reference_taken",
  "amount_differs",
  "receiver_differs",
  "success_after_failure",
  "failure_after_success",
  "reversed",
  "held_by_screening",
] as const;

export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** The data of an order that a screening receives. */
export interface ScreenedOrder
  extends Scope,
    Pick<Attempt, "subject" | "kind" | "channel" | "country" | "amount" | "currency" | "reference" | "description"> {
  readonly attempt: string;
  /** The number or account in the clear. */
  readonly receiver: string;
  readonly receiver_name: string | null;
  readonly bank_code: string | null;
}

export type ScreeningVerdict =
  | { readonly decision: "allow" }
  /** The reason is for the platform operator. */
  | { readonly decision: "hold" | "refuse"; readonly reason: string }
  /** The screening gave no decision; the order must wait. */
  | { readonly decision: "unavailable"; readonly detail: string };

/** An attempt that needs a manual decision. */
export interface AttemptReview {
  readonly attempt: Attempt;
  readonly kind: ReviewReason;
  /** The provider's answer, in one sentence or less. */
  readonly answer: string;
  /** Null unless the answer is a definite failure. */
  readonly failure_code: FailureCode | null;
}

/** Stores the manual review cases. Called inside the transaction. */
export interface ReviewHandler {
  openReviews(tx: Tx, reviews: readonly AttemptReview[]): Promise<void>;
  /** Closes the cases of attempts that have ended since, by the provider's own answer. */
  closeReviews(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
}

/**
 * Callbacks of transfers, payments, refunds and withdrawals for changes of their attempts. Each call covers many
 * attempts, and runs inside the transaction.
 */
export interface AttemptListener {
  /** Called in the transaction after which the attempts are sent. Absent for subjects that ignore it. */
  onSent?(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  /** Called when the provider returns the page where the payer pays, perhaps repeatedly. Only payments have one. */
  onRedirect?(tx: Tx, redirects: readonly PayerRedirect[]): Promise<void>;
  onEnded(tx: Tx, endings: readonly Ending[]): Promise<void>;
}

/**
 * Records the intent to move money, in the transaction that reserves the money. The order is sent after the commit,
 * never before. If every intent names its account, this is a single statement, sent without waiting.
 */
export async function createAttempts(tx: Tx, intents: readonly Intent[]): Promise<readonly Id<"att">[]> {
  if (intents.length === 0) return [];
  const without_account = intents.filter((intent) => intent.provider_account === undefined);
  const accounts =
    without_account.length > 0
      ? await findUsableAccounts(
          tx,
          without_account.map((intent) => intent.scope),
        )
      : null;
  const attempts = intents.map((intent) =>
    attemptOf(tx, intent, intent.provider_account ?? (accounts && accountOf(accounts, intent))),
  );
  await insertAttempts(tx, attempts);
  tx.wake(ATTEMPTS);
  return attempts.map((attempt) => attempt.id);
}

function accountOf(accounts: UsableAccounts, { scope, channel: id, kind }: Intent): Id<"con"> | null {
  const channel = findChannel(id);
  assert(channel, "an order's channel is in the catalogue");
  return accounts.find(scope, channel, kind === "collect" ? "collect" : "transfer");
}

// Copies field by field: a spread takes several times as long, and a bulk has 10,000 orders.
function attemptOf({ now }: Pick<Tx, "now">, intent: Intent, provider_account: Id<"con"> | null): NewAttempt {
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
    provider_account,
    refund_of: intent.refund_of ?? null,
    expect_name: intent.expect_name ?? null,
    otp: intent.otp ? sealOtp(intent.scope, intent.subject, intent.otp) : null,
    due_at: sendableAt(intent),
  };
}

/**
 * Cancels an unsent attempt. Returns false if the order was sent, or may have been: it cannot be recalled then. Between
 * a cancellation and the dispatch, the first to lock the attempt's row wins.
 */
export async function cancel(tx: Tx, scope: Scope, subject: string): Promise<boolean> {
  return cancelUnsent(tx, scope, subject);
}

/** Cancels the unsent attempts of many subjects. Asserts that none of them was sent. */
export async function cancelAttempts(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<void> {
  const canceled = await cancelUnsentOf(tx, scope, subjects);
  assert(canceled === subjects.length, "an attempt that waits for an approval was never sent");
}

/**
 * Fails the attempts that expired unsent. Returns the endings, for the caller to pass to
 * `AttemptListener.onEnded`. Attempts that were ever sent stay unchanged.
 */
export async function failUnsentAttempts(
  tx: Tx,
  subjects: readonly AttemptSubject[],
  failure: Failure,
): Promise<readonly Ending[]> {
  const failed = await failUnsent(tx, subjects, failure, firstCheckAt(tx.now));
  return failed.map((attempt) => ({ attempt, result: failure }));
}

/** Releases attempts that waited for an approval: they are sent after the commit, and not before `due_at`. */
export async function releaseAttempts(
  tx: Tx,
  scope: Scope,
  subjects: readonly string[],
  due_at: Instant,
): Promise<void> {
  const released = await makeDue(tx, scope, subjects, due_at);
  assert(released === subjects.length, "every order that waits for an approval has an unsent attempt");
  tx.wake(ATTEMPTS);
}

/**
 * Releases attempts that waited for money, of any merchants. Returns the released subjects, without orders that were
 * canceled meanwhile.
 */
export async function releaseFundedAttempts(tx: Tx, subjects: readonly AttemptSubject[]): Promise<ReadonlySet<string>> {
  const released = await makeDueOf(tx, subjects);
  tx.wake(ATTEMPTS);
  return new Set(released.map(({ subject }) => subject));
}

/** Ends attempts that were never sent, of any merchants. Returns the subjects ended by this call. */
export async function cancelWaitingAttempts(tx: Tx, subjects: readonly AttemptSubject[]): Promise<ReadonlySet<string>> {
  const canceled = await cancelWaiting(tx, subjects);
  return new Set(canceled.map(({ subject }) => subject));
}

/** The attempts of a subject, in order. */
export async function listAttemptsOf(tx: Tx, scope: Scope, subject: string): Promise<readonly AttemptDetails[]> {
  return listBySubject(tx, scope, subject);
}

/** The receiver's name and bank in the orders of these subjects, by subject. */
export async function receiverNames(
  tx: Tx,
  scope: Scope,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, ReceiverName>> {
  const ordered = await listReceiverNames(tx, scope, subjects);
  return new Map(ordered.map((order) => [order.subject, order]));
}

/** Locks one attempt until the end of this transaction. Null if there is no such attempt. */
export async function lockAttemptForReview(tx: Tx, scope: Scope, id: string): Promise<AttemptDetails | null> {
  return lockAttempt(tx, scope, id);
}

/** Ends an attempt in review by a person's decision. The caller then calls `AttemptListener.onEnded`. */
export async function endAttemptInReview(tx: Tx, scope: Scope, id: string, failure: Failure | null): Promise<Ending> {
  // The reviewer may be wrong: schedule a check of a failure, as for one that the provider reported.
  const check_at = failure && firstCheckAt(tx.now);
  const attempt = await endReviewed(tx, scope, id, failure, check_at);
  return { attempt, result: failure ?? "complete" };
}

/** Makes an attempt in review due, so that the provider is queried again. */
export async function requeryAttempt(tx: Tx, scope: Scope, id: string): Promise<void> {
  await reopenAttempt(tx, scope, id);
  tx.wake(ATTEMPTS);
}
