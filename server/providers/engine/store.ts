import {
  type Columns,
  columnList,
  inScope,
  optimizationFence,
  rowsFrom,
  type SharedColumns,
  sql,
  type Tx,
} from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, plus } from "#kernel/time.ts";
import type { AttemptRef } from "#providers/io/callback-token.ts";
import type { AttemptKind, Failure } from "#providers/provider.ts";

/**
 * The state of an attempt. `waiting`: not sent, it may still be canceled. `sent`: it may have reached the provider, so
 * from now on it is only queried. `review`: the outcome is still unknown; a person decides. The others are final.
 */
export type AttemptState = "waiting" | "sent" | "complete" | "failed" | "canceled" | "review";

export interface NewAttempt extends Scope {
  readonly id: Id<"att">;
  readonly subject: string;
  readonly kind: AttemptKind;
  readonly channel: string;
  readonly provider: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly receiver: string;
  readonly receiver_name: string | null;
  readonly bank_code: string | null;
  readonly country: string;
  readonly reference: string;
  readonly description: string | null;
  /** The provider account; null for a provider without accounts. */
  readonly provider_account: Id<"con"> | null;
  /** For a refund: the payment's reference at the provider. */
  readonly refund_of: string | null;
  /** The expected name of the number's holder, checked before the order is sent; null: no check. */
  readonly expect_name: string | null;
  /** The payer's one-time code, encrypted. */
  readonly otp: string | null;
  readonly due_at: Instant | null;
}

/** An attempt that was claimed at least once. */
export interface Attempt extends NewAttempt {
  readonly state: AttemptState;
  readonly provider_reference: string | null;
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly acknowledged_at: Instant | null;
  readonly queries: number;
  readonly not_found: number;
  readonly refusals: number;
  /** When the current series of consecutive refusals began. */
  readonly refused_since: Instant | null;
  /** When the provider answered that it already has an order under this reference. */
  readonly duplicated_at: Instant | null;
  /** A refusal that does not prove that nothing happened. */
  readonly refusal_code: FailureCode | null;
  readonly refusal_reason: string | null;
  readonly ended_at: Instant | null;
  readonly called_back_at: Instant | null;
  /** The provider's own id of the order, if queries need it. */
  readonly query_id: string | null;
  /** The answer of the last callback, for a provider that answers by callback. Its time is `called_back_at`. */
  readonly callback_answer: string | null;
  readonly claimed_at: Instant;
  readonly claim: number;
}

const new_columns: Columns<keyof NewAttempt> = {
  merchant: "text",
  environment: "text",
  id: "text",
  subject: "text",
  kind: "text",
  channel: "text",
  provider: "text",
  amount: "bigint",
  currency: "text",
  receiver: "text",
  receiver_name: "text",
  bank_code: "text",
  country: "text",
  reference: "text",
  description: "text",
  provider_account: "text",
  refund_of: "text",
  expect_name: "text",
  otp: "text",
  due_at: "timestamptz",
};

const shared_new: SharedColumns<keyof NewAttempt> = [
  ["merchant", "environment", "currency"],
  ["channel", "provider", "description"],
  ["kind", "bank_code", "country", "provider_account", "refund_of", "expect_name", "otp", "due_at"],
];

const attempt_columns = {
  ...new_columns,
  state: "text",
  provider_reference: "text",
  created_at: "timestamptz",
  sent_at: "timestamptz",
  acknowledged_at: "timestamptz",
  queries: "int",
  not_found: "int",
  refusals: "int",
  refused_since: "timestamptz",
  duplicated_at: "timestamptz",
  refusal_code: "text",
  refusal_reason: "text",
  ended_at: "timestamptz",
  called_back_at: "timestamptz",
  query_id: "text",
  callback_answer: "text",
  claimed_at: "timestamptz",
  claim: "int",
} satisfies Columns<keyof Attempt>;

/** The columns for `update attempts a … returning`. */
export const attempt_column_list = columnList(attempt_columns, "a");

