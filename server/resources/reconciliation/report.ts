import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { ReconciliationReport, StatementRow } from "./schema.ts";
import {
  findCompletedAttempts,
  findStatement,
  findStatementAttempts,
  listLines,
  sumChargesBooked,
  sumCorrections,
} from "./store.ts";

/** Returns a statement's sums beside the ledger's, with the cause of each difference. Throws `not_found`. */
export async function buildReport(
  tx: Tx,
  id: string,
): Promise<{ readonly statement: StatementRow; readonly report: ReconciliationReport }> {
  const statement = await findStatement(tx, id);
  if (!statement) throw new ServiceError("statement_not_found", `There is no statement ${id}`);
  const [lines, booked, ended, corrected, charges_booked] = await Promise.all([
    listLines(tx, id),
    findStatementAttempts(tx, id),
    findCompletedAttempts(tx, statement, statement.begins_at, statement.ends_at),
    sumCorrections(tx, id),
    sumChargesBooked(tx, id),
  ]);
  const booked_amounts = new Map(booked.map((attempt) => [attempt.id, attempt.booked]));
  const within = new Map(ended.map((attempt) => [attempt.id, attempt.booked]));
  const sums = {
    statement_total: 0n,
    theirs_only: 0n,
    amount_differs: 0n,
    status_differs: 0n,
    booked_outside: 0n,
    fees: 0n,
  };
  const on_statement = new Set<string>();
  for (const line of lines) {
    if (line.line === null) continue;
    const moved = line.is_complete === true ? (line.amount ?? 0n) : 0n;
    const ours = booked_amounts.get(line.attempt ?? "") ?? 0n;
    sums.statement_total += moved;
    sums.fees += (line.fee ?? 0n) + (line.tax ?? 0n);
    if (line.is_charge) continue;
    if (line.attempt === null) sums.theirs_only += moved;
    else {
      on_statement.add(line.attempt);
      const difference = moved - ours;
      if ((moved === 0n) === (ours === 0n)) sums.amount_differs += difference;
      else sums.status_differs += difference;
      if (!within.has(line.attempt)) sums.booked_outside += ours;
    }
  }
  let orders = 0n;
  let ours_only = 0n;
  for (const [attempt, ours] of within) {
    orders += ours;
    if (!on_statement.has(attempt)) ours_only += ours;
  }
  const { statement_total, theirs_only, amount_differs, status_differs, booked_outside } = sums;
  const explained = theirs_only + amount_differs + status_differs + booked_outside - ours_only;
  return {
    statement,
    report: {
      ...sums,
      ours_only,
      corrected,
      charges_booked,
      ledger_total: orders + corrected,
      unexplained: statement_total - orders - explained,
      matched: on_statement.size,
      open: lines.filter((line) => line.exception !== null && line.resolution === null).length,
    },
  };
}
