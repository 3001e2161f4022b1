import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import type { PaymentLinkRow } from "./schema.ts";
import type { LinkTotals } from "./store.ts";

export type Limits = Pick<PaymentLinkRow, "max_payments" | "max_amount_collected">;

export function hasLimit({ max_payments, max_amount_collected }: Limits): boolean {
  return max_payments !== null || max_amount_collected !== null;
}

/** The error of a link whose amount is above its limit of the sum: it could never be paid. */
export function limitBelowAmountErrors({
  amount,
  max_amount_collected,
}: Pick<PaymentLinkRow, "amount" | "max_amount_collected">): FieldErrors {
  if (amount === null || max_amount_collected === null || max_amount_collected >= amount) return {};
  const message = `Enter at least ${amount}, the amount of one payment`;
  return { max_amount_collected: [fieldError("too_small", message, { minimum: Number(amount) })] };
}

/**
 * Whether a link's page takes payments. `limit_reached`: the paid payments leave no room for another one.
 * `rest_reserved`: the open ones take the rest, and make room again if they are not paid.
 */
export const LINK_STATES = ["open", "stopped", "limit_reached", "rest_reserved"] as const;
type LinkState = (typeof LINK_STATES)[number];

/** The state of a link, and the largest payment that it takes; `maximum` is null without a limit of the sum. */
export interface LinkRoom {
  readonly state: LinkState;
  readonly maximum: bigint | null;
}

/** `minimum` is the smallest payment that the channels take. */
export function linkRoom(
  link: Limits & Pick<PaymentLinkRow, "active" | "amount">,
  totals: Omit<LinkTotals, "payments" | "amount_refunded">,
  minimum: bigint,
): LinkRoom {
  const { max_payments, max_amount_collected } = link;
  const { payments_complete, payments_open, amount_collected, amount_open } = totals;
  if (!link.active) return { state: "stopped", maximum: 0n };
  const smallest = link.amount ?? minimum;
  const isFull = (payments: number, amount: bigint): boolean =>
    (max_payments !== null && payments >= max_payments) ||
    (max_amount_collected !== null && amount + smallest > max_amount_collected);
  if (isFull(payments_complete, amount_collected)) return { state: "limit_reached", maximum: 0n };
  const reserved = amount_collected + amount_open;
  if (isFull(payments_complete + payments_open, reserved)) return { state: "rest_reserved", maximum: 0n };
  return { state: "open", maximum: max_amount_collected === null ? null : max_amount_collected - reserved };
}
