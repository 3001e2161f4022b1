import { type Sql, sql, type Tx } from "./tx.ts";

/** An invariant of the data, and the query for the rows that break it. */
export interface Check {
  readonly promise: string;
  readonly broken: Sql;
}

/** An invariant with the rows that break it: empty for sound data. */
export interface Finding {
  readonly promise: string;
  readonly broken: readonly object[];
}

// Enough to see a pattern; a query returns the whole list.
const SHOWN_MAX = 20;

export async function runChecks(tx: Tx, checks: readonly Check[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { promise, broken } of checks) {
    findings.push({
      promise,
      broken: await tx.rows<object>(sql`select * from (${broken}) as broken limit ${SHOWN_MAX}`),
    });
  }
  return findings;
}
