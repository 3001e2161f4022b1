import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { available } from "#ledger/ledger.ts";
import { attemptsFor } from "#providers/attempts.ts";
import { findMany } from "#resources/merchants/store.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import { resolutionsFor } from "#resources/review/rules.ts";
import type { Resolution, ReviewRow } from "#resources/review/schema.ts";
import { find, list, listOpenOf } from "#resources/review/store.ts";
import type { Timeline } from "#resources/timelines/schema.ts";
import { tracePayment, traceRefund, traceTransfer } from "#resources/timelines/trace.ts";
import type { ReviewCase, ReviewShown } from "./schema.ts";
import { namerOf } from "./standing.ts";
import { findMoney } from "./store.ts";

/** More than people can decide in a day. */
export const LISTED_MAX = 500;

/** The open cases, the oldest first; or all cases, the latest first. `reader` is the viewer, in the form of the audit log. */
export async function reviewsOf(tx: Tx, is_all: boolean, reader: string): Promise<ReviewShown[]> {
  return shownTo(tx, await list(tx, is_all, LISTED_MAX), reader);
}

/** The open cases of one merchant and environment. */
export async function openReviewsOf(tx: Tx, scope: Scope, reader: string): Promise<ReviewShown[]> {
  return shownTo(tx, await listOpenOf(tx, scope, LISTED_MAX), reader);
}

/** One case with its attempt, timeline and allowed decisions. Throws `not_found`. */
export async function reviewOf(tx: Tx, id: string, needs_two: boolean, reader: string): Promise<ReviewCase> {
  const row = await find(tx, id);
  const [shown] = row ? await shownTo(tx, [row], reader) : [];
  if (!row || !shown) throw new ServiceError("not_found", `There is nothing to review as ${id}`);
  const tried = (await attemptsFor(tx, row, row.subject)).find((attempt) => attempt.id === row.attempt);
  assert(tried, "a review is about an attempt");
  const purse = { merchant: row.merchant, environment: row.environment, currency: tried.currency };
  const {
    state,
    receiver,
    provider_reference,
    provider_id,
    connection: account,
    created_at,
    sent_at,
    ended_at,
  } = tried;
  return {
    ...shown,
    allowed: row.state === "open" ? [...resolutionsFor(row, ended_at !== null)] : [],
    needs_two,
    available: (await available(tx, [purse]))(purse),
    tried: { id: tried.id, state, receiver, provider_reference, provider_id, account, created_at, sent_at, ended_at },
    timeline: await traceOf(tx, row),
  };
}

/** Records a decision, or the first of two. Returns the case afterwards. Throws as `resolveReview` does. */
export async function decideReview(
  tx: Tx,
  id: string,
  given: { readonly as: Resolution; readonly reason: string; readonly actor: string; readonly needs_two: boolean },
): Promise<ReviewShown> {
  const { as: resolution, reason: note, actor, needs_two } = given;
  const [shown] = await shownTo(tx, [await resolveReview(tx, id, { resolution, note, actor, needs_two })], actor);
  assert(shown, "what was decided can be shown");
  return shown;
}

function traceOf(tx: Tx, row: ReviewRow): Promise<Timeline> {
  if (isId("trf", row.subject)) return traceTransfer(tx, row, row.subject);
  return isId("pay", row.subject) ? tracePayment(tx, row, row.subject) : traceRefund(tx, row, row.subject);
}

async function shownTo(tx: Tx, rows: readonly ReviewRow[], reader: string): Promise<ReviewShown[]> {
  const [merchants, money] = await Promise.all([
    findMany(tx, [...new Set(rows.map(({ merchant }) => merchant))]),
    findMoney(tx, rows),
  ]);
  const nameOf = await namerOf(
    tx,
    rows.flatMap(({ proposed_by, resolved_by }) => [proposed_by, resolved_by]),
  );
  return rows.map((row) => {
    const about = money.get(row.attempt);
    assert(about, "a review is about an attempt");
    const { id, merchant, environment, kind, said, attempt, subject, state, proposed, resolution, note } = row;
    return {
      ...{ id, merchant, environment, kind, said, attempt, subject, state, proposed, resolution, note },
      merchant_name: merchants.find((one) => one.id === merchant)?.name ?? merchant,
      order_kind: about.kind,
      ...{ channel: about.channel, provider: about.provider, amount: about.amount, currency: about.currency },
      proposed_by: row.proposed_by === null ? null : nameOf(row.proposed_by),
      is_own: row.proposed_by === reader,
      resolved_by: row.resolved_by === null ? null : nameOf(row.resolved_by),
      ...{ opened_at: row.opened_at, resolved_at: row.resolved_at },
    };
  });
}
