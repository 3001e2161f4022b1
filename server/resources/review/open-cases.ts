import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import type { Attempt, AttemptReview } from "#providers/attempts.ts";
import type { ReviewRow } from "./schema.ts";
import { closeResolvedByProvider, closeSuperseded, insertNewReviews } from "./store.ts";

/**
 * Opens review cases for attempts that need a person's decision. Books nothing. An attempt without a final outcome has
 * at most one open case: a case of a new kind replaces the earlier one.
 */
export async function openReviewCases(tx: Tx, reviews: readonly AttemptReview[]): Promise<void> {
  const open = reviews.filter(({ attempt }) => attempt.ended_at === null);
  await closeSuperseded(
    tx,
    open.map(({ attempt: { merchant, environment, id }, kind }) => ({ merchant, environment, attempt: id, kind })),
  );
  await insertNewReviews(
    tx,
    reviews.map(
      ({ attempt, kind, answer, failure_code }): ReviewRow => ({
        ...{ merchant: attempt.merchant, environment: attempt.environment, id: newId("rvw", tx.now) },
        ...{ attempt: attempt.id, subject: attempt.subject, kind, provider_answer: answer, failure_code },
        ...{ state: "open", opened_at: tx.now },
        ...{ proposed: null, proposed_by: null, resolution: null, note: null, resolved_by: null, resolved_at: null },
      }),
    ),
  );
}

/** Closes the cases of attempts that have ended with the provider's own answer. */
export async function closeReviewCases(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  await closeResolvedByProvider(
    tx,
    attempts.map(({ merchant, environment, id }) => ({ merchant, environment, attempt: id })),
  );
}
