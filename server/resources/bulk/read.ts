import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { ApprovalState } from "#resources/approvals/schema.ts";
import type { Order } from "#resources/transfers/read.ts";
import { recipientIn, recipientProblem } from "#resources/transfers/recipient.ts";
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
  const problems = problemsAcross(body.transfers);
  if (Object.keys(problems).length > 0) throw new ServiceError("bad_request", "Validation failed", problems);
  return body.transfers.map((entry) => ({
    scope,
    amount: BigInt(entry.amount),
    currency: body.currency,
    channel: entry.channel,
    recipient: recipientIn(entry),
    reference: entry.reference ?? null,
    description: entry.description ?? body.description ?? null,
    metadata: entry.metadata ?? null,
    expect_name: entry.expect_name ?? null,
    bulk: bulk?.id ?? null,
    approval: bulk?.approval ?? null,
    asked_by,
  }));
}

/** With what the schema found in a body all that the request alone shows to be wrong, in the order of the entries. */
export function allProblems(body: unknown, found: FieldErrors): FieldErrors {
  const across = isRecord(body) && Array.isArray(body.transfers) ? problemsAcross(body.transfers) : {};
  const all = Object.entries({ ...across, ...found });
  // What is wrong with the whole comes first.
  const place = (field: string): number => Number(/^transfers\.(\d+)/.exec(field)?.[1] ?? -1);
  const placed = all.map((problem) => [place(problem[0]), problem] as const);
  return Object.fromEntries(placed.sort(([one], [other]) => one - other).map(([, problem]) => problem));
}

/** Entries, whatever else is wrong with them, that name nobody to pay, or have a reference that another has too. */
function problemsAcross(entries: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly string[]> = {};
  const places = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    if (!isRecord(entry)) continue;
    const { beneficiary, beneficiary_data, recipient, reference } = entry;
    const problem = recipientProblem({ beneficiary, beneficiary_data, recipient });
    if (problem !== null) problems[`transfers.${place}.beneficiary`] = [problem];
    if (typeof reference !== "string") continue;
    const twin = places.get(reference);
    if (twin === undefined) places.set(reference, place);
    else {
      problems[`transfers.${place}.reference`] = [`The entry ${twin} has the same reference`];
      problems[`transfers.${twin}.reference`] ??= [`The entry ${place} has the same reference`];
    }
  }
  return problems;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
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
