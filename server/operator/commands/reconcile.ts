import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { invalid } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { startOfDayIn } from "#kernel/time-zone.ts";
import { operatorName } from "#operator/actor.ts";
import { currency, environment, merchantId, withContext } from "#operator/context.ts";
import { day, zone, zoneOfProviders } from "#operator/days.ts";
import { list as listAccounts, openSettings } from "#providers/connection-store.ts";
import { openExchange } from "#providers/exchange.ts";
import { mtn } from "#providers/mtn/mtn.ts";
import { listDrifts } from "#resources/reconciliation/balances.ts";
import { compareBalance, readBooks } from "#resources/reconciliation/compare-balance.ts";
import mappings from "#resources/reconciliation/mappings.json" with { type: "json" };
import { digestOf, type Mapping, readLines } from "#resources/reconciliation/read.ts";
import { reportOn } from "#resources/reconciliation/report.ts";
import { resolveException } from "#resources/reconciliation/resolve.ts";
import { SETTLEMENTS, type Settlement } from "#resources/reconciliation/schema.ts";
import { listOpen, listStatements } from "#resources/reconciliation/store.ts";
import { takeStatement } from "#resources/reconciliation/take.ts";
import { readTable } from "#spreadsheets/read-table.ts";

interface ImportOptions {
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
  readonly currency: string;
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly mapping?: string;
}

export function addReconcile(program: Command): void {
  const reconcile = program.command("reconcile").description("operators' own statements, compared with the books");

  reconcile
    .command("import")
    .description("take in a report of an operator's portal (.csv, .xlsx), compare it, and show its sums")
    .argument("<provider>", Object.keys(mappings).join(" or "))
    .argument("<file>", "its path")
    .option("-m, --merchant <id>", "of this merchant's own account; without it the operator's", merchantId)
    .option("-e, --environment <name>", "live", environment, "live")
    .option("--currency <code>", "three letters", currency, "XAF")
    .option("--from <day>", "YYYY-MM-DD, where the report begins; else with its first line", day)
    .option("--to <day>", "YYYY-MM-DD, the first day after it; else with its last line", day)
    .option(
      "--zone <name>",
      "time zone of its days and times, such as Africa/Douala; default: that of the network's country",
      zone,
    )
    .option("--mapping <path>", "a JSON file that says which columns hold what")
    .action((provider: string, file: string, options: ImportOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const bytes = readFileSync(file);
        const time_zone = options.zone ?? zoneOfProviders(provider);
        const startOf = (given: string | undefined) => (given === undefined ? null : startOfDayIn(time_zone, given));
        const mapping = mappingOf(provider, options.mapping);
        const lines = readLines(await readTable(bytes), mapping, options.currency, time_zone);
        const given = {
          ...{ provider, environment: options.environment, merchant: options.merchant ?? null, lines },
          ...{ name: basename(file), digest: digestOf(bytes), currency: options.currency },
          ...{ begins_at: startOf(options.from), ends_at: startOf(options.to), time_zone },
        };
        const { statement, report } = await db.engine(async (tx) => {
          const { id } = await takeStatement(tx, given, operatorName());
          return reportOn(tx, id);
        });
        print.record({ id: statement.id, ...report });
      }),
    );

  reconcile
    .command("list")
    .description("show the statements that were taken in")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
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
    .description("show a statement's sums beside the ledger's, and where each difference comes from")
    .argument("<statement>", "as the list shows it (stm_…)")
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        const { report } = await db.engine((tx) => reportOn(tx, id));
        print.record(report);
      }),
    );

  addExceptions(reconcile);
  addBalance(reconcile);
}

