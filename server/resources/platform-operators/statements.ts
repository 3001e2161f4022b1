import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { listAccounts } from "#providers/accounts/provider-accounts.ts";
import { findMany } from "#resources/merchants/store.ts";
import { listDrifts } from "#resources/reconciliation/balance-check-store.ts";
import { buildReport } from "#resources/reconciliation/report.ts";
import { resolveException } from "#resources/reconciliation/resolve.ts";
import type {
  ExceptionResolution,
  LineRow,
  ReconciliationReport,
  StatementRow,
} from "#resources/reconciliation/schema.ts";
import { findBookedByLine, listLines, listOpenExceptions, listStatements } from "#resources/reconciliation/store.ts";
import { loadActorNames } from "./authorization.ts";
import type { DriftView, ExceptionView, StatementView } from "./schema.ts";
import { countExceptions } from "./store.ts";

/** Returns the imported statements, the latest first. */
export async function listStatementViews(tx: Tx): Promise<StatementView[]> {
  return presentStatements(tx, await listStatements(tx));
}

/** Returns one statement: its sums beside the ledger's, and every line that differed. Throws `not_found`. */
export async function readStatement(
  tx: Tx,
  id: string,
): Promise<{
  readonly statement: StatementView;
  readonly report: ReconciliationReport;
  readonly items: ExceptionView[];
}> {
  const { statement: row, report } = await buildReport(tx, id);
  const [statement] = await presentStatements(tx, [row]);
  const lines = (await listLines(tx, id)).filter((line) => line.exception !== null);
  if (!statement) throw new Error("Broken promise: a statement that was found can be shown");
  return { statement, report, items: await presentExceptions(tx, lines, [row]) };
}

/** Returns the open differences: statement lines, and provider accounts whose balance differs from the ledger. */
export async function listExceptionViews(
  tx: Tx,
): Promise<{ readonly items: ExceptionView[]; readonly drifts: DriftView[] }> {
  const [lines, statements, drifts, accounts] = await Promise.all([
    listOpenExceptions(tx),
    listStatements(tx),
    listDrifts(tx),
    listAccounts(tx),
  ]);
  return {
    items: await presentExceptions(tx, lines, statements),
    drifts: drifts.map(({ id, provider_account, currency, since, found_at, drift }) => ({
      ...{ id, account: provider_account, currency, since, found_at, drift },
      provider: accounts.find((account) => account.id === provider_account)?.provider ?? "",
    })),
  };
}

interface ExceptionDecisionInput {
  readonly as: ExceptionResolution;
  readonly reason: string;
  /** The merchant to which the difference is booked, if any. */
  readonly merchant?: string;
  readonly actor: string;
}

/** Records a decision about one difference. Throws `invalid`, and as `resolveException` does. */
export async function decideException(tx: Tx, id: string, decision: ExceptionDecisionInput): Promise<void> {
  const { as: resolution, reason: note, merchant = null, actor } = decision;
  if (merchant !== null && !isId("mer", merchant))
    throw invalid("merchant", "unknown_merchant", "Enter a merchant’s id: mer_…");
  await resolveException(tx, id, { resolution, note, actor, merchant });
}

async function presentStatements(tx: Tx, rows: readonly StatementRow[]): Promise<StatementView[]> {
  const [counts, nameOf, merchantName] = [
    await countExceptions(
      tx,
      rows.map(({ id }) => id),
    ),
    await loadActorNames(
      tx,
      rows.map(({ imported_by }) => imported_by),
    ),
    await loadMerchantNames(tx, rows),
  ];
  return rows.map((row) => {
    const { id, provider, environment, merchant, name, currency, begins_at, ends_at, time_zone, lines, imported_at } =
      row;
    return {
      ...{ id, provider, environment, merchant, name, currency, begins_at, ends_at, time_zone, lines, imported_at },
      merchant_name: merchantName(merchant),
      imported_by: nameOf(row.imported_by),
      exceptions: counts.get(id)?.all ?? 0,
      exceptions_open: counts.get(id)?.open ?? 0,
    };
  });
}

async function presentExceptions(
  tx: Tx,
  lines: readonly LineRow[],
  statements: readonly StatementRow[],
): Promise<ExceptionView[]> {
  const booked = await findBookedByLine(
    tx,
    lines.map(({ id }) => id),
  );
  const nameOf = await loadActorNames(
    tx,
    lines.map(({ resolved_by }) => resolved_by),
  );
  const merchantName = await loadMerchantNames(tx, lines);
  return lines.flatMap((row): ExceptionView[] => {
    const { id, statement, line, exception, provider_id, external_id, party, happened_at, merchant, attempt } = row;
    if (exception === null) return [];
    const { resolution, note, resolved_by, resolved_at } = row;
    return [
      {
        ...{ id, statement, line, exception, provider_id, external_id, party, happened_at, merchant, attempt },
        currency: statements.find((one) => one.id === statement)?.currency ?? "XAF",
        statement_amount:
          line === null
            ? null
            : Number(row.is_charge ? -(row.fee ?? 0n) - (row.tax ?? 0n) : row.is_complete === true ? row.amount : 0n),
        booked: booked.get(id) ?? 0n,
        merchant_name: merchantName(merchant),
        ...{ resolution, note, resolved_at, resolved_by: resolved_by === null ? null : nameOf(resolved_by) },
      },
    ];
  });
}

async function loadMerchantNames(
  tx: Tx,
  rows: readonly { readonly merchant: string | null }[],
): Promise<(id: string | null) => string | null> {
  const ids = rows.flatMap(({ merchant }) => (merchant === null ? [] : [merchant]));
  const names_by_id = new Map<string, string>(
    (await findMany(tx, [...new Set(ids)])).map(({ id, name }) => [id, name]),
  );
  return (id) => (id === null ? null : (names_by_id.get(id) ?? id));
}
