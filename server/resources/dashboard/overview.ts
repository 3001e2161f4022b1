import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import type { ChannelTotals, Overview } from "./schema.ts";
import { type ChannelTotal, paymentTotals, transferTotals } from "./store.ts";

/** What came in and went out in the last 24 hours, by channel. */
export async function overviewOf(tx: Tx, scope: Scope): Promise<Overview> {
  const since = plus(tx.now, -DAY_MS);
  const [payments, transfers] = await Promise.all([paymentTotals(tx, scope, since), transferTotals(tx, scope, since)]);
  return { since, payments: byChannel(payments), transfers: byChannel(transfers) };
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
