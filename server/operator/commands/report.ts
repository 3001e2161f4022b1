import { type Command, InvalidArgumentError, Option } from "commander";
import type { Id } from "#kernel/ids.ts";
import { toMajor } from "#kernel/money.ts";
import type { Environment } from "#kernel/scope.ts";
import { startOfDayIn } from "#kernel/time-zone.ts";
import { parseEnvironment, parseMerchantId, withDatabaseContext } from "#operator/command-context.ts";
import { defaultTimeZone, parseDay, parseTimeZone } from "#operator/date-options.ts";
import { PROFIT_PERIODS, type ProfitRow, readProfitReport } from "#resources/charges/profit-store.ts";
import { escapeFormulas, quoteCell } from "#resources/exports/csv.ts";

interface ReportOptions {
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
  readonly from: string;
  readonly to: string;
  readonly by: keyof typeof PROFIT_PERIODS;
  readonly zone?: string;
  readonly csv: boolean;
}

const COLUMNS = [
  "period",
  "merchant",
  "merchant_name",
  "channel",
  "currency",
  "fees",
  "charges",
  "taxes",
  "profit",
] as const;

export function addReportCommands(program: Command): void {
  const report = program.command("report").description("show figures of the books");
  report
    .command("profit")
    .description("show the fees less the providers' charges and taxes, by period, merchant, channel and currency")
    .requiredOption("--from <day>", "YYYY-MM-DD, the first day", parseDay)
    .requiredOption("--to <day>", "YYYY-MM-DD, the first day after", parseDay)
    .addOption(new Option("--by <period>", "the periods").choices(Object.keys(PROFIT_PERIODS)).default("month"))
    .option("--zone <name>", "time zone of the days; default: that of the networks' country", parseTimeZone)
    .option("-e, --environment <name>", "test or live", parseEnvironment, "live")
    .option("-m, --merchant <id>", "one merchant; default: all", parseMerchantId)
    .option("--csv", "as a file for spreadsheets, with amounts in whole units", false)
    .action(({ from, to, zone, csv, merchant, by, environment }: ReportOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print, writeOut }) => {
        const time_zone = zone ?? defaultTimeZone();
        const [begins_at, ends_at] = [startOfDayIn(time_zone, from), startOfDayIn(time_zone, to)];
        if (begins_at === null || ends_at === null || ends_at <= begins_at)
          throw new InvalidArgumentError("--to must be a later day than --from.");
        const query = { environment, merchant: merchant ?? null, begins_at, ends_at, by, time_zone };
        const rows = await db.longRead((tx) => readProfitReport(tx, query));
        if (csv) writeOut(formatProfitCsv(rows));
        else print.rows(rows, COLUMNS);
      }),
    );
}

/** Formats the report as CSV (RFC 4180), with an apostrophe before each formula in a name. */
export function formatProfitCsv(rows: readonly ProfitRow[]): string {
  const lines = rows.map((row) =>
    COLUMNS.map((column) => {
      const value = row[column];
      if (typeof value === "bigint") return toMajor(value, row.currency);
      return quoteCell(escapeFormulas(value ?? ""));
    }).join(","),
  );
  return `\uFEFF${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}
