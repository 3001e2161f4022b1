import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
import { inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { EntryKind, HouseEntryKind } from "./chart-of-accounts.ts";

/** An entry that changes the merchant's spendable balance. */
export interface BalanceMovement {
  readonly id: bigint;
  readonly kind: Exclude<EntryKind, HouseEntryKind>;
  readonly subject: string;
  readonly currency: string;
  /** Positive; `is_credit` gives the direction. */
  readonly amount: bigint;
  readonly is_credit: boolean;
  /** The balance after this entry. */
  readonly balance: bigint;
  readonly created_at: Instant;
}

/** The movements of one currency's balance, the latest first, with their total number. */
export async function listBalanceMovements(
  tx: Tx,
  scope: Scope,
  currency: string,
  page: PageBounds,
): Promise<ListPage<BalanceMovement>> {
  const rows = {
    list: "movements",
    columns: sql`
      id, kind, subject, currency, amount, credit = 'available' as is_credit,
      case when credit = 'available' then credit_balance else debit_balance end as balance, created_at`,
    from: sql`entries`,
    where: sql`${inScope(scope)} and currency = ${currency} and (debit = 'available' or credit = 'available')`,
    prefix: null,
    is_dense: false,
  } as const;
  return readCountedPage(tx, scope, rows, { part: currency }, page);
}
