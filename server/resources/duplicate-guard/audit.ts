import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const duplicateGuardChecks: readonly AuditCheck[] = [
  {
    promise: "the duplicate guard stores no failed or canceled transfer, and each one with its own amount",
    broken: sql`
      select g.merchant, g.environment, g.transfer, g.amount, t.amount as ordered, t.status
      from guarded_transfers g
      join transfers t on (t.merchant, t.environment, t.id) = (g.merchant, g.environment, g.transfer)
      where (t.amount, t.currency) <> (g.amount, g.currency) or t.status in ('failed', 'canceled')`,
  },
];
