#!/usr/bin/env node
import { spawn } from "node:child_process";
import { join } from "node:path";
import { BULK_USAGE, runBulkCommand } from "./bulk.ts";
import { INVOICES_USAGE, runInvoicesCommand } from "./invoices.ts";
import { LISTEN_USAGE, listen } from "./listen.ts";
import { PAYMENTS_USAGE, runPaymentsCommand } from "./payments.ts";
import { runSchedulesCommand, SCHEDULES_USAGE } from "./schedules.ts";
import { runStatementCommand, STATEMENT_USAGE } from "./statement.ts";
import { isUsageError } from "./usage.ts";

/**
 * The entry point of the command line. Merchants' commands are imported here and call the API. Platform operators'
 * commands need the database, so they belong to the server and run as a separate process.
 *
 * A merchant's command prints the service's messages as they arrive: they are for people. It decides by the error's `kind`
 * alone, so a change of a message changes no behaviour.
 */
const MERCHANT_COMMANDS_HELP = `Merchant's commands (use KOLO_URL, KOLO_PUBLIC_KEY and KOLO_PRIVATE_KEY, or the demo's keys):
  listen [--events <types>]       receive events on this machine, check their signatures and print them
  bulk send <file.csv>            pay the people in a file: check, confirm, send, follow, and write the results
  bulk follow <id>                continue to follow a bulk that was sent
  bulk cancel <id>                cancel what was not sent yet
  invoices <verb>                 bill a payer: create, list, show, payments, pay, cancel
  payments <verb>                 collect, and share what is paid: create, parts, release, received
  schedules <verb>                pay a list repeatedly: create, preview, list, show, runs, pause, resume, delete
  statement [<month>]             print a month's opening balance, movements and closing balance
`;

interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[]) => Promise<void>;
}

const MERCHANT_COMMANDS: Readonly<Record<string, Command>> = {
  listen: { usage: LISTEN_USAGE, run: listen },
  bulk: { usage: BULK_USAGE, run: runBulkCommand },
  invoices: { usage: INVOICES_USAGE, run: runInvoicesCommand },
  payments: { usage: PAYMENTS_USAGE, run: runPaymentsCommand },
  schedules: { usage: SCHEDULES_USAGE, run: runSchedulesCommand },
  statement: { usage: STATEMENT_USAGE, run: runStatementCommand },
};
const HELP_WORDS = ["help", "--help", "-h"];
// The usual exit code for wrong usage; the platform operators' commands use it, too.
const EXIT_WRONG_USAGE = 2;

const args = process.argv.slice(2);
const is_help = args.some((arg, index) => HELP_WORDS.includes(arg) && (index === 0 || arg !== "help"));
const name = args.find((arg) => !HELP_WORDS.includes(arg));
const command = name === undefined ? undefined : MERCHANT_COMMANDS[name];

if (command && is_help) {
  process.stdout.write(`${command.usage}\n`);
} else if (command) {
  await command.run(args.slice(1)).catch((error: Error) => {
    process.stderr.write(`kolo: ${error.message}\n`);
    if (isUsageError(error)) process.stderr.write(`\n${command.usage}\n`);
    process.exitCode = isUsageError(error) ? EXIT_WRONG_USAGE : 1;
  });
} else {
  if (name === undefined) process.stdout.write(`${MERCHANT_COMMANDS_HELP}\n`);
  runServerCommand(args);
}

function runServerCommand(args: readonly string[]): void {
  const server = join(import.meta.dirname, "..", "server", "main.ts");
  const child = spawn(process.execPath, [server, ...args], { stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}
