import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asAmount, asRecord } from "#kernel/fields.ts";
import { apportion } from "#kernel/money.ts";
import type { Environment } from "#kernel/scope.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import {
  BASIS_POINTS_MAX,
  type FeeBearer,
  type NewSplit,
  PART_DESCRIPTIONS_MAX,
  PARTS_MAX,
  type SplitTerms,
} from "./schema.ts";

type PartTerms = Pick<SplitTerms["parts"][number], "basis_points" | "amount">;

const EXCEEDS_MESSAGE = "The parts are more than the whole payment";

export function splitTermsOf(split: NewSplit): SplitTerms {
  return {
    fee_bearer: split.fee_bearer ?? "platform",
    refund_bearer: split.refund_bearer ?? "parts",
    parts: split.parts.map(({ merchant, basis_points = null, amount = null, hold = false, description = null }) => ({
      ...{ merchant, basis_points, amount, hold, description },
    })),
  };
}

/**
 * Returns the errors of a split that the request alone shows, by field. Skips malformed sizes: the schema refuses them.
 * `is_open` is true if the payer chooses the amount.
 */
export function validateSplit(body: unknown, is_open = false): FieldErrors {
  const { split, amount } = asRecord(body);
  const { parts } = asRecord(split);
  if (!Array.isArray(parts)) return {};
  const errors: Record<string, FieldErrors[string]> = {};
  const terms: PartTerms[] = [];
  const descriptions = parts.slice(0, PARTS_MAX).map((part) => asRecord(part).description);
  if (lengthOf(descriptions) > PART_DESCRIPTIONS_MAX) {
    const message = `The descriptions of the parts have at most ${PART_DESCRIPTIONS_MAX} characters together`;
    errors["split.parts"] = [fieldError("too_long", message, { maximum: PART_DESCRIPTIONS_MAX })];
  }
  for (const [index, part] of parts.slice(0, PARTS_MAX).entries()) {
    const { basis_points, amount: fixed } = asRecord(part);
    const path = `split.parts.${index}`;
    if (basis_points === undefined && fixed === undefined) {
      errors[`${path}.basis_points`] = [fieldError("part_size_required", "Send basis_points or amount")];
    } else if (basis_points !== undefined && fixed !== undefined) {
      const message = "Send basis_points or amount, not both";
      errors[`${path}.amount`] = [fieldError("conflicting_parameter", message, { other: "basis_points" })];
    } else if (fixed !== undefined && is_open) {
      const message = "The payer chooses the amount: send basis_points";
      errors[`${path}.amount`] = [fieldError("fixed_part_of_open_amount", message)];
    }
    terms.push({ basis_points: positiveOf(basis_points), amount: positiveOf(fixed) });
  }
  const total = is_open ? BigInt(BASIS_POINTS_MAX) : asAmount(amount);
  if (Object.keys(errors).length > 0 || total === null || total <= 0n) return errors;
  if (partAmounts(total, terms) !== null) return errors;
  return { "split.parts": [fieldError("split_exceeds_payment", EXCEEDS_MESSAGE)] };
}

/** The errors of a stored split with another amount; null without one. `amount` is null if the payer chooses it. */
export function splitTermsErrors({ parts }: SplitTerms, amount: bigint | null): FieldErrors | null {
  if (amount === null) {
    const message = "The split has parts of a fixed amount: the payer cannot choose the amount";
    const has_fixed_part = parts.some((part) => part.amount !== null);
    return has_fixed_part ? { amount: [fieldError("fixed_part_of_open_amount", message)] } : null;
  }
  return partAmounts(amount, parts) === null
    ? { amount: [fieldError("split_exceeds_payment", EXCEEDS_MESSAGE)] }
    : null;
}

function lengthOf(texts: readonly unknown[]): number {
  return texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
}

function positiveOf(size: unknown): number | null {
  const amount = asAmount(size);
  return amount === null || amount <= 0n ? null : Number(amount);
}

