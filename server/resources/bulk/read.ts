import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Person, Scope } from "#kernel/scope.ts";
import { unsupported } from "#kernel/unsupported.ts";
import type { ApprovalState } from "#resources/approvals/schema.ts";
import type { Order } from "#resources/transfers/read.ts";
import { recipientIn, recipientProblem } from "#resources/transfers/recipient.ts";
import { foreseeable } from "#resources/transfers/rules.ts";
import type { NewBulk } from "./schema.ts";

/** Field errors of an entry under its path in the bulk: `transfers.3.amount`. */
export function ofEntry(place: number, fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, texts]) => [`transfers.${place}.${name}`, texts]));
}

/** The orders of a bulk, from a body that `bulkProblems` accepts. */
export function ordersIn(
  scope: Scope,
  body: NewBulk,
  bulk: { readonly id: Id<"btr">; readonly approval: ApprovalState | null } | null,
  asked_by: Person | null,
): readonly Order[] {
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

/** Field errors of a bulk and its entries that need the request alone, whatever other errors it has. */
export function bulkProblems(body: unknown, input: unknown): FieldErrors {
  const { currency } = recordIn(body);
  const [entries, given] = [entriesIn(body), entriesIn(input)];
  const problems: Record<string, readonly string[]> = { ...unsupported("transfers", input), ...twinsAmong(entries) };
  for (const [place, entry] of entries.entries()) {
    const at = `transfers.${place}.`;
    const sent = recordIn(given[place]);
    if (typeof entry !== "object" || entry === null) continue;
    Object.assign(problems, recipientProblem(entry, at), unsupported("transfers", sent, at));
    const is_other = sent.currency !== undefined && sent.currency !== null && sent.currency !== "";
    if (is_other && sent.currency !== currency) problems[`${at}currency`] = ["It differs from the bulk's currency"];
  }
  return problems;
}

/** The catalogue's field errors of the entries. Parts that cannot be read are skipped. */
export function foreseeableProblems(body: unknown, environment: Environment): FieldErrors {
  const { currency } = recordIn(body);
  return Object.assign(
    {},
    ...entriesIn(body).map((entry, place) => ofEntry(place, foreseeable(entry, environment, currency))),
  );
}

/** Sorts field errors: those of the whole bulk first, then the entries in their order. */
export function inOrder(fields: FieldErrors): FieldErrors {
  const place = (field: string): number => Number(/^transfers\.(\d+)/.exec(field)?.[1] ?? -1);
  const placed = Object.entries(fields).map((problem) => [place(problem[0]), problem] as const);
  return Object.fromEntries(placed.sort(([one], [other]) => one - other).map(([, problem]) => problem));
}

function entriesIn(body: unknown): readonly unknown[] {
  const { transfers } = recordIn(body);
  return Array.isArray(transfers) ? transfers : [];
}

/** Field errors of entries that share a reference. */
function twinsAmong(entries: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly string[]> = {};
  const places = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    const { reference } = recordIn(entry);
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

/** The field errors, by entry, that stored data cause. A balance that is too small is not among them. */
export function problemsOf(outcomes: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly string[]> = {};
  for (const [place, outcome] of outcomes.entries()) {
    if (!(outcome instanceof ServiceError)) continue;
    if (outcome.kind === "conflict") problems[`transfers.${place}.reference`] = [outcome.message];
    else if (outcome.fields) Object.assign(problems, ofEntry(place, outcome.fields));
  }
  return problems;
}
