import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const partyChecks: readonly AuditCheck[] = [
  {
    promise: "the id of a merged customer or beneficiary leads to one that was not merged itself",
    broken: sql`
      select c.merchant, c.environment, c.id, c.merged_into
      from customers c
      join customers kept
        on (kept.merchant, kept.environment, kept.id) = (c.merchant, c.environment, c.merged_into)
      where kept.merged_into is not null
      union all
      select b.merchant, b.environment, b.id, b.merged_into
      from beneficiaries b
      join beneficiaries kept
        on (kept.merchant, kept.environment, kept.id) = (b.merchant, b.environment, b.merged_into)
      where kept.merged_into is not null`,
  },
];
