import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { findChannel } from "#providers/channels.ts";
import { find } from "#resources/merchants/store.ts";
import type { ChannelTotals, DayTotals, Overview } from "./schema.ts";
import { type DayTally, type Tally, tallyDays, tallySince } from "./store.ts";

const DAYS_SHOWN = 14;

/**
 * What came in and went out in the last 24 hours, by channel, and in the last fourteen days, by day. All of it is read
 * from the counters of the lists, so that it is exact and takes as long however much there is.
 */
export async function overviewOf(tx: Tx, scope: Scope): Promise<Overview> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "who looks belongs to a merchant");
  const { currency } = merchant;
  const dates = Array.from({ length: DAYS_SHOWN }, (_, back) => dayOf(plus(tx.now, -back * DAY_MS))).reverse();
  const first = plus(tx.now, (1 - DAYS_SHOWN) * DAY_MS);
  const [last_day, payment_days, transfer_days] = await Promise.all([
    lastDayOf(tx, scope, currency),
    tallyDays(tx, scope, "payment", first),
    tallyDays(tx, scope, "transfer", first),
  ]);
  return {
    ...{ ...last_day, currency },
    payment_days: byDay(dates, payment_days, currency),
    transfer_days: byDay(dates, transfer_days, currency),
  };
}

/** What came in and went out in the last 24 hours, by channel. `currency`: the merchant's own. */
export async function lastDayOf(
  tx: Tx,
  scope: Scope,
  currency: string,
): Promise<Pick<Overview, "since" | "payments" | "transfers">> {
  const since = plus(tx.now, -DAY_MS);
  const [payments, transfers] = await Promise.all([
    tallySince(tx, scope, "payment", since),
    tallySince(tx, scope, "transfer", since),
  ]);
  return { since, payments: byChannel(payments, currency), transfers: byChannel(transfers, currency) };
}

function dayOf(at: string): string {
  return at.slice(0, "2026-03-01".length);
}

/** Every day, the oldest first, also those on which nothing happened. */
function byDay(dates: readonly string[], tallies: readonly DayTally[], currency: string): DayTotals[] {
  return dates.map((day): DayTotals => {
    const complete = tallies.filter(
      (one) => one.day === day && one.status === "complete" && currencyOf(one.channel) === currency,
    );
    return { day, complete: counted(complete), amount_complete: total(complete) };
  });
}

const WAITING = ["pending", "processing"];

function byChannel(tallies: readonly Tally[], currency: string): ChannelTotals[] {
  const groups = Map.groupBy(tallies, ({ channel }) => channel);
  return [...groups].map(([channel, group]): ChannelTotals => {
    const of = (statuses: readonly string[]) => group.filter(({ status }) => statuses.includes(status));
    return {
      channel: channel === "" ? null : channel,
      currency: currencyOf(channel) ?? currency,
      count: counted(group),
      complete: counted(of(["complete"])),
      failed: counted(of(["failed"])),
      waiting: counted(of(WAITING)),
      amount_complete: total(group),
    };
  });
}

/** A channel carries one currency; a payment without one has brought nothing yet. */
function currencyOf(channel: string): string | null {
  return findChannel(channel)?.currency ?? null;
}

function counted(tallies: readonly Tally[]): number {
  return tallies.reduce((all, { count }) => all + Number(count), 0);
}

function total(tallies: readonly Tally[]): bigint {
  return tallies.reduce((all, { amount }) => all + amount, 0n);
}
