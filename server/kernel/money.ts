import { assert } from "./errors.ts";

/**
 * The rounding of a division. Amounts are `bigint` in a currency's smallest unit, always beside their currency. Only
 * this file divides them, so that every rounding is explicit.
 */
export type Rounding = "up" | "down" | "half_up";

// Digits after the decimal point (ISO 4217). Kolo has its own table, because `Intl` follows CLDR, which differs (MGA,
// SOS).
const MINOR_UNIT_DIGITS: Readonly<Record<string, number>> = {
  ...digitsOf(0, "XAF XOF UGX RWF BIF DJF GNF KMF"),
  ...digitsOf(3, "TND LYD"),
  ...digitsOf(2, "KES GHS NGN ZAR TZS ZMW MWK MZN AOA CDF ERN ETB GMD LRD LSL MAD MUR NAD SCR SDG SLE SOS SSP STN SZL"),
  ...digitsOf(2, "BWP CVE DZD EGP ZWG MGA MRU EUR USD GBP CHF CAD CNY"),
};

export function isCurrency(code: string): boolean {
  return Object.hasOwn(MINOR_UNIT_DIGITS, code);
}

/** The number of digits after a currency's decimal point: 0 for XAF, 2 for EUR. */
export function minorUnitDigits(currency: string): number {
  const count = MINOR_UNIT_DIGITS[currency];
  assert(count !== undefined, `the currency ${currency} is one we know`);
  return count;
}

/** Returns `basis_points` hundredths of a percent of an amount. Neither may be negative. */
export function applyBasisPoints(amount: bigint, basis_points: number, rounding: Rounding): bigint {
  return divide(amount * BigInt(basis_points), 10_000n, rounding);
}

/** Returns an amount without the tax of `basis_points` that it contains, rounded half up. */
export function withoutTax(amount: bigint, basis_points: number): bigint {
  return divide(amount * 10_000n, 10_000n + BigInt(basis_points), "half_up");
}

/**
 * Divides an amount in proportion to weights, to the unit: the shares add up to the amount. After rounding down, the
 * units that are left go to the largest fractions, of equal ones to the first (largest remainder method). No share
 * exceeds its weight if the amount does not exceed the sum of the weights.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) {
    assert(amount === 0n, "an amount is divided by weights that are not all zero");
    return weights.map(() => 0n);
  }
  const shares = weights.map((weight) => divide(amount * weight, total, "down"));
  const left = Number(amount - shares.reduce((sum, share) => sum + share, 0n));
  const by_fraction = weights
    .map((weight, index) => ({ index, fraction: (amount * weight) % total }))
    .sort((one, other) => (one.fraction > other.fraction ? -1 : one.fraction < other.fraction ? 1 : 0));
  for (const { index } of by_fraction.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

/** An exact rate: the value of one whole unit of `from` in whole units of `to`, as a fraction. */
export interface ExchangeRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A positive decimal number (`655.957`) as an exact fraction, or null. */
export function parseExchangeRate(decimal: string): ExchangeRate | null {
  const match = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(decimal);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  const numerator = BigInt(whole + fraction);
  return numerator === 0n ? null : { numerator, denominator: 10n ** BigInt(fraction.length) };
}

export function invertRate(exchange_rate: ExchangeRate): ExchangeRate {
  return { numerator: exchange_rate.denominator, denominator: exchange_rate.numerator };
}

/** Multiplies two rates: from A to B, then from B to C. Exact. */
export function multiplyRates(first: ExchangeRate, second: ExchangeRate): ExchangeRate {
  return { numerator: first.numerator * second.numerator, denominator: first.denominator * second.denominator };
}

/**
 * Converts an amount to another currency, rounded half up to that currency's smallest unit (interface-decisions 12).
 */
export function convert(amount: bigint, from: string, to: string, exchange_rate: ExchangeRate): bigint {
  return divide(
    amount * exchange_rate.numerator * 10n ** BigInt(minorUnitDigits(to)),
    exchange_rate.denominator * 10n ** BigInt(minorUnitDigits(from)),
    "half_up",
  );
}

/** An amount in the notation of people and providers: 1234 in EUR is "12.34", 500 in XAF is "500". */
export function toMajor(amount: bigint, currency: string): string {
  const fraction_digits = minorUnitDigits(currency);
  if (fraction_digits === 0) return amount.toString();
  const sign = amount < 0n ? "-" : "";
  const text = (amount < 0n ? -amount : amount).toString().padStart(fraction_digits + 1, "0");
  return `${sign}${text.slice(0, -fraction_digits)}.${text.slice(-fraction_digits)}`;
}

/**
 * The exact inverse of `toMajor`. Null for an invalid number, or one with more decimals than the currency. "5.0" XAF is
 * 5.
 */
export function fromMajor(text: string, currency: string): bigint | null {
  const match = /^(\d{1,16})(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  const fraction_digits = minorUnitDigits(currency);
  if (/[1-9]/.test(fraction.slice(fraction_digits))) return null;
  return BigInt(whole + fraction.slice(0, fraction_digits).padEnd(fraction_digits, "0"));
}

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  assert(numerator >= 0n && denominator > 0n, "only positive amounts are divided");
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  const rounds_up = rounding === "up" ? remainder > 0n : rounding === "half_up" ? remainder * 2n >= denominator : false;
  return rounds_up ? quotient + 1n : quotient;
}

function digitsOf(fraction_digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, fraction_digits]));
}