/** An attempt with its result, for display. */
export interface AttemptDetails
  extends Omit<Attempt, "claimed_at" | "claim" | "description" | "due_at" | "otp" | "query_id" | "callback_answer"> {
  readonly provider_id: string | null;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
}

const {
  claimed_at: _at,
  claim: _claim,
  description: _description,
  due_at: _due,
  otp: _otp,
  query_id: _query_id,
  callback_answer: _callback_answer,
  ...remaining_columns
} = attempt_columns;
const details_columns: Columns<keyof AttemptDetails> = {
  ...remaining_columns,
  provider_id: "text",
  failure_code: "text",
  failure_reason: "text",
};

export async function insertAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  await tx.run(sql`
    insert into attempts (${columnList(new_columns)}, state, created_at)
    select ${columnList(new_columns)}, 'waiting', ${tx.now}
    from ${rowsFrom(attempts, new_columns, "input", shared_new)}`);
}

/** Cancels the unsent attempt of a subject. False if it was sent. */
export async function cancelUnsent(tx: Tx, scope: Scope, subject: string): Promise<boolean> {
  const canceled = await tx.run(sql`
    update attempts
    set state = 'canceled', ended_at = ${tx.now}, due_at = null, lease_holder = null, lease_until = null
    where ${inScope(scope)} and subject = ${subject} and state = 'waiting' and sent_at is null`);
  return canceled > 0;
}

