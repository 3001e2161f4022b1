import { type Sql, sql, type Tx } from "./tx.ts";

/** An invariant of the data, and the query for the rows that break it. */
export interface AuditCheck {
  readonly promise: string;
  readonly broken: Sql;
}

/** An invariant with the rows that break it: empty for sound data. */
export interface AuditFinding {
  readonly promise: string;
  readonly broken: readonly object[];
}

// Enough rows to show a pattern; the check's query returns all of them.
const ROWS_SHOWN_MAX = 20;

export async function runChecks(tx: Tx, checks: readonly AuditCheck[]): Promise<readonly AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const { promise, broken } of checks) {
    findings.push({
      promise,
      broken: await tx.rows<object>(sql`select * from (${broken}) as broken limit ${ROWS_SHOWN_MAX}`),
    });
  }
  return findings;
}
