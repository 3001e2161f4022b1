import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import { requireMarket } from "#providers/accounts/provider-accounts.ts";
import { amountMatcher } from "./amount-matcher.ts";
import type { ReportLine } from "./parse-report.ts";
import type { Exception, LineRow, StatementRow } from "./schema.ts";
import { bookStatementCharges } from "./statement-charges.ts";
import {
  type BookedAttempt,
  findByDigest,
  findByProviderId,
  findByShortId,
  findCompletedAttempts,
  findMatched,
  insertLines,
  insertStatement,
  type MatchedAttempt,
  type StatementSource,
} from "./store.ts";

/** A provider's report to import as a statement. */
export interface StatementImport extends Omit<StatementSource, "market"> {
  /** Absent: the provider's first market. */
  readonly market?: string;
  readonly name: string;
  readonly digest: Buffer;
  readonly currency: string;
  /** Null: the period begins with the first line, or ends with the last. */
  readonly begins_at: Instant | null;
  readonly ends_at: Instant | null;
  readonly time_zone: string;
  readonly lines: readonly ReportLine[];
}

/**
 * Imports a provider's statement and matches its lines with the ledger: by our reference, by the provider's id, or by
 * amount, number and time. Books only the differences of charges, and only for an account with a schedule of charges.
 * Throws `conflict` if the file was imported before, and `invalid` for a file that is empty or has orders in another
 * currency.
 */
export async function importStatement(tx: Tx, report: StatementImport, actor: string): Promise<StatementRow> {
  const { lines, begins_at, ends_at, ...rest } = report;
  const before = await findByDigest(tx, report.digest);
  if (before)
    throw new ServiceError("statement_exists", `This file was taken in as ${before.id}`, {
      params: { statement: before.id },
    });
  const times = lines.map((line) => line.happened_at).sort();
  const [first, last] = [begins_at ?? times[0], ends_at ?? times.at(-1)];
  if (first === undefined || last === undefined) throw new ServiceError("statement_empty", "The file has no lines");
  const statement: StatementRow = {
    ...rest,
    market: requireMarket(report.provider, report.market),
    id: newId("stm", tx.now),
    begins_at: first,
    // The end is exclusive: one second more includes the last line.
    ends_at: ends_at ?? plus(last, 1_000),
    lines: lines.length,
    imported_at: tx.now,
    imported_by: actor,
  };
  await insertStatement(tx, statement);
  const rows = await matchLines(tx, statement, lines);
  await insertLines(tx, rows);
  await bookStatementCharges(tx, statement, rows);
  return statement;
}

async function matchLines(tx: Tx, statement: StatementRow, lines: readonly ReportLine[]): Promise<readonly LineRow[]> {
  const nonNull = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);
  const short_ids = nonNull(lines.map((line) => line.external_id)).map((id) => id.slice(-20));
  const [by_short_id, by_provider_id, ended] = await Promise.all([
    findByShortId(tx, statement, short_ids),
    findByProviderId(tx, statement, nonNull(lines.map((line) => line.provider_id))),
    findCompletedAttempts(tx, statement, plus(statement.begins_at, -DAY_MS), plus(statement.ends_at, DAY_MS)),
  ]);
  const matched_ids = new Set(
    await findMatched(
      tx,
      ended.map((attempt) => attempt.id),
    ),
  );
  const by_reference = new Map(by_short_id.map((attempt) => [attempt.id.slice(-20), attempt]));
  const by_id = new Map(by_provider_id.map((attempt) => [attempt.provider_id, attempt]));
  const rows: LineRow[] = [];
  const unmatched: ReportLine[] = [];
  const moved = new Map<string, ReportLine>();
  const addMatch = (line: ReportLine, attempt: BookedAttempt, matched_by: LineRow["matched_by"]): void => {
    matched_ids.add(attempt.id);
    if (line.is_complete) moved.set(attempt.id, line);
    rows.push({
      ...lineRow(tx, statement, line),
      ...attemptFields(attempt),
      matched_by,
      exception: exceptionOf(line, attempt) ?? isOutsidePeriod(line, statement),
    });
  };
  // Match the lines with an id first, which leaves fewer candidates for the guesses by amount.
  for (const line of lines) {
    const own_match = by_reference.get(line.external_id?.slice(-20) ?? "");
    const matched = own_match ?? by_id.get(line.provider_id);
    if (matched && matched.currency !== statement.currency) throw currencyMismatch(line, matched, statement);
    if (line.is_charge) rows.push(...chargeRows(tx, statement, line, matched, own_match ? "our_id" : "provider_id"));
    else if (!matched) unmatched.push(line);
    else if (isSecondMovement(line, moved.get(matched.id))) {
      rows.push({ ...lineRow(tx, statement, line), merchant: matched.merchant, exception: "theirs_only" });
    } else addMatch(line, matched, own_match ? "our_id" : "provider_id");
  }
  const matchByAmount = amountMatcher(ended.filter((attempt) => !matched_ids.has(attempt.id)));
  for (const line of unmatched) {
    const match = matchByAmount(line);
    if (match) addMatch(line, match, "number_and_time");
    // Ignore failed movements without an attempt: they have moved no money.
    else if (line.is_complete) rows.push({ ...lineRow(tx, statement, line), exception: "theirs_only" });
  }
  for (const attempt of ended) {
    const is_within =
      attempt.ended_at !== null && attempt.ended_at >= statement.begins_at && attempt.ended_at < statement.ends_at;
    if (!is_within || matched_ids.has(attempt.id) || attempt.booked === 0n) continue;
    rows.push({ ...lineRow(tx, statement, null), ...attemptFields(attempt), exception: "ours_only" });
  }
  return rows;
}