/** The errors of fields in a split that Kolo would ignore: a part in `Hold` would be paid at once. */
export function unsupportedSplitErrors(input: unknown, environment: Environment | null): FieldErrors {
  const { split } = asRecord(input);
  const { parts } = asRecord(split);
  const part_errors = (Array.isArray(parts) ? parts.slice(0, PARTS_MAX) : []).map((part, index) =>
    unsupportedFieldErrors("parts of a payment", part, environment, `split.parts.${index}.`),
  );
  return Object.assign({}, unsupportedFieldErrors("splits", split, environment, "split."), ...part_errors);
}

export function splitExceedsError(): FieldErrors {
  return { "split.parts": [fieldError("split_exceeds_payment", EXCEEDS_MESSAGE)] };
}

/** The division of a payment: the platform's rest, and the amount of each part. */
export interface PartAmounts {
  readonly rest: bigint;
  readonly parts: readonly bigint[];
}

/**
 * Divides a payment into its parts, to the unit. Percents are of the whole payment; the units that rounding leaves go
 * to the largest fractions. Returns null if the parts exceed the payment.
 */
export function partAmounts(total: bigint, terms: readonly PartTerms[]): PartAmounts | null {
  const whole = BigInt(BASIS_POINTS_MAX);
  const fixed = terms.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
  const weights = terms.map(({ basis_points }) => BigInt(basis_points ?? 0) * total);
  const rest_weight = (total - fixed) * whole - weights.reduce((sum, weight) => sum + weight, 0n);
  if (total < fixed || rest_weight < 0n) return null;
  const [rest = 0n, ...percents] = apportion(total - fixed, [rest_weight, ...weights]);
  return {
    rest,
    parts: terms.map(({ amount }, index) => (amount === null ? (percents[index] ?? 0n) : BigInt(amount))),
  };
}

/**
 * Divides a payment's fee among its parts: `amounts` begins with the platform's rest. The bearers bear it in proportion
 * to their parts. If these do not suffice, the others bear the rest, so that no part is below zero.
 */
export function feeShares(fee: bigint, amounts: readonly bigint[], bearer: FeeBearer): readonly bigint[] {
  const bears = (index: number): boolean => bearer === "all" || (bearer === "platform") === (index === 0);
  const first = amounts.map((amount, index) => (bears(index) ? amount : 0n));
  const others = amounts.map((amount, index) => (bears(index) ? 0n : amount));
  const borne_first = smaller(fee, sumOf(first));
  const [own, rest] = [apportion(borne_first, first), apportion(fee - borne_first, others)];
  return own.map((share, index) => share + (rest[index] ?? 0n));
}

/**
 * The amounts that parts have returned, once `after` of the payment has been returned in total: each as close as
 * possible to its proportion, to the unit. `shares` are the largest amounts, and add up to the payment. A larger total
 * takes back nothing that was returned before, a smaller one returns nothing more.
 */
export function returnedAmounts(
  shares: readonly bigint[],
  returned: readonly bigint[],
  after: bigint,
): readonly bigint[] {
  const whole = sumOf(shares);
  const grows = after >= sumOf(returned);
  const parts = shares.map((share, index) => {
    const before = returned[index] ?? 0n;
    const [low, high] = grows ? [before, share] : [0n, before];
    const target = whole === 0n ? 0n : (share * after) / whole;
    return { share, low, high, amount: target < low ? low : target > high ? high : target };
  });
  const missing = ({ share, amount }: (typeof parts)[number]): bigint => share * after - amount * whole;
  let difference = after - sumOf(parts.map(({ amount }) => amount));
  // A few units at most: each part is a unit or two from its proportion.
  while (difference !== 0n) {
    const step = difference > 0n ? 1n : -1n;
    let chosen: (typeof parts)[number] | null = null;
    for (const part of parts) {
      if (step > 0n ? part.amount >= part.high : part.amount <= part.low) continue;
      if (chosen === null || step * missing(part) > step * missing(chosen)) chosen = part;
    }
    if (chosen === null) break;
    chosen.amount += step;
    difference -= step;
  }
  return parts.map(({ amount }) => amount);
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
