import type { Tx } from "#db/tx.ts";
import { type FieldError, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { BLOCKED_MESSAGE, lookUpBlocks } from "#resources/blocks/check.ts";
import { guardTerms, openDuplicateCheck, possibleDuplicateEntry } from "#resources/duplicate-guard/guard.ts";
import type { GuardedOrder } from "#resources/duplicate-guard/schema.ts";
import { openLimitCounter } from "#resources/limits/count.ts";
import { payeeOf } from "#resources/limits/rules.ts";
import type { LimitedOrder } from "#resources/limits/schema.ts";
import type { AcceptedTransfer } from "#resources/transfers/create/evaluate.ts";
import type { TransferTerms } from "#resources/transfers/create/load-context.ts";

interface BulkTerms {
  readonly key: Id<"key"> | null;
  readonly allow_duplicate: boolean | null;
}

/** Returns the field errors of the entries that pay a blocked number or account. */
export async function blockedEntries(
  tx: Tx,
  accepted: readonly { readonly entry: number; readonly order: AcceptedTransfer }[],
): Promise<FieldErrors> {
  const parties = accepted.map(({ entry, order: { transfer, receiver } }) => {
    const { merchant, environment } = transfer;
    return { entry, party: { merchant, environment, party: payeeOf(receiver) } };
  });
  const isBlocked = await lookUpBlocks(
    tx,
    parties.map(({ party }) => party),
  );
  return Object.fromEntries(
    parties
      .filter(({ party }) => isBlocked(party))
      .map(({ entry }) => [`transfers.${entry}.beneficiary`, [fieldError("payee_blocked", BLOCKED_MESSAGE)]]),
  );
}

/**
 * Applies a merchant's rules to a bulk: blocks and the duplicate guard to each entry, the limits to all of them together.
 * Entries that repeat one another are no duplicates. Throws `validation_failed` with `payee_blocked` or
 * `possible_duplicate` for each such entry, and `limit_exceeded`. `writeNow` stores the accepted bulk.
 */
export async function applyBulkRules(
  tx: Tx,
  terms: TransferTerms,
  accepted: readonly AcceptedTransfer[],
  { key, allow_duplicate }: BulkTerms,
): Promise<{ writeNow(): void }> {
  const limited = accepted.map(({ transfer, receiver, requested_by }) => {
    const { merchant, environment, amount, currency, scheduled_at, created_at, id: subject } = transfer;
    const order: LimitedOrder = {
      ...{ merchant, environment, amount, currency, key, is_payment: false },
      ...{ counted_at: scheduled_at ?? created_at, person: requested_by?.id ?? null },
      otherParty: () => payeeOf(receiver),
    };
    return { order, subject };
  });
  const guarded = accepted.flatMap(({ transfer, receiver }, entry) => {
    const { merchant, environment, amount, currency, id } = transfer;
    const guard = guardTerms(terms.duplicate_guards, transfer, allow_duplicate);
    if (guard === null) return [];
    const payee = payeeOf(receiver);
    const order: GuardedOrder = { merchant, environment, payee, amount, currency, ...guard };
    return [{ order, entry, id }];
  });
  const has_blocks = terms.scopes_with_blocks.length > 0;
  const [blocked, counter, duplicates] = await Promise.all([
    has_blocks
      ? blockedEntries(
          tx,
          accepted.map((order, entry) => ({ entry, order })),
        )
      : {},
    openLimitCounter(
      tx,
      terms.limits,
      limited.map(({ order }) => order),
    ),
    openDuplicateCheck(
      tx,
      guarded.map(({ order }) => order),
      accepted.slice(0, 1).map(({ transfer }) => transfer),
    ),
  ]);
  const fields: Record<string, readonly FieldError[]> = { ...blocked };
  for (const { order, entry } of guarded) {
    const duplicate = duplicates.find(order);
    if (duplicate !== null) fields[`transfers.${entry}.amount`] = [possibleDuplicateEntry(duplicate)];
  }
  if (Object.keys(fields).length > 0) throw new ServiceError("validation_failed", "Validation failed", { fields });
  const passed_limit = counter.take(limited);
  if (passed_limit !== null) throw passed_limit;
  for (const { order, id } of guarded) duplicates.add(order, id);
  return {
    writeNow() {
      duplicates.writeNow();
      counter.writeNow();
    },
  };
}
