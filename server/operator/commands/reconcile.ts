import { basename } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { invalid } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { startOfDayIn, timeZoneOfCountry } from "#kernel/time-zone.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import { CheckFailed } from "#operator/check-failed.ts";
import {
  parseCountry,
  parseCurrency,
  parseEnvironment,
  parseMerchantId,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { readInputFile, SETTINGS_FILE_LIMIT_BYTES } from "#operator/command-input.ts";
import { parseDay, parseTimeZone } from "#operator/date-options.ts";
import { list as listAccounts, openSettings } from "#providers/accounts/provider-account-store.ts";
import { requireMarket } from "#providers/accounts/provider-accounts.ts";
import { currencyOfMarket } from "#providers/channels.ts";
import { openExchange } from "#providers/io/http-client.ts";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { listDrifts } from "#resources/reconciliation/balance-check-store.ts";
import { compareBalance, readLedgerTotals } from "#resources/reconciliation/compare-balance.ts";
import { importStatement } from "#resources/reconciliation/import-statement.ts";
import mappings from "#resources/reconciliation/mappings.json" with { type: "json" };
import { type ColumnMapping, digestOf, parseReport } from "#resources/reconciliation/parse-report.ts";
import { buildReport } from "#resources/reconciliation/report.ts";
import { resolveException } from "#resources/reconciliation/resolve.ts";
import { EXCEPTION_RESOLUTIONS, type ExceptionResolution } from "#resources/reconciliation/schema.ts";
import { listOpenExceptions, listStatements } from "#resources/reconciliation/store.ts";
import { FILE_LIMIT_BYTES } from "#spreadsheets/limits.ts";
import { readTable } from "#spreadsheets/read-table.ts";

interface ImportOptions {
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
  readonly market?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly mapping?: string;
}

export function addReconcileCommands(program: Command): void {
  const reconcile = program.command("reconcile").description("compare the providers' statements with the books");

  reconcile
    .command("import")
    .description("import a report of a provider's portal (.csv, .xlsx), compare it, and show its sums")
    .argument("<provider>", Object.keys(mappings).join(" or "))
    .argument("<file>", "the path of the report")
    .option("-m, --merchant <id>", "this merchant's own account; default: the platform operator's", parseMerchantId)
    .option("-e, --environment <name>", "live", parseEnvironment, "live")
    .option("--market <country>", "the country of the account: UG; default: the provider's first", parseCountry)
    .option("--currency <code>", "three-letter code; default: that of the market", parseCurrency)
    .option("--from <day>", "YYYY-MM-DD, the first day of the report; default: the time of its first line", parseDay)
    .option("--to <day>", "YYYY-MM-DD, the first day after the report; default: the time of its last line", parseDay)
    .option(
      "--zone <name>",
      "time zone of the report, such as Africa/Douala; default: that of the market",
      parseTimeZone,
    )
    .option("--mapping <path>", "a JSON file that maps the columns")
    .action((provider: string, file: string, options: ImportOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const bytes = readInputFile(file, FILE_LIMIT_BYTES);
        const market = requireMarket(provider, options.market);
        const time_zone = options.zone ?? timeZoneOfCountry(market);
        const startOf = (statement_input: string | undefined) =>
          statement_input === undefined ? null : startOfDayIn(time_zone, statement_input);
        const currency = options.currency ?? currencyOfMarket(provider, market);
        const mapping = resolveMapping(provider, options.mapping);
        const lines = parseReport(await readTable(bytes), mapping, currency, time_zone);
        const statement_input = {
          ...{ provider, environment: options.environment, merchant: options.merchant ?? null, market, lines },
          ...{ name: basename(file), digest: digestOf(bytes), currency },
          ...{ begins_at: startOf(options.from), ends_at: startOf(options.to), time_zone },
        };
        const { statement, report } = await db.engine(async (tx) => {
          const { id } = await importStatement(tx, statement_input, platformOperatorActor());
          return buildReport(tx, id);
        });
        print.record({ id: statement.id, ...report });
      }),
    );

  reconcile
    .command("list")
    .description("show the imported statements")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine(listStatements);
        const columns = [
          "id",
          "provider",
          "merchant",
          "name",
          "lines",
          "begins_at",
          "ends_at",
          "time_zone",
          "imported_by",
        ];
        print.rows(
          rows.map(({ digest: _, ...row }) => row),
          columns,
        );
      }),
    );

  reconcile
    .command("report")
    .description("show a statement's sums beside the ledger's, and the causes of each difference")
    .argument("<statement>", "the id of the statement (stm_…)")
    .action((id: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { report } = await db.engine((tx) => buildReport(tx, id));
        print.record(report);
      }),
    );

  addExceptions(reconcile);
  addBalance(reconcile);
}

