import { type Command, InvalidArgumentError, Option } from "commander";
import type { Config } from "#config.ts";
import { listBalances, listEntries } from "#ledger/ledger.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseAmount,
  parseCurrency,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
import type { Printer } from "#operator/printer.ts";
import { adjustBalance } from "#resources/corrections/adjust.ts";
import type { CorrectionOrder } from "#resources/corrections/book.ts";
import { approveCorrection, rejectCorrection } from "#resources/corrections/decide.ts";
import { reverseEntry } from "#resources/corrections/reverse.ts";
import { ADJUSTMENT_ACCOUNTS, type AdjustmentAccount, type CorrectionRow } from "#resources/corrections/schema.ts";
import { list } from "#resources/corrections/store.ts";
import { topUp } from "#resources/corrections/top-up.ts";

const ENTRIES_LISTED_MAX = 100;
const CORRECTIONS_LISTED_MAX = 500;

export function addFundsCommands(program: Command): void {
  const funds = program
    .command("funds")
    .description("manage money received outside of payments, and correct the books");
  addTopUp(funds);
  addEntries(funds);
  addReversal(funds);
  addAdjustment(funds);
  addCorrections(funds);
}

function addTopUp(funds: Command): void {
  scopeOptions(funds.command("add"))
    .description("add test money, or a top-up that has been received, to a merchant's balance")
    .requiredOption("--amount <number>", "in the currency's smallest unit", parseAmount)
    .option("--currency <code>", "three-letter code", parseCurrency, "XAF")
    .option(
      "--note <text>",
      "the reason, such as the bank's reference of the top-up; required if a second person must approve",
    )
    .action((options: ScopeOptions & { amount: bigint; currency: string; note?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const scope = await findScope(db, options);
        const funding = { scope, currency: options.currency, amount: options.amount, note: options.note ?? null };
        const order = { actor: platformOperatorActor(), dual_control_above: config.funds_dual_control_above };
        const { proposal, balances } = await db.engine(async (tx) => ({
          proposal: await topUp(tx, funding, order),
          balances: await listBalances(tx, scope),
        }));
        if (proposal === null) print.rows(balances, ["currency", "available", "reserved"]);
        else printCorrection(print, proposal);
      }),
    );
}

function addEntries(funds: Command): void {
  scopeOptions(funds.command("entries"))
    .description("show the latest entries of a merchant's ledger, with their numbers")
    .option("--before <number>", "entries with a lower number", parseEntry)
    .action((options: ScopeOptions & { before?: bigint }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const page = { before: options.before ?? null, limit: ENTRIES_LISTED_MAX };
        const rows = await db.engine((tx) => listEntries(tx, scope, page));
        print.rows(rows, ["id", "kind", "subject", "debit", "credit", "amount", "currency", "created_at"]);
      }),
    );
}

interface CorrectionOptions extends ScopeOptions {
  readonly reason: string;
  readonly document: string;
  readonly asDebt: boolean;
}

function correctionOptions(command: Command): Command {
  return scopeOptions(command)
    .requiredOption("--reason <text>", "the reason, for the audit log and the merchant")
    .requiredOption("--document <reference>", "the reference of the document, such as the bank's advice")
    .option("--as-debt", "let the merchant owe what its balance lacks; without it, the correction is refused", false);
}

function orderOf({ reason, document, asDebt }: CorrectionOptions, config: Config): CorrectionOrder {
  const dual_control_above = config.funds_dual_control_above;
  return { reason, document, as_debt: asDebt, actor: platformOperatorActor(), dual_control_above };
}

function addReversal(funds: Command): void {
  correctionOptions(funds.command("reverse"))
    .description("take an entry back: the same amount moves the other way in a new entry")
    .argument("<entry>", "the number of the entry, as `funds entries` shows it", parseEntry)
    .action((entry: bigint, options: CorrectionOptions, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const scope = await findScope(db, options);
        printCorrection(print, await db.engine((tx) => reverseEntry(tx, scope, entry, orderOf(options, config))));
      }),
    );
}

interface AdjustmentOptions extends CorrectionOptions {
  readonly direction: "in" | "out";
  readonly amount: bigint;
  readonly currency: string;
  readonly account: AdjustmentAccount;
}

function addAdjustment(funds: Command): void {
  correctionOptions(funds.command("adjust"))
    .description("move money between a merchant's balance and an account of the house, for a document")
    .addOption(
      new Option("--direction <direction>", "in: to the merchant's balance")
        .choices(["in", "out"])
        .makeOptionMandatory(),
    )
    .requiredOption("--amount <number>", "in the currency's smallest unit", parseAmount)
    .option("--currency <code>", "three-letter code", parseCurrency, "XAF")
    .addOption(
      new Option("--account <name>", "the account of the house").choices(ADJUSTMENT_ACCOUNTS).default("suspense"),
    )
    .action((options: AdjustmentOptions, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const scope = await findScope(db, options);
        const order = orderOf(options, config);
        printCorrection(print, await db.engine((tx) => adjustBalance(tx, scope, options, order)));
      }),
    );
}

function addCorrections(funds: Command): void {
  funds
    .command("corrections")
    .description("show the corrections and top-ups that wait for a second platform operator, oldest first")
    .option("--all", "include booked and rejected ones, newest first", false)
    .action((options: { all: boolean }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => list(tx, options.all, CORRECTIONS_LISTED_MAX));
        const columns = ["id", "kind", "corrects", "merchant", "environment", "debit", "credit", "amount", "currency"];
        print.rows(rows, [
          ...columns,
          "reason",
          "document",
          "requested_by",
          ...(options.all ? ["state", "decided_by"] : []),
        ]);
      }),
    );
  funds
    .command("approve")
    .description("book a correction or a top-up that another platform operator proposed")
    .argument("<id>", "the id of the correction (cor_…)")
    .action((id: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        printCorrection(print, await db.engine((tx) => approveCorrection(tx, id, platformOperatorActor())));
      }),
    );
  funds
    .command("reject")
    .description("reject a correction that waits; nothing is booked")
    .argument("<id>", "the id of the correction (cor_…)")
    .requiredOption("--reason <text>", "the reason, for the audit log")
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        printCorrection(print, await db.engine((tx) => rejectCorrection(tx, id, platformOperatorActor(), reason)));
      }),
    );
}

export function printCorrection(print: Printer, row: CorrectionRow): void {
  const sentences = {
    proposed: `${row.id} waits for a second platform operator: kolo funds approve ${row.id}`,
    booked: `${row.id} is booked: ${row.amount} ${row.currency} from ${row.debit} to ${row.credit}`,
    rejected: `${row.id} is rejected: nothing was booked`,
  };
  const debt = row.advanced > 0n ? `; the merchant owes ${row.advanced} ${row.currency} of it` : "";
  print.message(`${sentences[row.state]}${debt}`, row);
}

function parseEntry(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new InvalidArgumentError("It is the number of an entry, such as 1042.");
  return BigInt(text);
}
