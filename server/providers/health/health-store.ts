import { type Columns, columnList, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

export interface ChannelKey {
  readonly provider_account: Id<"con">;
  readonly channel: string;
}

export interface ChannelCount extends ChannelKey {
  readonly good: number;
  readonly bad: number;
}

/** `paused`: until `paused_until`, then on trial. `stopped`: until a platform operator opens it. */
export interface ChannelHealthRow extends ChannelKey {
  readonly state: "open" | "paused" | "stopped";
  readonly paused_until: Instant | null;
  /** The number of pauses since the channel was last open. */
  readonly pauses: number;
  readonly probes_good: number;
  readonly since: Instant | null;
  readonly reason: string | null;
}

const key_columns: Columns<keyof ChannelKey> = { provider_account: "text", channel: "text" };
const count_columns: Columns<keyof ChannelCount> = { ...key_columns, good: "int", bad: "int" };
const health_columns: Columns<keyof ChannelHealthRow> = {
  ...key_columns,
  state: "text",
  paused_until: "timestamptz",
  pauses: "int",
  probes_good: "int",
  since: "timestamptz",
  reason: "text",
};

/** Locks the health rows of these channels, in key order. A channel without any trouble so far has no row. */
export async function lockHealth(tx: Tx, keys: readonly ChannelKey[]): Promise<readonly ChannelHealthRow[]> {
  return tx.rows<ChannelHealthRow>(sql`
    select ${columnList(health_columns, "h")}
    from ${rowsFrom(keys, key_columns, "input")}
    join channel_health h using (provider_account, channel)
    order by h.provider_account, h.channel
    for update of h`);
}

export async function writeHealth(tx: Tx, rows: readonly ChannelHealthRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into channel_health (${columnList(health_columns)})
    select ${columnList(health_columns)} from ${rowsFrom(rows, health_columns, "input")}
    on conflict (provider_account, channel) do update set
      state = excluded.state, paused_until = excluded.paused_until, pauses = excluded.pauses,
      probes_good = excluded.probes_good, since = excluded.since, reason = excluded.reason`);
}

/**
 * Adds to the current minute's counts. Returns each channel's sums since its given instant, including these counts, in
 * the order of the input.
 */
export async function addCounts(
  tx: Tx,
  counts: readonly ChannelCount[],
  since: readonly Instant[],
): Promise<readonly ChannelCount[]> {
  await tx.run(sql`
    insert into channel_counts (provider_account, channel, minute, good, bad)
    select provider_account, channel, date_trunc('minute', ${tx.now}::timestamptz), good, bad
    from ${rowsFrom(counts, count_columns, "input")}
    order by provider_account, channel
    on conflict (provider_account, channel, minute) do update set
      good = channel_counts.good + excluded.good, bad = channel_counts.bad + excluded.bad`);
  const windows = counts.map(({ provider_account, channel }, index) => ({
    provider_account,
    channel,
    index,
    since: since[index],
  }));
  return tx.rows<ChannelCount>(sql`
    select w.provider_account, w.channel, coalesce(s.good, 0) as good, coalesce(s.bad, 0) as bad
    from ${rowsFrom(windows, { ...key_columns, index: "int", since: "timestamptz" }, "w")}
    left join lateral (
      select sum(c.good)::int as good, sum(c.bad)::int as bad
      from channel_counts c
      where c.provider_account = w.provider_account and c.channel = w.channel and c.minute >= w.since
    ) s on true
    order by w.index`);
}

/** The channels that take no new orders now, or only a few. */
export async function findPausedChannels(tx: Tx): Promise<readonly ChannelHealthRow[]> {
  return tx.rows<ChannelHealthRow>(sql`select ${columnList(health_columns)} from channel_health where state <> 'open'`);
}

export async function findHealth(
  tx: Tx,
  provider_accounts: readonly Id<"con">[],
  since: Instant,
): Promise<readonly (ChannelHealthRow & ChannelCount)[]> {
  return tx.rows<ChannelHealthRow & ChannelCount>(sql`
    select
      provider_account, channel, coalesce(h.state, 'open') as state, h.paused_until, coalesce(h.pauses, 0) as pauses,
      coalesce(h.probes_good, 0) as probes_good, h.since, h.reason,
      coalesce(c.good, 0) as good, coalesce(c.bad, 0) as bad
    from channel_health h
    full join (
      select provider_account, channel, sum(good)::int as good, sum(bad)::int as bad
      from channel_counts
      where minute >= ${since}
      group by provider_account, channel
    ) c using (provider_account, channel)
    where provider_account = any(${provider_accounts})`);
}

/** Deletes counts older than their retention. */
export async function deleteCounts(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from channel_counts where minute < ${before}`);
}