function addExceptions(reconcile: Command): void {
  reconcile
    .command("exceptions")
    .description("show what does not agree and waits for a decision")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        const lines = await db.engine(listOpen);
        const drifts = (await db.engine(listDrifts)).map(({ found_at, drift, ...row }) => ({
          ...{ ...row, exception: "balance", amount: drift, happened_at: found_at },
        }));
        const columns = ["id", "exception", "amount", "attempt", "merchant", "provider_id", "party", "happened_at"];
        print.rows([...lines, ...drifts], drifts.length > 0 ? [...columns, "connection", "since"] : columns);
      }),
    );

  reconcile
    .command("resolve")
    .description("book a difference on the merchant (correct), on the house (absorb), or not at all (ignore)")
    .argument("<id>", "as the exceptions show it (rec_…, dft_…)")
    .requiredOption("--as <decision>", SETTLEMENTS.join(", "), settlement)
    .requiredOption("--reason <text>", "why, for the log of privileged acts")
    .option("-m, --merchant <id>", "in whose books, for what is on the statement alone", merchantId)
    .action((id: string, options: { as: Settlement; reason: string; merchant?: Id<"mer"> }, command: Command) =>
      withContext(command, async (db, { print }) => {
        const decision = {
          ...{ resolution: options.as, note: options.reason, actor: operatorName() },
          merchant: options.merchant ?? null,
        };
        const row = await db.engine((tx) => resolveException(tx, id, decision));
        print.say("drift" in row ? `${id} is explained` : `${id} is resolved: ${options.as}`, row);
      }),
    );
}

/** An exit code besides 0 and those of every command: an account differs from the books. */
const DRIFTED = 3;

function addBalance(reconcile: Command): void {
  reconcile
    .command("balance")
    .description(
      "ask the operators what their accounts hold, and compare with the books, now; the service does so daily",
    )
    .option("--currency <code>", "three letters", currency, "XAF")
    .action((options: { currency: string }, command: Command) =>
      withContext(command, async (db, { print }) => {
        const provider = mtn();
        const rows = (await db.engine(listAccounts)).filter((row) => row.provider === provider.id && !row.retired_at);
        const { exchange, close } = openExchange();
        const compared: object[] = [];
        for (const row of rows) {
          const account = { id: row.id, settings: openSettings(row) };
          const of = { connection: row.id, currency: options.currency, environment: row.environment };
          const before = await db.engine((tx) => readBooks(tx, of));
          const held = await provider.balance?.(account, options.currency, exchange);
          if (held === null || held === undefined) compared.push({ ...of, drift: "(no answer)" });
          else {
            const comparison = await db.engine((tx) => compareBalance(tx, of, held, before));
            if (comparison.drift !== null && comparison.drift !== 0n) process.exitCode = DRIFTED;
            compared.push(comparison);
          }
        }
        await close();
        print.rows(compared, ["connection", "currency", "provider_balance", "book_balance", "drift"]);
      }),
    );
}

function mappingOf(provider: string, path: string | undefined): Mapping {
  const known = Object.entries(mappings).find(([name]) => name === provider)?.[1];
  if (!known) throw invalid("provider", `There is a mapping for ${Object.keys(mappings).join(" and ")}`);
  if (path === undefined) return known;
  const given: unknown = JSON.parse(readFileSync(path, "utf8"));
  const words = (name: string, usual: readonly string[]): readonly string[] => {
    const found: unknown = typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
    return Array.isArray(found) ? found.map(String) : usual;
  };
  return {
    ...{ provider_id: words("provider_id", known.provider_id), external_id: words("external_id", known.external_id) },
    ...{ amount: words("amount", known.amount), fee: words("fee", known.fee), status: words("status", known.status) },
    ...{
      direction: words("direction", known.direction),
      at: words("at", known.at),
      party: words("party", known.party),
    },
    ...{ in: words("in", known.in), out: words("out", known.out), complete: words("complete", known.complete) },
  };
}

function settlement(text: string): Settlement {
  const found = SETTLEMENTS.find((one) => one === text);
  if (!found) throw new InvalidArgumentError(`It is one of ${SETTLEMENTS.join(", ")}.`);
  return found;
}
