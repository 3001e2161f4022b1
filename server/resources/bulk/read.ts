import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { ApprovalState } from "#resources/approvals/schema.ts";
import type { Order } from "#resources/transfers/read.ts";
import { recipientIn } from "#resources/transfers/recipient.ts";
import type { NewBulk } from "./schema.ts";

/** What is wrong with an entry, under the entry's own name: `transfers.3.amount`. */
export function ofEntry(place: number, fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, texts]) => [`transfers.${place}.${name}`, texts]));
}

/**
 * The orders a bulk asks for. Throws `bad_request` naming every entry the request alone shows to be wrong: nobody to pay,
 * or a reference that another entry has too.
 */
export function ordersIn(
  scope: Scope,
  body: NewBulk,
  bulk: { readonly id: Id<"btr">; readonly approval: ApprovalState | null } | null,
  asked_by: Person | null,
): readonly Order[] {
  const problems: Record<string, readonly string[]> = {};
  const places = new Map<string, number>();
  const orders: Order[] = [];
  for (const [place, entry] of body.transfers.entries()) {
    const reference = entry.reference ?? null;
    const twin = reference === null ? undefined : places.get(reference);
    if (reference !== null && twin !== undefined) {
      problems[`transfers.${place}.reference`] = [`The entry ${twin} has the same reference`];
      problems[`transfers.${twin}.reference`] ??= [`The entry ${place} has the same reference`];
    } else if (reference !== null) places.set(reference, place);
    try {
      orders.push({
        scope,
        amount: BigInt(entry.amount),
        currency: body.currency,
        channel: entry.channel,
        recipient: recipientIn(entry),
        reference,
        description: entry.description ?? body.description ?? null,
        metadata: entry.metadata ?? null,
        expect_name: entry.expect_name ?? null,
        bulk: bulk?.id ?? null,
        approval: bulk?.approval ?? null,
        asked_by,
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.fields) throw error;
      Object.assign(problems, ofEntry(place, error.fields));
    }
  }
  if (Object.keys(problems).length > 0) throw new ServiceError("bad_request", "Validation failed", problems);
  return orders;
}

/** What the stored state says against orders, entry by entry. Money is not among it. */
export function problemsOf(outcomes: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly string[]> = {};
  for (const [place, outcome] of outcomes.entries()) {
    if (!(outcome instanceof ServiceError)) continue;
    if (outcome.kind === "conflict") problems[`transfers.${place}.reference`] = [outcome.message];
    else if (outcome.fields) Object.assign(problems, ofEntry(place, outcome.fields));
  }
  return problems;
}