/** Refuses the whole report: an amount with the same digits in another currency is a different amount. */
function currencyMismatch({ line }: ReportLine, { currency }: MatchedAttempt, statement: StatementRow): ServiceError {
  return invalid(
    "currency",
    "statement_currency_mismatch",
    `Line ${line} is an order in ${currency}, and the report was said to be in ${statement.currency}`,
    { line, currency, statement_currency: statement.currency },
  );
}

/**
 * Returns true if the line is a second movement of an order in the same report. An order moves money once, so this line
 * belongs to another order.
 */
function isSecondMovement(line: ReportLine, before: ReportLine | undefined): boolean {
  if (!before || !line.is_complete) return false;
  const is_same = line.provider_id !== null && line.provider_id === before.provider_id;
  return !is_same || line.amount < 0n !== before.amount < 0n;
}

/** Returns the kind of difference between a line and the ledger; null if they agree. */
export function exceptionOf(
  line: Pick<ReportLine, "amount" | "is_complete">,
  { booked }: BookedAttempt,
): Exception | null {
  const moved = line.is_complete ? line.amount : 0n;
  if (moved === booked) return null;
  return (moved === 0n) === (booked === 0n) ? "amount" : "status";
}

/** Returns `outside` for a line outside the report's period: another report covers it, or the period is wrong. */
function isOutsidePeriod({ happened_at }: ReportLine, { begins_at, ends_at }: StatementRow): Exception | null {
  return happened_at < begins_at || happened_at >= ends_at ? "outside" : null;
}

function attemptFields({ merchant, id }: BookedAttempt) {
  return { merchant, attempt: id };
}

/** The row of a line that is a charge itself; none for one that the provider did not take. */
function chargeRows(
  tx: Tx,
  statement: StatementRow,
  line: ReportLine,
  matched: MatchedAttempt | undefined,
  matched_by: LineRow["matched_by"],
): readonly LineRow[] {
  if (!line.is_complete) return [];
  const row = { ...lineRow(tx, statement, line), amount: null, is_complete: null };
  return [matched ? { ...row, ...attemptFields(matched), matched_by } : { ...row, exception: "theirs_only" }];
}

function lineRow(tx: Tx, { id, environment, merchant }: StatementRow, line: ReportLine | null): LineRow {
  return {
    ...{ id: newId("rec", tx.now), statement: id, line: line?.line ?? null, environment, merchant },
    ...{ provider_id: line?.provider_id ?? null, external_id: line?.external_id ?? null },
    ...{
      amount: line?.amount ?? null,
      fee: line?.fee ?? null,
      tax: line?.tax ?? null,
      is_charge: line?.is_charge ?? false,
    },
    ...{ is_complete: line?.is_complete ?? null },
    ...{ happened_at: line?.happened_at ?? null, party: line?.party ?? null, attempt: null, matched_by: null },
    ...{ exception: null, resolution: null, note: null, resolved_by: null, resolved_at: null, matched_at: tx.now },
  };
}
