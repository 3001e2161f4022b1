import { type Listed, listCounted, type Paging } from "#db/list.ts";
import { mine, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { EntryKind } from "./chart.ts";

/** An entry as the balance sees it: what a merchant can spend. */
export interface Movement {
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly subject: string;
  readonly currency: string;
  /** Positive; `is_credit` says whether the balance gained or lost it. */
  readonly amount: bigint;
  readonly is_credit: boolean;
  /** What the balance was after it. */
  readonly balance: bigint;
  readonly created_at: Instant;
}

/** What moved on the balance in one currency, the latest first, and how many times it did. */
export async function listMovements(tx: Tx, scope: Scope, currency: string, page: Paging): Promise<Listed<Movement>> {
  const rows = {
    list: "movements",
    columns: sql`
      id, kind, subject, currency, amount, credit = 'available' as is_credit,
      case when credit = 'available' then credit_balance else debit_balance end as balance, created_at`,
    from: sql`entries`,
    where: sql`${mine(scope)} and currency = ${currency} and (debit = 'available' or credit = 'available')`,
    prefix: null,
    is_dense: false,
  } as const;
  return listCounted(tx, scope, rows, { part: currency }, page);
}
