import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const bulkChecks: readonly AuditCheck[] = [
  {
    promise: "a bulk's count and total are those of its transfers",
    broken: sql`
      select b.merchant, b.environment, b.id, b.total_transfers, t.transfers, b.total_amount, t.amount
      from bulk_transfers b
      left join lateral (
        select count(*) as transfers, sum(amount) as amount, sum(fee) as fee, count(distinct currency) as currencies
        from transfers
        where (merchant, environment, bulk) = (b.merchant, b.environment, b.id)
      ) t on true
      where t.transfers <> b.total_transfers
        or t.amount is distinct from b.total_amount
        or t.fee is distinct from b.total_fee
        or t.currencies <> 1`,
  },
];
