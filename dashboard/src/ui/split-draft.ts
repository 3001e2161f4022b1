import { parseTypedAmount } from "@kolo/ui/format-money.ts";
import type { FeeBearer, NewSplit, RefundBearer } from "#app/api-types.ts";

/** The service's limit of parts (`PARTS_MAX`). */
export const PARTS_MAX = 20;
/** 100 % in basis points. */
const WHOLE = 10_000;

export const MEASURES = ["percent", "amount"] as const;
export const FEE_BEARERS = ["platform", "linked", "all"] as const satisfies readonly FeeBearer[];
export const REFUND_BEARERS = ["parts", "platform"] as const satisfies readonly RefundBearer[];

export interface SplitPartDraft {
  /** The id of the linked merchant; empty until one is chosen. */
  readonly merchant: string;
  readonly measure: (typeof MEASURES)[number];
  /** The typed percentage or amount. */
  readonly size: string;
  readonly is_held: boolean;
}

/** The input of a form about the parts of a payment. */
export interface SplitDraft {
  readonly parts: readonly SplitPartDraft[];
  readonly fee_bearer: FeeBearer;
  readonly refund_bearer: RefundBearer;
}

/** The payment that is divided. */
export interface SplitOrder {
  /** Null if the payer chooses the amount, or while none is typed. */
  readonly amount: bigint | null;
  readonly is_open: boolean;
  readonly currency: string;
}

export const NEW_PART: SplitPartDraft = { merchant: "", measure: "percent", size: "", is_held: false };

/** A split with one part, with the service's defaults. */
export const NEW_SPLIT: SplitDraft = { parts: [NEW_PART], fee_bearer: "platform", refund_bearer: "parts" };

/** The name of a part's size, as the service names it in errors. */
export function sizeField({ measure }: SplitPartDraft, index: number): string {
  return `split.parts.${index}.${measure === "percent" ? "basis_points" : "amount"}`;
}

export function merchantField(index: number): string {
  return `split.parts.${index}.merchant`;
}

/** Returns error messages by field. That the parts are too much is an error of the last one. */
export function validateSplit(
  { parts }: SplitDraft,
  order: SplitOrder,
  messages: {
    readonly needed: string;
    readonly whole: string;
    readonly percent: string;
    readonly percent_only: string;
    readonly exceeds: string;
  },
): Readonly<Record<string, string>> {
  const errors = parts.flatMap((part, index): (readonly [string, string])[] => [
    ...(part.merchant === "" ? [[merchantField(index), messages.needed] as const] : []),
    ...(part.measure === "amount" && order.is_open
      ? [[sizeField(part, index), messages.percent_only] as const]
      : part.size.trim() === ""
        ? [[sizeField(part, index), messages.needed] as const]
        : sizeOf(part, order.currency) === 0n
          ? [[sizeField(part, index), part.measure === "percent" ? messages.percent : messages.whole] as const]
          : []),
  ]);
  if (errors.length > 0) return Object.fromEntries(errors);
  const last = parts.at(-1);
  return last && isTooMuch(parts, order) ? { [sizeField(last, parts.length - 1)]: messages.exceeds } : {};
}

/** The `split` of the request. */
export function splitOf({ parts, fee_bearer, refund_bearer }: SplitDraft, currency: string): NewSplit {
  return {
    ...{ fee_bearer, refund_bearer },
    parts: parts.map((part) => {
      const size = Number(sizeOf(part, currency));
      const { merchant, is_held } = part;
      return {
        ...{ merchant, ...(part.measure === "percent" ? { basis_points: size } : { amount: size }) },
        ...(is_held ? { hold: true } : {}),
      };
    }),
  };
}

/** The sum of the parts that are typed so far, and the rest that the business keeps. */
export type SplitSum =
  | { readonly kind: "amount"; readonly parts: bigint; readonly rest: bigint }
  | { readonly kind: "percent"; readonly parts: number; readonly rest: number }
  | { readonly kind: "exceeds" };

/** Returns the sum of the parts; null while it depends on an amount that is not known. */
export function sumOfSplit({ parts }: SplitDraft, order: SplitOrder): SplitSum | null {
  if (isTooMuch(parts, order)) return { kind: "exceeds" };
  if (order.amount !== null) {
    const rest = restOf(parts, order.amount, order.currency);
    return { kind: "amount", parts: order.amount - rest, rest };
  }
  if (parts.some((part) => part.measure === "amount" && sizeOf(part, order.currency) > 0n)) return null;
  const percents = Number(percentsOf(parts, order.currency));
  return { kind: "percent", parts: percents, rest: WHOLE - percents };
}

/** The size of a part, in basis points or in the smallest unit of the currency; 0 if it is not a valid one. */
function sizeOf({ measure, size }: SplitPartDraft, currency: string): bigint {
  return measure === "percent" ? BigInt(parsePercent(size) ?? 0) : (parseTypedAmount(size, currency) ?? 0n);
}

/** Parses `33,33` or `33.33 %` into basis points; null for no percentage above 0 and up to 100. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = "", decimals = ""] = match;
  const basis_points = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return basis_points > 0 && basis_points <= WHOLE ? basis_points : null;
}

function percentsOf(parts: readonly SplitPartDraft[], currency: string): bigint {
  return parts.reduce((sum, part) => (part.measure === "percent" ? sum + sizeOf(part, currency) : sum), 0n);
}

function fixedOf(parts: readonly SplitPartDraft[], currency: string): bigint {
  return parts.reduce((sum, part) => (part.measure === "amount" ? sum + sizeOf(part, currency) : sum), 0n);
}

function isTooMuch(parts: readonly SplitPartDraft[], { amount, currency }: SplitOrder): boolean {
  const [percents, fixed] = [percentsOf(parts, currency), fixedOf(parts, currency)];
  if (amount === null) return percents > WHOLE;
  return fixed * BigInt(WHOLE) + percents * amount > amount * BigInt(WHOLE);
}

/**
 * The part of a payment that its business keeps, to the unit, as the service divides it: after rounding down, the units
 * that are left go to the largest fractions, of equal ones to the business's own part and then in the order of the parts.
 */
function restOf(parts: readonly SplitPartDraft[], amount: bigint, currency: string): bigint {
  const whole = BigInt(WHOLE);
  const fixed = fixedOf(parts, currency);
  const weights = parts.map((part) => (part.measure === "percent" ? sizeOf(part, currency) * amount : 0n));
  const own = (amount - fixed) * whole - weights.reduce((sum, weight) => sum + weight, 0n);
  const all = [own, ...weights];
  const left = amount - fixed - all.reduce((sum, weight) => sum + weight / whole, 0n);
  const larger = weights.filter((weight) => weight % whole > own % whole).length;
  return own / whole + (BigInt(larger) < left ? 1n : 0n);
}
