import { applyBasisPoints, withoutTax } from "#kernel/money.ts";
import type { Charge, ChargeBand } from "./schema.ts";

export const EVERY_CHANNEL = "*";

export const NO_CHARGE: Charge = { amount: 0n, tax: 0n };

/**
 * Returns the band for an amount on a channel: the one with the highest `from_amount` that the amount reaches. The bands
 * of the channel have precedence over those of every channel. Null without one.
 */
export function bandFor<Band extends ChargeBand & { readonly channel: string }>(
  amount: bigint,
  bands: readonly Band[],
  channel: string,
): Band | null {
  const of_channel = bands.filter((band) => band.channel === channel);
  const candidates = of_channel.length > 0 ? of_channel : bands.filter((band) => band.channel === EVERY_CHANNEL);
  let best: Band | null = null;
  for (const band of candidates) {
    if (band.from_amount <= amount && (best === null || band.from_amount > best.from_amount)) best = band;
  }
  return best;
}

/** Returns the charge that a band expects for an amount. Percentage and tax are rounded half up, each to the whole unit. */
export function expectedCharge(amount: bigint, band: ChargeBand | null): Charge {
  if (!band) return NO_CHARGE;
  const charge = applyBasisPoints(amount, band.percent_bp, "half_up") + band.fixed;
  return { amount: charge, tax: applyBasisPoints(charge, band.tax_bp, "half_up") };
}

/**
 * Splits a reported sum into charge and tax. If the provider reports no tax, the sum contains it: it is split as the
 * charge so far if that has the same sum, else by the band's tax.
 */
export function splitCharge(
  reported: { readonly amount: bigint; readonly tax: bigint | null },
  before: Charge,
  band: ChargeBand | null,
): Charge {
  if (reported.tax !== null) return { amount: reported.amount, tax: reported.tax };
  if (reported.amount === before.amount + before.tax) return before;
  const amount = withoutTax(reported.amount, band?.tax_bp ?? 0);
  return { amount, tax: reported.amount - amount };
}
