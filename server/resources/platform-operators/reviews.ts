import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { findAvailable } from "#ledger/ledger.ts";
import { listAttemptsOf } from "#providers/attempts.ts";
import { findMany } from "#resources/merchants/store.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import { resolutionsFor } from "#resources/review/rules.ts";
import type { Resolution, ReviewRow } from "#resources/review/schema.ts";
import { find, list, listOpenOf } from "#resources/review/store.ts";
import type { Timeline } from "#resources/timelines/schema.ts";
import { tracePayment, traceRefund, traceTransfer, traceWithdrawal } from "#resources/timelines/trace.ts";
import { loadActorNames } from "./authorization.ts";
import type { ReviewCase, ReviewView } from "./schema.ts";
import { findAttemptMoney } from "./store.ts";

/** The number of listed cases: more than people can decide in a day. */
export const REVIEWS_LISTED_MAX = 500;

/**
 * Returns the open cases, the oldest first; or all cases, the latest first. `reader` is the viewer, in the notation of
 * the audit log.
 */
export async function listReviews(tx: Tx, is_all: boolean, reader: string): Promise<ReviewView[]> {
  return presentReviews(tx, await list(tx, is_all, REVIEWS_LISTED_MAX), reader);
}

/** Returns the open cases of one merchant and environment. */
export async function listOpenReviews(tx: Tx, scope: Scope, reader: string): Promise<ReviewView[]> {
  return presentReviews(tx, await listOpenOf(tx, scope, REVIEWS_LISTED_MAX), reader);
}

/** Returns one case with its attempt, timeline and allowed decisions. Throws `not_found`. */
export async function readReviewCase(tx: Tx, id: string, needs_two: boolean, reader: string): Promise<ReviewCase> {
  const row = await find(tx, id);
  const [review_view] = row ? await presentReviews(tx, [row], reader) : [];
  if (!row || !review_view) throw new ServiceError("review_case_not_found", `There is nothing to review as ${id}`);
  const attempt_row = (await listAttemptsOf(tx, row, row.subject)).find((attempt) => attempt.id === row.attempt);
  assert(attempt_row, "a review is about an attempt");
  const balance_key = { merchant: row.merchant, environment: row.environment, currency: attempt_row.currency };
  const {
    state,
    receiver,
    provider_reference,
    provider_id,
    provider_account: account,
    created_at,
    sent_at,
    ended_at,
  } = attempt_row;
  return {
    ...review_view,
    allowed: row.state === "open" ? [...resolutionsFor(row, ended_at !== null)] : [],
    needs_two,
    available: (await findAvailable(tx, [balance_key]))(balance_key),
    tried: {
      id: attempt_row.id,
      state,
      receiver,
      provider_reference,
      provider_id,
      account,
      created_at,
      sent_at,
      ended_at,
    },
    timeline: await readTimeline(tx, row),
  };
}

/** Records a decision, or the first of two. Returns the case afterwards. Throws as `resolveReview` does. */
export async function decideReview(
  tx: Tx,
  id: string,
  decision: { readonly as: Resolution; readonly reason: string; readonly actor: string; readonly needs_two: boolean },
): Promise<ReviewView> {
  const { as: resolution, reason: note, actor, needs_two } = decision;
  const [review_view] = await presentReviews(
    tx,
    [await resolveReview(tx, id, { resolution, note, actor, needs_two })],
    actor,
  );
  assert(review_view, "a decided review is found");
  return review_view;
}

function readTimeline(tx: Tx, row: ReviewRow): Promise<Timeline> {
  if (isId("trf", row.subject)) return traceTransfer(tx, row, row.subject);
  if (isId("wdr", row.subject)) return traceWithdrawal(tx, row, row.subject);
  return isId("pay", row.subject) ? tracePayment(tx, row, row.subject) : traceRefund(tx, row, row.subject);
}

async function presentReviews(tx: Tx, rows: readonly ReviewRow[], reader: string): Promise<ReviewView[]> {
  const [merchants, money_by_attempt] = await Promise.all([
    findMany(tx, [...new Set(rows.map(({ merchant }) => merchant))]),
    findAttemptMoney(tx, rows),
  ]);
  const nameOf = await loadActorNames(
    tx,
    rows.flatMap(({ proposed_by, resolved_by }) => [proposed_by, resolved_by]),
  );
  return rows.map((row) => {
    const attempt_money = money_by_attempt.get(row.attempt);
    assert(attempt_money, "a review is about an attempt");
    const {
      id,
      merchant,
      environment,
      kind,
      provider_answer,
      failure_code,
      attempt,
      subject,
      state,
      proposed,
      resolution,
      note,
    } = row;
    return {
      ...{
        id,
        merchant,
        environment,
        kind,
        provider_answer,
        failure_code,
        attempt,
        subject,
        state,
        proposed,
        resolution,
        note,
      },
      merchant_name: merchants.find((one) => one.id === merchant)?.name ?? merchant,
      order_kind: attempt_money.kind,
      ...{
        channel: attempt_money.channel,
        provider: attempt_money.provider,
        amount: attempt_money.amount,
        currency: attempt_money.currency,
      },
      proposed_by: row.proposed_by === null ? null : nameOf(row.proposed_by),
      is_own: row.proposed_by === reader,
      resolved_by: row.resolved_by === null ? null : nameOf(row.resolved_by),
      ...{ opened_at: row.opened_at, resolved_at: row.resolved_at },
    };
  });
}