/** Cancels the unsent attempts of many subjects. Returns the number canceled. */
export async function cancelUnsentOf(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<number> {
  return tx.run(sql`
    update attempts
    set state = 'canceled', ended_at = ${tx.now}, due_at = null, lease_holder = null, lease_until = null
    where ${inScope(scope)} and subject = any(${subjects}) and state = 'waiting' and sent_at is null`);
}

export interface AttemptSubject extends Scope {
  readonly subject: string;
}

const subject_columns: Columns<keyof AttemptSubject> = { merchant: "text", environment: "text", subject: "text" };

/**
 * Fails the unsent attempts of subjects of any merchants. Returns the failed attempts. If the provider reported that it
 * did not accept an attempt, the attempt is checked at `check_at`: it may have been accepted after all.
 */
export async function failUnsent(
  tx: Tx,
  subjects: readonly AttemptSubject[],
  failure: Failure,
  check_at: Instant | null,
): Promise<readonly Attempt[]> {
  const was_sent = sql`a.provider_reference is not null`;
  return tx.rows<Attempt>(sql`
    update attempts a
    set
      state = case when ${was_sent} then 'failed' else 'canceled' end, ended_at = ${tx.now},
      due_at = case when ${was_sent} and a.provider_account is not null then ${check_at}::timestamptz end,
      lease_holder = null, lease_until = null, otp = null,
      failure_code = case when ${was_sent} then ${failure.code} end,
      failure_reason = case when ${was_sent} then ${failure.reason} end
    from ${rowsFrom(subjects, subject_columns, "input")}
    where (a.merchant, a.environment, a.subject) = (input.merchant, input.environment, input.subject)
      and a.state = 'waiting'
      and a.sent_at is null
    returning ${attempt_column_list}`);
}

/** Makes attempts due that waited for an approval. Returns their number. */
export async function makeDue(tx: Tx, scope: Scope, subjects: readonly string[], due_at: Instant): Promise<number> {
  return tx.run(sql`
    update attempts
    set due_at = ${due_at}
    where ${inScope(scope)} and subject = any(${subjects}) and state = 'waiting' and sent_at is null and due_at is null`);
}

/** Makes the waiting attempts of these subjects due now, for any merchants. Returns the subjects that it changed. */
export async function makeDueOf(tx: Tx, subjects: readonly AttemptSubject[]): Promise<readonly AttemptSubject[]> {
  return tx.rows<AttemptSubject>(sql`
    update attempts a
    set due_at = ${tx.now}
    from ${rowsFrom(subjects, subject_columns, "input")}
    where (a.merchant, a.environment, a.subject) = (input.merchant, input.environment, input.subject)
      and ${optimizationFence("input", sql`a.state = 'waiting' and a.sent_at is null and a.due_at is null`)}
    returning a.merchant, a.environment, a.subject`);
}

/** Cancels the unsent attempts of these subjects, for any merchants. Returns the subjects that it changed. */
export async function cancelWaiting(tx: Tx, subjects: readonly AttemptSubject[]): Promise<readonly AttemptSubject[]> {
  return tx.rows<AttemptSubject>(sql`
    update attempts a
    set state = 'canceled', ended_at = ${tx.now}, due_at = null, lease_holder = null, lease_until = null
    from ${rowsFrom(subjects, subject_columns, "input")}
    where (a.merchant, a.environment, a.subject) = (input.merchant, input.environment, input.subject)
      and ${optimizationFence("input", sql`a.state = 'waiting' and a.sent_at is null`)}
    returning a.merchant, a.environment, a.subject`);
}

export interface AttemptClaim extends Scope {
  readonly id: Id<"att">;
  readonly claim: number;
}

export const attempt_claim_columns: Columns<keyof AttemptClaim> = {
  merchant: "text",
  environment: "text",
  id: "text",
  claim: "int",
};

export interface AttemptToSend extends AttemptClaim {
  readonly provider_reference: string;
}

const to_send_columns: Columns<keyof AttemptToSend> = { ...attempt_claim_columns, provider_reference: "text" };
const shared_to_send: SharedColumns<keyof AttemptToSend> = [["merchant", "environment", "claim"]];

/**
 * Marks attempts as sent, before the call, with a lease from now on. Returns those that still may be sent. A canceled
 * attempt, or one claimed by another worker, is absent and must not be sent.
 */
export async function markSent(
  tx: Tx,
  to_send: readonly AttemptToSend[],
  lease_ms: number,
): Promise<readonly Attempt[]> {
  return tx.rows<Attempt>(sql`
    update attempts a
    set state = 'sent', sent_at = ${tx.now}, lease_until = ${plus(tx.now, lease_ms)},
      provider_reference = input.provider_reference
    from ${rowsFrom(to_send, to_send_columns, "input", shared_to_send)}
    where (a.merchant, a.environment, a.id, a.claim) = (input.merchant, input.environment, input.id, input.claim)
      and ${optimizationFence("input", sql`a.state = 'waiting' and a.sent_at is null`)}
    returning ${attempt_column_list}`);
}

/** The changes after one call to the provider. Absent fields keep their value. */
export interface OutcomeRecord extends AttemptClaim {
  readonly state: AttemptState;
  /** When the attempt is due again; null for an ending or a review. */
  readonly due_at: Instant | null;
  readonly is_acknowledged: boolean;
  readonly is_query: boolean;
  readonly is_not_found: boolean;
  readonly is_not_received: boolean;
  /** The order was sent again, so earlier "not found" answers no longer count. */
  readonly is_resent: boolean;
  readonly is_duplicate: boolean;
  readonly is_ended: boolean;
  readonly provider_id: string | null;
  readonly query_id: string | null;
  readonly refusal_code: FailureCode | null;
  readonly refusal_reason: string | null;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
}

const outcome_columns: Columns<keyof OutcomeRecord> = {
  ...attempt_claim_columns,
  state: "text",
  due_at: "timestamptz",
  is_acknowledged: "boolean",
  is_query: "boolean",
  is_not_found: "boolean",
  is_not_received: "boolean",
  is_resent: "boolean",
  is_duplicate: "boolean",
  is_ended: "boolean",
  provider_id: "text",
  query_id: "text",
  refusal_code: "text",
  refusal_reason: "text",
  failure_code: "text",
  failure_reason: "text",
};

const shared_outcomes: SharedColumns<keyof OutcomeRecord> = [
  ["merchant", "environment"],
  [
    ...(["claim", "state", "due_at", "is_acknowledged", "is_query", "is_not_found", "is_not_received"] as const),
    ...(["is_resent", "is_duplicate", "is_ended"] as const),
    ...(["refusal_code", "refusal_reason", "failure_code", "failure_reason"] as const),
  ],
];

/**
 * Writes the outcomes of claimed attempts and ends their leases. Returns the attempts that had a valid claim and had
 * not ended. If a callback arrived since the claim, the next call is due at once. Such a callback also proves that the
 * provider has the order, so the attempt stays `sent` even if the outcome is a refusal.
 */
export async function writeOutcomes(tx: Tx, outcomes: readonly OutcomeRecord[]): Promise<readonly Attempt[]> {
  const is_called_back = sql`a.called_back_at > a.claimed_at and a.state = 'sent' and r.state = 'waiting'`;
  return tx.rows<Attempt>(sql`
    update attempts a
    set
      state = case when ${is_called_back} then 'sent' else r.state end,
      sent_at = case when ${is_called_back} then a.sent_at when r.is_not_received then null else a.sent_at end,
      due_at = case when (r.due_at is not null or r.state = 'review') and a.called_back_at > a.claimed_at then ${tx.now} else r.due_at end,
      lease_holder = null,
      lease_until = null,
      acknowledged_at = case when r.is_acknowledged then coalesce(a.acknowledged_at, ${tx.now}) else a.acknowledged_at end,
      queried_at = case when r.is_query then ${tx.now} else a.queried_at end,
      queries = a.queries + r.is_query::int,
      not_found = case when r.is_not_found then a.not_found + 1 when r.is_query or r.is_resent then 0 else a.not_found end,
      refusals = a.refusals + r.is_not_received::int,
      refused_since = case when r.is_not_received then coalesce(a.refused_since, ${tx.now}) else a.refused_since end,
      duplicated_at = case when r.is_duplicate then coalesce(a.duplicated_at, ${tx.now}) else a.duplicated_at end,
      refusal_code = coalesce(r.refusal_code, a.refusal_code),
      refusal_reason = coalesce(r.refusal_reason, a.refusal_reason),
      ended_at = case when r.is_ended then ${tx.now}::timestamptz end,
      otp = case when r.is_ended then null else a.otp end,
      provider_id = coalesce(r.provider_id, a.provider_id),
      query_id = coalesce(r.query_id, a.query_id),
      failure_code = r.failure_code,
      failure_reason = r.failure_reason
    from ${rowsFrom(outcomes, outcome_columns, "r", shared_outcomes)}
    where (a.merchant, a.environment, a.id, a.claim) = (r.merchant, r.environment, r.id, r.claim)
      and ${optimizationFence("r", sql`a.state in ('waiting', 'sent', 'review')`)}
    returning ${attempt_column_list}`);
}

/** Sets only the next due time, for attempts that were not worked on or had ended already. */
export async function deferAttempts(
  tx: Tx,
  deferred: readonly (AttemptClaim & Pick<Attempt, "due_at">)[],
): Promise<void> {
  await tx.run(sql`
    update attempts a
    set due_at = case when a.called_back_at > a.claimed_at then ${tx.now} else input.due_at end,
      lease_holder = null, lease_until = null
    from ${rowsFrom(deferred, { ...attempt_claim_columns, due_at: "timestamptz" }, "input")}
    where (a.merchant, a.environment, a.id, a.claim) = (input.merchant, input.environment, input.id, input.claim)
      and a.state <> 'canceled'`);
}

/**
 * Handles a provider's callback: the attempt is due at once. That includes an attempt that has ended, because its
 * outcome may have changed at the provider. If the provider had refused the order, the attempt counts as sent after
 * all, so a worker about to resend it sends nothing. A callback's answer replaces an earlier one. No other field changes.
 * Returns false for an attempt at another provider than the callback's.
 */
export async function markCalledBack(
  tx: Tx,
  provider: string,
  ref: AttemptRef,
  answer: string | null,
): Promise<boolean> {
  const was_refused = sql`state = 'waiting'`;
  const updated = await tx.run(sql`
    update attempts
    set
      called_back_at = ${tx.now}, due_at = ${tx.now}, callback_answer = coalesce(${answer}, callback_answer),
      state = case when ${was_refused} then 'sent' else state end,
      sent_at = case when ${was_refused} then ${tx.now} else sent_at end,
      not_found = case when ${was_refused} then 0 else not_found end,
      claim = claim + (${was_refused})::int,
      lease_holder = case when ${was_refused} then null else lease_holder end,
      lease_until = case when ${was_refused} then null else lease_until end
    where ${inScope(ref)} and id = ${ref.attempt} and provider = ${provider}
      and state <> 'canceled' and provider_reference is not null`);
  return updated > 0;
}

/** The account of an attempt; undefined for an unknown attempt, or one at another provider. */
export async function findAccountOfAttempt(
  tx: Tx,
  provider: string,
  ref: AttemptRef,
): Promise<Id<"con"> | null | undefined> {
  const row = await tx.maybeRow<Pick<Attempt, "provider_account">>(sql`
    select provider_account from attempts
    where ${inScope(ref)} and id = ${ref.attempt} and provider = ${provider}`);
  return row?.provider_account;
}

/** The attempt that a callback to a provider's fixed URL names, with its account. Test orders have no such provider. */
export async function findByProviderReference(
  tx: Tx,
  provider: string,
  provider_reference: string,
): Promise<(AttemptRef & Pick<Attempt, "provider_account">) | null> {
  return tx.maybeRow<AttemptRef & Pick<Attempt, "provider_account">>(sql`
    select merchant, environment, id as attempt, provider_account
    from attempts
    where environment = 'live' and provider_reference = ${provider_reference} and provider = ${provider}
    limit 1`);
}

/** The attempts of a subject, in order. */
export async function listBySubject(tx: Tx, scope: Scope, subject: string): Promise<readonly AttemptDetails[]> {
  return tx.rows<AttemptDetails>(sql`
    select ${columnList(details_columns)} from attempts where ${inScope(scope)} and subject = ${subject} order by id`);
}

/** The receiver's name and bank in a subject's first attempt. */
export interface ReceiverName {
  readonly subject: string;
  readonly receiver_name: string | null;
  readonly bank_code: string | null;
}

export async function listReceiverNames(
  tx: Tx,
  scope: Scope,
  subjects: readonly string[],
): Promise<readonly ReceiverName[]> {
  return tx.rows<ReceiverName>(sql`
    select distinct on (subject) subject, receiver_name, bank_code
    from attempts
    where ${inScope(scope)} and subject = any(${subjects})
    order by subject, id`);
}

/** Locks an attempt by its id. */
export async function lockAttempt(tx: Tx, scope: Scope, id: string): Promise<AttemptDetails | null> {
  return tx.maybeRow<AttemptDetails>(sql`
    select ${columnList(details_columns)} from attempts where ${inScope(scope)} and id = ${id} for no key update`);
}

/**
 * Ends an attempt in review by a person's decision. If it was sent through a provider account, it is due again at
 * `check_at`.
 */
export async function endReviewed(
  tx: Tx,
  scope: Scope,
  id: string,
  failure: Failure | null,
  check_at: Instant | null,
): Promise<Attempt> {
  return tx.row<Attempt>(sql`
    update attempts a
    set
      state = ${failure === null ? "complete" : "failed"}, ended_at = ${tx.now},
      due_at = case when a.sent_at is not null and a.provider_account is not null then ${check_at}::timestamptz end,
      lease_holder = null, lease_until = null, claim = claim + 1, otp = null, failure_code = ${failure?.code ?? null},
      failure_reason = ${failure?.reason ?? null}
    where ${inScope(scope, "a")} and a.id = ${id} and a.state = 'review'
    returning ${attempt_column_list}`);
}

/**
 * Ends the review and makes the attempt due: as `sent` if it ever was, else as `waiting`. The new claim number
 * invalidates the outcome of a query still under way.
 */
export async function reopenAttempt(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.row(sql`
    update attempts
    set
      state = case when sent_at is null then 'waiting' else 'sent' end, due_at = ${tx.now}, queries = 0, not_found = 0,
      refusals = 0, refused_since = null, duplicated_at = null, lease_holder = null, lease_until = null, claim = claim + 1
    where ${inScope(scope)} and id = ${id} and state = 'review'
    returning id`);
}
