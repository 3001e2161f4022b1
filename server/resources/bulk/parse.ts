import { type FieldError, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import type { ApprovalState } from "#resources/approvals/schema.ts";
import type { OrderList } from "#resources/transfers/create/create.ts";
import type { TransferOrder } from "#resources/transfers/create/parse-order.ts";
import { recipientOf, validateRecipient } from "#resources/transfers/create/recipient.ts";
import { validateTiming, validateTransferAgainstCatalogue } from "#resources/transfers/rules.ts";
import { type TransferTiming, transferTexts } from "#resources/transfers/schema.ts";
import type { NewBulk } from "./schema.ts";

/** Prefixes the field errors of an entry with its path in the bulk: `transfers.3.amount`. */
export function prefixEntryErrors(position: number, fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, errors]) => [`transfers.${position}.${name}`, errors]));
}

/**
 * Returns the orders of a bulk, each made when it is read: ten thousand at once would block the event loop for 30 ms.
 * The body must have passed `validateBulk`.
 */
export function parseBulkOrders(
  scope: Scope,
  body: NewBulk,
  bulk: { readonly id: Id<"btr">; readonly approval: ApprovalState | null } | null,
  timing: TransferTiming | null,
  { requested_by, key }: Pick<TransferOrder, "requested_by" | "key">,
): OrderList {
  const orderOf = (entry: NewBulk["transfers"][number]): TransferOrder => ({
    scope,
    amount: BigInt(entry.amount),
    currency: body.currency,
    channel: entry.channel,
    recipient: recipientOf(entry),
    reference: entry.reference ?? null,
    ...transferTexts({ ...entry, description: entry.description ?? body.description ?? null }),
    metadata: entry.metadata ?? null,
    expect_name: entry.expect_name ?? null,
    bulk: bulk?.id ?? null,
    timing,
    approval: bulk?.approval ?? null,
    requested_by,
    key,
    allow_duplicate: body.allow_duplicate ?? null,
  });
  return {
    length: body.transfers.length,
    slice: (from, to) => body.transfers.slice(from, to).map(orderOf),
  };
}

/**
 * Validates a bulk and its entries without stored data. It also checks a body that the schema refused, so that one
 * response lists all field errors.
 */
export function validateBulk(body: unknown, input: unknown, environment: Environment | null): FieldErrors {
  const { currency } = asRecord(body);
  const [entries, raw_entries] = [entriesOf(body), entriesOf(input)];
  const problems: Record<string, readonly FieldError[]> = {
    ...validateTiming(body),
    ...unsupportedFieldErrors("transfers", input, environment),
    ...findRepeatedReferences(entries),
  };
  for (const [position, entry] of entries.entries()) {
    const prefix = `transfers.${position}.`;
    const raw_entry = asRecord(raw_entries[position]);
    if (typeof entry !== "object" || entry === null) continue;
    Object.assign(
      problems,
      validateRecipient(entry, prefix),
      unsupportedFieldErrors("single entries of a bulk", raw_entry, environment, prefix),
    );
    const is_other = raw_entry.currency !== undefined && raw_entry.currency !== null && raw_entry.currency !== "";
    if (is_other && raw_entry.currency !== currency)
      problems[`${prefix}currency`] = [fieldError("bulk_currency_mismatch", "It differs from the bulk's currency")];
  }
  return problems;
}

/** Returns the entries' field errors against the channel catalogue. Skips malformed parts of the body. */
export function validateBulkAgainstCatalogue(body: unknown, environment: Environment): FieldErrors {
  const { currency } = asRecord(body);
  return Object.assign(
    {},
    ...entriesOf(body).map((entry, position) =>
      prefixEntryErrors(position, validateTransferAgainstCatalogue(entry, environment, currency)),
    ),
  );
}

/** Sorts field errors: those of the whole bulk first, then the entries in their order. */
export function sortFieldErrors(fields: FieldErrors): FieldErrors {
  const positionOf = (field: string): number => Number(/^transfers\.(\d+)/.exec(field)?.[1] ?? -1);
  const by_position = Object.entries(fields).map((problem) => [positionOf(problem[0]), problem] as const);
  return Object.fromEntries(by_position.sort(([one], [other]) => one - other).map(([, problem]) => problem));
}

function entriesOf(body: unknown): readonly unknown[] {
  const { transfers } = asRecord(body);
  return Array.isArray(transfers) ? transfers : [];
}

/** Returns the field errors of entries that share a reference. */
function findRepeatedReferences(entries: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly FieldError[]> = {};
  const positions = new Map<string, number>();
  for (const [position, entry] of entries.entries()) {
    const { reference } = asRecord(entry);
    if (typeof reference !== "string") continue;
    const other_position = positions.get(reference);
    if (other_position === undefined) positions.set(reference, position);
    else {
      problems[`transfers.${position}.reference`] = [repeatedReference(other_position)];
      problems[`transfers.${other_position}.reference`] ??= [repeatedReference(position)];
    }
  }
  return problems;
}

function repeatedReference(entry: number): FieldError {
  return fieldError("reference_repeated", `The entry ${entry} has the same reference`, { entry });
}

/** Returns the field errors, by entry, that depend on stored data. An insufficient balance is not a field error. */
export function fieldErrorsOf(outcomes: readonly unknown[]): FieldErrors {
  const problems: Record<string, readonly FieldError[]> = {};
  for (const [position, outcome] of outcomes.entries()) {
    if (!(outcome instanceof ServiceError)) continue;
    if (outcome.reason === "reference_taken") {
      problems[`transfers.${position}.reference`] = [
        { reason: outcome.reason, params: outcome.params, message: outcome.message },
      ];
    } else if (outcome.fields) Object.assign(problems, prefixEntryErrors(position, outcome.fields));
  }
  return problems;
}
