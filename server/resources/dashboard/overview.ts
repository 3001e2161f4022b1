import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, type Instant, plus, startOfDay } from "#kernel/time.ts";
import { dayIn, startOfDayIn, timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { findChannel } from "#providers/channels.ts";
import { find } from "#resources/merchants/store.ts";
import type { ChannelTotals, DayTotals, Overview } from "./schema.ts";
import { type DailyTotal, type DayRange, readDailyTotals, readTotalsSince, type StatusTotal } from "./store.ts";

const DAYS_SHOWN = 14;

/**
 * Returns the totals of money in and out: by channel for the last 24 hours, and by day for the last 14 days in the
 * merchant's time zone. Reads the list counters, which are exact and take constant time.
 */
export async function readOverview(tx: Tx, scope: Scope): Promise<Overview> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "the reader belongs to a merchant");
  const { currency } = merchant;
  const time_zone = timeZoneOfMerchantRow(merchant);
  const days = lastDays(time_zone, tx.now, DAYS_SHOWN);
  const dates = days.map(({ day }) => day);
  const [last_day, payment_days, transfer_days] = await Promise.all([
    readLastDay(tx, scope, currency),
    readDailyTotals(tx, scope, "payment", days),
    readDailyTotals(tx, scope, "transfer", days),
  ]);
  return {
    ...{ ...last_day, currency, time_zone },
    payment_days: totalsByDay(dates, payment_days, currency),
    transfer_days: totalsByDay(dates, transfer_days, currency),
  };
}

/** Returns the totals of the last 24 hours by channel. `currency` is the merchant's own. */
export async function readLastDay(
  tx: Tx,
  scope: Scope,
  currency: string,
): Promise<Pick<Overview, "since" | "payments" | "transfers">> {
  const since = plus(tx.now, -DAY_MS);
  const [payments, transfers] = await Promise.all([
    readTotalsSince(tx, scope, "payment", since),
    readTotalsSince(tx, scope, "transfer", since),
  ]);
  return { since, payments: totalsByChannel(payments, currency), transfers: totalsByChannel(transfers, currency) };
}

/** Returns the last `count` days in a time zone, the oldest first, ending with today. */
function lastDays(time_zone: string, now: Instant, count: number): readonly DayRange[] {
  const today = startOfDay(dayIn(time_zone, now));
  assert(today, "today is a day");
  const dayAt = (offset: number): string => plus(today, offset * DAY_MS).slice(0, "2026-03-01".length);
  return Array.from({ length: count }, (_, index) => {
    const [day, next] = [dayAt(index + 1 - count), dayAt(index + 2 - count)];
    const [from, until] = [startOfDayIn(time_zone, day), startOfDayIn(time_zone, next)];
    assert(from && until, "a day begins and ends");
    return { day, from, until };
  });
}

/** Returns one entry per day, the oldest first, including days without movements. */
function totalsByDay(dates: readonly string[], totals: readonly DailyTotal[], currency: string): DayTotals[] {
  return dates.map((day): DayTotals => {
    const complete = totals.filter(
      (one) => one.day === day && one.status === "complete" && currencyOf(one.channel) === currency,
    );
    return { day, complete: sumCounts(complete), amount_complete: sumAmounts(complete) };
  });
}

const WAITING_STATUSES = ["pending", "processing"];

function totalsByChannel(totals: readonly StatusTotal[], currency: string): ChannelTotals[] {
  const groups = Map.groupBy(totals, ({ channel }) => channel);
  return [...groups].map(([channel, group]): ChannelTotals => {
    const withStatus = (statuses: readonly string[]) => group.filter(({ status }) => statuses.includes(status));
    return {
      channel: channel === "" ? null : channel,
      currency: currencyOf(channel) ?? currency,
      count: sumCounts(group),
      complete: sumCounts(withStatus(["complete"])),
      failed: sumCounts(withStatus(["failed"])),
      waiting: sumCounts(withStatus(WAITING_STATUSES)),
      amount_complete: sumAmounts(group),
    };
  });
}

/** Returns null for a payment without a channel, which has no completed amount yet. A channel has one currency. */
function currencyOf(channel: string): string | null {
  return findChannel(channel)?.currency ?? null;
}

function sumCounts(totals: readonly StatusTotal[]): number {
  return totals.reduce((all, { count }) => all + Number(count), 0);
}

function sumAmounts(totals: readonly StatusTotal[]): bigint {
  return totals.reduce((all, { amount }) => all + amount, 0n);
}
