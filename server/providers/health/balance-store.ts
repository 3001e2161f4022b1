import { isClaimable, type Lease, takeLease } from "#db/lease.ts";
import { type Columns, columnList, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";

/** An account whose balance is due to be queried, claimed by one process. */
export interface DueBalance {
  readonly provider_account: Id<"con">;
  readonly currency: string;
  readonly claim: number;
}

// Longer than one balance query with its sign-in.
const LEASE_MS = 5 * MINUTE_MS;

const key_columns: Columns<"provider_account" | "currency"> = { provider_account: "text", currency: "text" };

/** Adds accounts to the watch; new ones are due now. */
export async function watchBalances(tx: Tx, monitored: readonly Omit<DueBalance, "claim">[]): Promise<void> {
  await tx.run(sql`
    insert into balance_check_schedule (${columnList(key_columns)}, due_at)
    select ${columnList(key_columns)}, ${tx.now} from ${rowsFrom(monitored, key_columns, "input")}
    on conflict do nothing`);
}

export async function claimDueBalances(tx: Tx, limit: number, lease: Lease): Promise<readonly DueBalance[]> {
  return tx.rows<DueBalance>(sql`
    update balance_check_schedule w
    set ${takeLease(tx, lease, LEASE_MS)}
    from (
      select b.provider_account, b.currency
      from balance_check_schedule b
      join provider_accounts p on p.id = b.provider_account
      where b.due_at <= ${tx.now} and p.retired_at is null and ${isClaimable(tx, lease)}
      order by b.due_at
      limit ${limit}
      for update of b skip locked
    ) due
    where (w.provider_account, w.currency) = (due.provider_account, due.currency)
    returning w.provider_account, w.currency, w.claim`);
}

/** Ends a claim; the account is due again after `after_ms`. False if another process has claimed the row since. */
export async function rescheduleBalance(tx: Tx, due: DueBalance, after_ms: number): Promise<boolean> {
  const ended = await tx.run(sql`
    update balance_check_schedule
    set due_at = ${plus(tx.now, after_ms)}, lease_holder = null, lease_until = null
    where provider_account = ${due.provider_account} and currency = ${due.currency} and claim = ${due.claim}`);
  return ended === 1;
}

export async function releaseBalances(tx: Tx, due_balances: readonly DueBalance[]): Promise<void> {
  for (const due of due_balances) await rescheduleBalance(tx, due, 0);
}
