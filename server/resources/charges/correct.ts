import type { Tx } from "#db/tx.ts";
import { fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import type { Scope } from "#kernel/scope.ts";
import type { ReportedCharge } from "#providers/attempts.ts";
import { listAttemptsOf, lockAttemptForReview } from "#providers/attempts.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { bookKnownCharges } from "./book.ts";
import { CHARGE_MAX, CHARGE_NOTE_MAX, type Charge } from "./schema.ts";
import { listCharges } from "./store.ts";

/**
 * Sets the charge of an order by hand, such as from a provider's letter, and books the difference. The inverse is the
 * same with the charge before. Runs as the engine. Throws `not_found` for an order that has not completed, and `invalid`
 * if nothing changes.
 */
export async function correctOrderCharge(
  tx: Tx,
  scope: Scope,
  subject: string,
  { reported, note, actor }: { readonly reported: ReportedCharge; readonly note: string; readonly actor: string },
): Promise<Charge> {
  const text = note.trim();
  const is_too_large = reported.amount > CHARGE_MAX || (reported.tax ?? 0n) > CHARGE_MAX;
  throwFieldErrors({
    ...noteErrors("reason", text, { characters_max: CHARGE_NOTE_MAX }),
    ...(is_too_large && {
      amount: [fieldError("too_large", `Enter ${CHARGE_MAX} at most`, { maximum: Number(CHARGE_MAX) })],
    }),
  });
  const complete = (await listAttemptsOf(tx, scope, subject)).find(({ state }) => state === "complete");
  const attempt = complete && (await lockAttemptForReview(tx, scope, complete.id));
  if (!attempt) throw new ServiceError("charged_order_not_found", `No order ${subject} has completed at a provider`);
  const before = (await listCharges(tx, scope, attempt.id)).at(-1) ?? null;
  const [changed] = await bookKnownCharges(tx, [
    { attempt, reported, source: "operator", statement: null, note: text },
  ]);
  if (!changed) throw invalid("amount", "nothing_to_resolve", "The books have this charge already");
  await recordAuditEntry(tx, {
    ...{ merchant: null, environment: scope.environment, actor, action: "charge.corrected", subject },
    before: logged(before),
    after: { ...logged(changed), currency: attempt.currency, note: text },
  });
  return changed;
}

/** Converts amounts to text, because JSON has no bigint. */
function logged(charge: Charge | null): object | null {
  return charge && { amount: `${charge.amount}`, tax: `${charge.tax}` };
}