function addExceptions(reconcile: Command): void {
  reconcile
    .command("exceptions")
    .description("show the open differences")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const lines = await db.engine(listOpenExceptions);
        const drifts = (await db.engine(listDrifts)).map(({ found_at, drift, ...row }) => ({
          ...{ ...row, exception: "balance", amount: drift, happened_at: found_at },
        }));
        const columns = [
          "id",
          "exception",
          "amount",
          "fee",
          "attempt",
          "merchant",
          "provider_id",
          "party",
          "happened_at",
        ];
        print.rows([...lines, ...drifts], drifts.length > 0 ? [...columns, "provider_account", "since"] : columns);
      }),
    );

  reconcile
    .command("resolve")
    .description("book a difference to the merchant (correct), to the platform (absorb), or not at all (ignore)")
    .argument("<id>", "the id of the difference (rec_…, dft_…)")
    .requiredOption("--as <decision>", EXCEPTION_RESOLUTIONS.join(", "), parseSettlement)
    .requiredOption("--reason <text>", "the reason, for the audit log")
    .option("-m, --merchant <id>", "the merchant to book to, for a line that is only on the statement", parseMerchantId)
    .action(
      (id: string, options: { as: ExceptionResolution; reason: string; merchant?: Id<"mer"> }, command: Command) =>
        withDatabaseContext(command, async (db, { print }) => {
          const decision = {
            ...{ resolution: options.as, note: options.reason, actor: platformOperatorActor() },
            merchant: options.merchant ?? null,
          };
          const row = await db.engine((tx) => resolveException(tx, id, decision));
          print.message("drift" in row ? `${id} is explained` : `${id} is resolved: ${options.as}`, row);
        }),
    );
}

function addBalance(reconcile: Command): void {
  reconcile
    .command("balance")
    .description("compare the balances of the provider accounts with the books now; the service does so daily")
    .option("--currency <code>", "three-letter code; default: that of each account's market", parseCurrency)
    .action((options: { currency?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const provider = mtn();
        const rows = (await db.engine(listAccounts)).filter((row) => row.provider === provider.id && !row.retired_at);
        const { exchange, close } = openExchange();
        const comparisons: object[] = [];
        let has_drift = false;
        for (const row of rows) {
          const account = { id: row.id, settings: openSettings(row) };
          const currency = options.currency ?? currencyOfMarket(row.provider, row.market);
          const balance_key = { provider_account: row.id, currency, environment: row.environment };
          const before = await db.engine((tx) => readLedgerTotals(tx, balance_key));
          const provider_balance = await provider.balance?.(account, currency, exchange);
          if (provider_balance === null || provider_balance === undefined)
            comparisons.push({ ...balance_key, drift: "(no answer)" });
          else {
            const comparison = await db.engine((tx) => compareBalance(tx, balance_key, provider_balance, before));
            has_drift ||= comparison.drift !== null && comparison.drift !== 0n;
            comparisons.push(comparison);
          }
        }
        await close();
        print.rows(comparisons, ["provider_account", "currency", "provider_balance", "book_balance", "drift"]);
        if (has_drift) throw new CheckFailed();
      }),
    );
}

function resolveMapping(provider: string, path: string | undefined): ColumnMapping {
  const built_in = Object.entries(mappings).find(([name]) => name === provider)?.[1];
  if (!built_in)
    throw invalid("provider", "unknown_mapping", `There is a mapping for ${Object.keys(mappings).join(" and ")}`, {
      values: Object.keys(mappings),
    });
  if (path === undefined) return built_in;
  const custom_mapping: unknown = JSON.parse(readInputFile(path, SETTINGS_FILE_LIMIT_BYTES).toString("utf8"));
  const columnNames = (name: string, default_columns: readonly string[]): readonly string[] => {
    const custom_columns: unknown =
      typeof custom_mapping === "object" && custom_mapping !== null ? Reflect.get(custom_mapping, name) : undefined;
    return Array.isArray(custom_columns) ? custom_columns.map(String) : default_columns;
  };
  return {
    ...{
      provider_id: columnNames("provider_id", built_in.provider_id),
      external_id: columnNames("external_id", built_in.external_id),
    },
    ...{
      amount: columnNames("amount", built_in.amount),
      fee: columnNames("fee", built_in.fee),
      tax: columnNames("tax", built_in.tax),
      status: columnNames("status", built_in.status),
    },
    ...{
      direction: columnNames("direction", built_in.direction),
      at: columnNames("at", built_in.at),
      party: columnNames("party", built_in.party),
    },
    ...{
      in: columnNames("in", built_in.in),
      out: columnNames("out", built_in.out),
      charge: columnNames("charge", built_in.charge),
      complete: columnNames("complete", built_in.complete),
    },
  };
}

function parseSettlement(text: string): ExceptionResolution {
  const matching_settlement = EXCEPTION_RESOLUTIONS.find((name) => name === text);
  if (!matching_settlement) throw new InvalidArgumentError(`It is one of ${EXCEPTION_RESOLUTIONS.join(", ")}.`);
  return matching_settlement;
}
