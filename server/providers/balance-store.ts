import { isFree, type Lease, taken } from "#db/lease.ts";
import { type Columns, names, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";

/** An account whose balance is due to be queried, claimed by one process. */
export interface Due {
  readonly connection: Id<"con">;
  readonly currency: string;
  readonly claim: number;
}

// Longer than one call with its sign-in.
const LEASE_MS = 5 * MINUTE_MS;

const key_columns: Columns<"connection" | "currency"> = { connection: "text", currency: "text" };

/** Adds accounts to the watch; new ones are due now. */
export async function watch(tx: Tx, purses: readonly Omit<Due, "claim">[]): Promise<void> {
  await tx.run(sql`
    insert into balance_watch (${names(key_columns)}, due_at)
    select ${names(key_columns)}, ${tx.now} from ${table(purses, key_columns, "given")}
    on conflict do nothing`);
}

export async function claimDue(tx: Tx, limit: number, lease: Lease): Promise<readonly Due[]> {
  return tx.rows<Due>(sql`
    update balance_watch w
    set ${taken(tx, lease, LEASE_MS)}
    from (
      select b.connection, b.currency
      from balance_watch b
      join provider_accounts p on p.id = b.connection
      where b.due_at <= ${tx.now} and p.retired_at is null and ${isFree(tx, lease)}
      order by b.due_at
      limit ${limit}
      for update of b skip locked
    ) due
    where (w.connection, w.currency) = (due.connection, due.currency)
    returning w.connection, w.currency, w.claim`);
}

/** Ends a claim; the account is due again after `after_ms`. False if another process has claimed the row since. */
export async function finish(tx: Tx, due: Due, after_ms: number): Promise<boolean> {
  const ended = await tx.run(sql`
    update balance_watch
    set due_at = ${plus(tx.now, after_ms)}, lease_holder = null, lease_until = null
    where connection = ${due.connection} and currency = ${due.currency} and claim = ${due.claim}`);
  return ended === 1;
}

export async function putBack(tx: Tx, dues: readonly Due[]): Promise<void> {
  for (const due of dues) await finish(tx, due, 0);
}
