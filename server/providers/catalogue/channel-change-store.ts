import { type Columns, columnList, type ReadTx, sql, type Tx } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";

/** Everything in which a channel differs from the catalogue, from a moment on. */
export interface ChannelChange {
  readonly channel: string;
  /** In the currency's smallest unit; null: the catalogue's. */
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  /** Empty: the channel has no code. Null: the catalogue's. */
  readonly dial_code: string | null;
  /** The channel takes no new orders; those under way finish. */
  readonly is_off: boolean;
  /** The platform operator's reason. */
  readonly note: string;
  readonly created_at: Instant;
  readonly created_by: string;
}

const columns: Columns<keyof ChannelChange> = {
  channel: "text",
  minimum: "bigint",
  maximum: "bigint",
  dial_code: "text",
  is_off: "boolean",
  note: "text",
  created_at: "timestamptz",
  created_by: "text",
};

/** The latest change of each channel. */
export async function listLatestChanges(tx: ReadTx): Promise<readonly ChannelChange[]> {
  return tx.rows<ChannelChange>(sql`
    select distinct on (channel) ${columnList(columns)}
    from channel_changes
    order by channel, number desc`);
}

export async function findLatestChange(tx: ReadTx, channel: string): Promise<ChannelChange | null> {
  return tx.maybeRow<ChannelChange>(sql`
    select ${columnList(columns)}
    from channel_changes
    where channel = ${channel}
    order by number desc
    limit 1`);
}

const HISTORY_MAX = 500;

/** The latest changes of a channel, the latest first. */
export async function listChangesOf(tx: ReadTx, channel: string): Promise<readonly ChannelChange[]> {
  return tx.rows<ChannelChange>(sql`
    select ${columnList(columns)}
    from channel_changes
    where channel = ${channel}
    order by number desc
    limit ${HISTORY_MAX}`);
}

/** Makes changes wait for one another until the end of the transaction: each adds to the one before. */
export async function lockChanges(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('channel changes', 0))`);
}

export async function insertChange(tx: Tx, row: ChannelChange): Promise<void> {
  await tx.run(sql`
    insert into channel_changes (${columnList(columns)})
    values (
      ${row.channel}, ${row.minimum}, ${row.maximum}, ${row.dial_code}, ${row.is_off}, ${row.note},
      ${row.created_at}, ${row.created_by}
    )`);
}
