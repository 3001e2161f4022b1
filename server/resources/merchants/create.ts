import type { Tx } from "#db/tx.ts";
import { openFeeds } from "#events/events.ts";
import { type FieldError, fieldError, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { fromMajor, isCurrency } from "#kernel/money.ts";
import { normalizeEmail, normalizeLine } from "#kernel/normalize-text.ts";
import { hasPhonePlan, readPhone } from "#kernel/phone.ts";
import { readTimeZone } from "#kernel/time-zone.ts";
import { fund } from "#ledger/ledger.ts";
import { insert as insertAddress } from "#resources/addresses/store.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { INVALID_TIME_ZONE_MESSAGE } from "./set-time-zone.ts";
import { insert, type Merchant } from "./store.ts";

export interface NewMerchant {
  readonly name: string;
  readonly email: string;
  readonly phone?: string | undefined;
  readonly country: string;
  /** The time zone in which the merchant's days begin; by default its country's. */
  readonly timeZone?: string | undefined;
  readonly currency: string;
  /** The initial test balance, in the smallest unit of `currency`; by default a million whole units. */
  readonly test_funds?: bigint | undefined;
}

// Enough for a developer's afternoon (interface-decisions 34).
const TEST_FUNDS = "1000000";
// A new merchant allows all addresses in test, and none in live (interface-decisions 10).
const ALL_ADDRESSES = ["0.0.0.0/0", "::/0"];

/**
 * Creates a merchant with a balance in test, none in live, and no keys. Runs as the engine. Throws `invalid` for an
 * unknown country or currency and for an invalid phone number.
 */
export async function createMerchant(tx: Tx, input: NewMerchant, actor: string): Promise<Merchant> {
  const problems: Record<string, FieldError[]> = {};
  const { country, currency } = input;
  if (!hasPhonePlan(country)) {
    problems.country = [fieldError("unknown_country", "Enter a two-letter country code, such as CM", { country })];
  }
  if (!isCurrency(currency)) {
    problems.currency = [fieldError("unknown_currency", "Enter a currency Kolo knows, such as XAF", { currency })];
  }
  const time_zone = input.timeZone === undefined ? null : readTimeZone(input.timeZone);
  if (input.timeZone !== undefined && time_zone === null) {
    problems.time_zone = [fieldError("time_zone_invalid", INVALID_TIME_ZONE_MESSAGE)];
  }
  const phone = input.phone === undefined ? null : readPhone(input.phone, input.country);
  if (input.phone !== undefined && !phone) problems.phone = [fieldError("invalid_phone", "Enter a telephone number")];
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });

  const merchant: Merchant = {
    id: newId("mer", tx.now),
    name: normalizeLine(input.name),
    email: normalizeEmail(input.email),
    phone: phone?.e164 ?? null,
    country: input.country,
    time_zone,
    currency: input.currency,
    poster: null,
    rate_limit: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, merchant);
  await openFeeds(tx, merchant.id);
  const test = { merchant: merchant.id, environment: "test" } as const;
  for (const range of ALL_ADDRESSES) await insertAddress(tx, test, range, null);
  const amount = input.test_funds ?? fromMajor(TEST_FUNDS, currency) ?? 0n;
  if (amount > 0n) fund(tx, { ...test, currency, amount, subject: newId("fnd", tx.now) });
  await recordAuditEntry(tx, {
    merchant: merchant.id,
    environment: null,
    actor,
    action: "merchant.created",
    subject: merchant.id,
    before: null,
    after: { name: merchant.name, country: merchant.country, currency: merchant.currency },
  });
  return merchant;
}
