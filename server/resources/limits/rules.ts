import { hash } from "node:crypto";
import { ServiceError } from "#kernel/errors.ts";
import {
  dayAfter,
  fromMilliseconds,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  plus,
  SECOND_MS,
  toMilliseconds,
} from "#kernel/time.ts";
import { localTimeIn, startOfDayIn } from "#kernel/time-zone.ts";
import type { ReceiverType } from "#providers/channels.ts";
import type { LimitedOrder, LimitPeriod, LimitRule } from "./schema.ts";

/** The hour, day or month of an instant, in a time zone. */
export interface Bucket {
  /** Local time: `2026-03-01 09`, `2026-03-01` or `2026-03`. A change of the time zone does not start a new day. */
  readonly label: string;
  readonly ends_at: Instant;
}

const LABEL_LENGTH = { hour: "2026-03-01 09".length, day: "2026-03-01".length, month: "2026-03".length } as const;

export function bucketOf(zone: string, period: LimitPeriod, at: Instant): Bucket {
  const local = localTimeIn(zone, at);
  const label = local.slice(0, LABEL_LENGTH[period]);
  return { label, ends_at: endOf(zone, period, at, local) };
}

function endOf(zone: string, period: LimitPeriod, at: Instant, local: string): Instant {
  if (period === "hour") {
    const into_hour_ms = Number(local.slice(14, 16)) * MINUTE_MS + Number(local.slice(17, 19)) * SECOND_MS;
    const second_ms = Math.floor(toMilliseconds(at) / SECOND_MS) * SECOND_MS;
    return fromMilliseconds(second_ms - into_hour_ms + HOUR_MS);
  }
  const day = local.slice(0, LABEL_LENGTH.day);
  const next_day = period === "day" ? dayAfter(day) : firstDayOfNextMonth(day);
  return startOfDayIn(zone, next_day) ?? plus(at, HOUR_MS);
}

// The 1st plus 32 days is always in the next month.
const MORE_THAN_A_MONTH_DAYS = 32;

function firstDayOfNextMonth(day: string): string {
  return `${dayAfter(`${day.slice(0, LABEL_LENGTH.month)}-01`, MORE_THAN_A_MONTH_DAYS).slice(0, LABEL_LENGTH.month)}-01`;
}

/**
 * Identifies a payee or payer by its phone number in E.164, or by its account. Account numbers are encrypted wherever
 * they are stored, so only their hash may be part of a counter. The hash has no key: a rotation of the master key must
 * not restart counters.
 */
export function payeeOf({ type, number, bank_code }: Payee): string {
  if (type !== "bank_account") return number;
  return hash("sha256", JSON.stringify([bank_code ?? "", number].map(withoutSpelling)), "base64url");
}

interface Payee {
  readonly type: ReceiverType;
  readonly number: string;
  readonly bank_code: string | null;
}

/** Spaces, hyphens and small letters do not make another account: `cm21 1000-5` is `CM2110005`. */
function withoutSpelling(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
}

/** A counter that an order adds to, and the rule that limits it. */
export interface Contribution {
  readonly rule: LimitRule;
  readonly counter: string;
  readonly ends_at: Instant;
  readonly amount: bigint;
}

/** `bucketOf` with a cache, for one set of orders: formatting a local time takes 20 µs, and a bulk has 10,000 entries. */
export function bucketCache(): typeof bucketOf {
  const buckets = new Map<string, Bucket>();
  return (zone, period, at) => {
    const key = `${zone} ${period} ${at}`;
    const bucket = buckets.get(key) ?? bucketOf(zone, period, at);
    buckets.set(key, bucket);
    return bucket;
  };
}

/** Returns the counters that an order adds to, one per rule that applies to it. */
export function contributionsOf(
  order: LimitedOrder,
  rules: readonly LimitRule[],
  bucketFor = bucketOf,
): readonly Contribution[] {
  return rules.flatMap((rule) => {
    const holder = holderIn(order, rule);
    if (holder === null || (rule.measure === "amount" && rule.currency !== order.currency)) return [];
    const { label, ends_at } = bucketFor(rule.time_zone, rule.period, order.counted_at);
    const counter = counterOf(rule, label, holder);
    return [{ rule, counter, ends_at, amount: rule.measure === "count" ? 1n : order.amount }];
  });
}

/** The text of a counter. It begins with the measure: `subtractShares` reads it from there. */
export function counterOf(
  { measure, currency, applies_to, period }: Pick<LimitRule, "measure" | "currency" | "applies_to" | "period">,
  label: string,
  holder: string,
): string {
  return [measure, currency ?? "*", period, label, applies_to, holder].join("|");
}

/** Returns the holder whose counter the order adds to; null if the rule does not apply to the order. */
function holderIn(order: LimitedOrder, { applies_to, holder }: LimitRule): string | null {
  if (order.is_payment !== (applies_to === "payer")) return null;
  switch (applies_to) {
    case "merchant":
      return "*";
    case "key":
      return holder === null || holder === order.key ? order.key : null;
    case "person":
      return holder === null || holder === order.person ? order.person : null;
    case "payee":
    case "payer":
      return order.otherParty();
  }
}

/** A limit that an order, or a set of orders, would pass. */
export interface PassedLimit {
  readonly contribution: Contribution;
  readonly remaining: bigint;
}

/**
 * Compares the contributions of one order or one set with the limits. `usedOf` returns what the counter has before them.
 * Returns the passed limit that is free again last; null if none is passed.
 */
export function findPassedLimit(
  contributions: readonly Contribution[],
  usedOf: (contribution: Contribution) => bigint,
): PassedLimit | null {
  const sums = new Map<string, bigint>();
  // Two rules may share a counter: add to it once per order, so sum by rule.
  for (const { rule, counter, amount } of contributions) {
    const key = `${rule.id} ${counter}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  const passed = contributions.flatMap((contribution): readonly PassedLimit[] => {
    const { rule, counter } = contribution;
    const before = usedOf(contribution);
    const sum = sums.get(`${rule.id} ${counter}`) ?? 0n;
    const remaining = rule.maximum > before ? rule.maximum - before : 0n;
    return sum > remaining ? [{ contribution, remaining }] : [];
  });
  return passed.reduce<PassedLimit | null>(
    (last, one) => (last === null || one.contribution.ends_at > last.contribution.ends_at ? one : last),
    null,
  );
}

/** Converts a passed limit to the error of the request. */
export function limitExceeded({ contribution, remaining }: PassedLimit, now: Instant): ServiceError {
  const { rule, ends_at } = contribution;
  const unit = rule.measure === "amount" ? ` ${rule.currency}` : "";
  const retry_ms = toMilliseconds(ends_at) - toMilliseconds(now);
  return new ServiceError(
    "limit_exceeded",
    `The limit of ${rule.maximum}${unit} per ${rule.period} would be exceeded: ${remaining}${unit} remain until ${ends_at}`,
    {
      params: {
        ...{ limit: rule.id, applies_to: rule.applies_to, period: rule.period, measure: rule.measure },
        ...{ maximum: Number(rule.maximum), remaining: Number(remaining), currency: rule.currency ?? "" },
        free_at: ends_at,
      },
      // Temporary, so the refusal is not stored for an Idempotency-Key.
      retry_after_s: Math.max(1, Math.ceil(retry_ms / SECOND_MS)),
    },
  );
}
