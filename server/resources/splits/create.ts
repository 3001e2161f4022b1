import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, fieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { findLinkGrants, type Merchant } from "#resources/merchants/store.ts";
import { partAmounts, splitExceedsError } from "./rules.ts";
import type { PartRow, Split, SplitTerms } from "./schema.ts";

/** Returns the errors of a split's merchants by field; null if all are linked in the environment of the order. */
export type SplitCheck = (scope: Scope, terms: SplitTerms | null) => FieldErrors | null;

/** Reads the links of merchants, and returns the check of their splits. */
export async function openSplitCheck(
  tx: Tx,
  orders: readonly { readonly scope: Scope; readonly split: SplitTerms | null }[],
): Promise<SplitCheck> {
  const merchants = new Set(orders.flatMap(({ scope, split }) => (split === null ? [] : [scope.merchant])));
  const links = merchants.size === 0 ? [] : await findLinkGrants(tx, [...merchants]);
  return (scope, terms) => {
    const errors = (terms?.parts ?? []).flatMap(({ merchant }, index) => {
      const link = links.find((one) => one.merchant === scope.merchant && one.linked_merchant === merchant);
      const field = `split.parts.${index}.merchant`;
      if (!link) return [[field, [fieldError("part_merchant_not_linked", "No link to this merchant")]] as const];
      if (link.environments.includes(scope.environment)) return [];
      const { environment } = scope;
      const message = `The link to this merchant does not cover the ${environment} environment`;
      return [[field, [fieldError("part_environment_not_linked", message, { environment })]] as const];
    });
    return errors.length === 0 ? null : Object.fromEntries(errors);
  };
}

/** Divides an amount by the terms of its split, with an id for each part. Returns the errors if it is too small. */
export function splitAmount(
  tx: Tx,
  terms: SplitTerms,
  amount: bigint,
): { readonly split: Split } | { readonly problems: FieldErrors } {
  const amounts = partAmounts(amount, terms.parts);
  if (amounts === null) return { problems: splitExceedsError() };
  const parts = terms.parts.map((part, index) => ({
    ...{ id: newId("prt", tx.now), merchant: part.merchant, basis_points: part.basis_points },
    ...{ amount: Number(amounts.parts[index] ?? 0n), hold: part.hold, description: part.description },
  }));
  return { split: { fee_bearer: terms.fee_bearer, refund_bearer: terms.refund_bearer, parts } };
}

interface SplitPayment extends Scope {
  readonly id: PartRow["payment"];
  readonly amount: bigint;
  readonly currency: string;
  readonly split: Split | null;
}

/** The linked merchants that receive the parts of new payments. */
export function recipientsOf(orders: readonly { readonly split: SplitTerms | null }[]): readonly string[] {
  return orders.flatMap(({ split }) => (split === null ? [] : split.parts.map(({ merchant }) => merchant)));
}

/** Returns the rows of a new payment's parts; none for a payment without a split. */
export function newParts(tx: Tx, payment: SplitPayment, merchants: ReadonlyMap<string, Merchant>): readonly PartRow[] {
  const { merchant, environment, currency, split } = payment;
  if (split === null) return [];
  const platform = merchants.get(merchant);
  assert(platform, "a payment belongs to a merchant");
  const common = {
    ...{ merchant, environment, payment: payment.id, platform_name: platform.name, currency, fee: 0n },
    ...({ amount_returned: 0n, state: "pending", sequence: 0 } as const),
    ...{ created_at: tx.now, updated_at: tx.now, settled_at: null },
  };
  const rest = payment.amount - split.parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const own: PartRow = {
    ...{ ...common, id: newId("prt", tx.now), number: 0, recipient: merchant, recipient_name: platform.name },
    ...{ basis_points: null, amount: rest, is_held: false, description: null },
  };
  const parts = split.parts.map((part, index): PartRow => {
    const recipient = merchants.get(part.merchant);
    assert(recipient && part.id.startsWith("prt_"), "a linked merchant exists");
    return {
      ...{ ...common, id: `prt_${part.id.slice(4)}`, number: index + 1, basis_points: part.basis_points },
      ...{ recipient: recipient.id, recipient_name: recipient.name, amount: BigInt(part.amount) },
      ...{ is_held: part.hold, description: part.description },
    };
  });
  return [own, ...parts];
}
