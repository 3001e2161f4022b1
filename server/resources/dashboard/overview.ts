import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { find } from "#resources/merchants/store.ts";
import type { ChannelTotals, DayTotals, Overview } from "./schema.ts";
import {
  type ChannelTotal,
  COUNTED_MAX,
  type DayTotal,
  paymentDays,
  paymentTotals,
  transferDays,
  transferTotals,
} from "./store.ts";

const DAYS_SHOWN = 14;

/** What came in and went out in the last 24 hours, by channel, and in the last fourteen days, by day. */
export async function overviewOf(tx: Tx, scope: Scope): Promise<Overview> {
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "who looks belongs to a merchant");
  const { currency } = merchant;
  const since = plus(tx.now, -DAY_MS);
  const dates = Array.from({ length: DAYS_SHOWN }, (_, back) => plus(tx.now, -back * DAY_MS).slice(0, DATE_LENGTH));
  const first = `${dates.at(-1)}T00:00:00.000000Z`;
  const [payments, transfers, payment_days, transfer_days] = await Promise.all([
    paymentTotals(tx, scope, since),
    transferTotals(tx, scope, since),
    paymentDays(tx, scope, currency, first),
    transferDays(tx, scope, currency, first),
  ]);
  return {
    ...{ since, currency },
    payments: byChannel(payments),
    transfers: byChannel(transfers),
    payment_days: byDay(dates, payment_days),
    transfer_days: byDay(dates, transfer_days),
  };
}

const DATE_LENGTH = "2026-03-01".length;

/** Every day, the oldest first, also those on which nothing happened. */
function byDay(dates: readonly string[], totals: readonly DayTotal[]): DayTotals[] {
  const counted = totals.reduce((sum, { count }) => sum + Number(count), 0);
  // The last that was reached may have more rows than were counted.
  const partial = counted >= COUNTED_MAX ? totals.at(-1)?.day : undefined;
  return dates
    .filter((day) => partial === undefined || day > partial)
    .map((day): DayTotals => {
      const total = totals.find((one) => one.day === day);
      return {
        day,
        count: Number(total?.count ?? 0n),
        complete: Number(total?.complete ?? 0n),
        amount_complete: total?.amount ?? 0n,
      };
    })
    .reverse();
}

const WAITING = ["pending", "processing"];

function byChannel(totals: readonly ChannelTotal[]): ChannelTotals[] {
  const groups = Map.groupBy(totals, ({ channel, currency }) => `${channel} ${currency}`);
  return [...groups.values()].flatMap((group): ChannelTotals[] => {
    const [first] = group;
    if (!first) return [];
    const counted = (statuses: readonly string[]): number =>
      group.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0);
    return [
      {
        channel: first.channel === "" ? null : first.channel,
        currency: first.currency,
        count: group.reduce((sum, { count }) => sum + Number(count), 0),
        complete: counted(["complete"]),
        failed: counted(["failed"]),
        waiting: counted(WAITING),
        amount_complete: group.find(({ status }) => status === "complete")?.amount ?? 0n,
      },
    ];
  });
}
