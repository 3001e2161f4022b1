import { appendFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import {
  type BulkTransferCheck,
  type BulkTransferDetails,
  type FieldErrors,
  type FileOptions,
  Kolo,
  KoloError,
} from "../sdk/src/index.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import { followBulk, isWaiting, retrieveOutcomes } from "./follow-bulk.ts";
import { readInput } from "./read-input.ts";
import { sendBulk } from "./send-bulk.ts";
import { INTERACTIVE_PATIENCE_MS, UsageError } from "./usage.ts";

/** The help text of `kolo bulk`. */
export const BULK_USAGE = `Usage: kolo bulk send <file> [options]              CSV, or a workbook (.xlsx)
       kolo bulk follow <id> [--wait] [--results <file>] [--json]
       kolo bulk cancel <id>                             cancels what was not sent yet

  --currency <code>     the currency of all amounts (default: XAF)
  --description <text>  the purpose of the payment
  --channel <id>        the channel of rows that have none (default: cm.mobile)
  --at <moment>         send it then, and not now: 2026-03-31T09:00:00+01:00
  --reserve <when>      with --at: hold the money now (default), or at_due
  --allow-duplicates    send although transfers of the same amount and payee were sent before
  --dry-run             show the sums, fees and errors, and send nothing
  --yes                 send without asking for confirmation
  --wait                wait for a second person's approval and for the moment of --at, too
  --results <file>      the file for the results (default: <file>.results.csv, or <id>.results.csv)
  --json                print JSON, for programs`;

const ERRORS_SHOWN_MAX = 20;

/**
 * `kolo bulk send people.csv`: checks the file, prints totals, fees, errors and possible duplicates, asks for
 * confirmation and sends once. It then polls until every transfer has ended. If the bulk needs approval, the command
 * ends at once, or waits with `--wait`; `kolo bulk follow btr_…` continues polling. Throws an `Error` whose message is
 * printed for the user.
 */
export async function runBulkCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      currency: { type: "string", default: "XAF" },
      description: { type: "string" },
      channel: { type: "string" },
      at: { type: "string" },
      reserve: { type: "string" },
      "allow-duplicates": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      wait: { type: "boolean", default: false },
      results: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [verb, path] = positionals;
  if (verb === undefined || !["send", "follow", "cancel"].includes(verb) || path === undefined) {
    throw new UsageError("Say which file to send, or which bulk to follow or to cancel");
  }
  const timing = timingOf(values);
  const credentials = readCredentials();
  if (verb === "cancel") {
    await new Kolo(credentials).bulk_transfers.cancel(path);
    return newPrinter(values.json)(`What was not sent yet of ${path} is canceled`);
  }
  if (verb === "follow") return followToEnd(credentials, path, values.results ?? `${path}.results.csv`, values);
  // Send the file unchanged: only the service parses files, and its errors refer to the original lines.
  const bytes = await readInput(path);
  const { currency, description, channel } = values;
  const query = {
    currency,
    ...(description === undefined ? {} : { description }),
    ...(channel === undefined ? {} : { channel }),
    ...timing,
    ...(values["allow-duplicates"] ? { allow_duplicate: true } : {}),
  };
  const print = newPrinter(values.json);

  const lines = await readRowLines(credentials, bytes);
  const check = await checkFile(credentials, bytes, query, lines);
  describeCheck(check, lines, print);
  if (values["dry-run"] && values.json) process.stdout.write(`${JSON.stringify(check)}\n`);
  if (Object.keys(check.errors).length > 0) throw new Error("Nothing was sent: mend the lines above and try again");
  if (!check.is_enough && timing.reserve_funds !== "at_due")
    throw new Error("Nothing was sent: the balance does not cover the sum");
  if (values["dry-run"]) return print("Nothing was sent: this was a dry run");
  if (!values.yes && !(await confirm(check))) throw new Error("Nothing was sent");

  const results = values.results ?? join(dirname(path), `${basename(path, ".csv")}.results.csv`);
  // Check first that the results file is writable. Otherwise the outcomes would be lost after the sending.
  await appendFile(results, "").catch((cause: unknown) => {
    throw new Error(`Nothing was sent: ${results} cannot be written; name another file with --results`, { cause });
  });
  const id = await sendBulk(credentials, bytes, query, { print: (text) => void process.stderr.write(`${text}\n`) });
  print(`Sent as ${id}`);
  if (timing.scheduled_at !== undefined && !values.wait) {
    if (values.json) process.stdout.write(`${JSON.stringify({ id, scheduled_at: timing.scheduled_at })}\n`);
    return print(`It is due at ${timing.scheduled_at}; follow it then with \`kolo bulk follow ${id}\``);
  }
  await followToEnd(credentials, id, results, values);
}

/** Returns the due time from the flags. The service validates it. */
function timingOf({ at, reserve }: { readonly at?: string | undefined; readonly reserve?: string | undefined }): {
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
} {
  if (reserve !== undefined && reserve !== "now" && reserve !== "at_due")
    throw new UsageError("Enter now or at_due after --reserve");
  if (reserve !== undefined && at === undefined) throw new UsageError("--reserve needs --at");
  return {
    ...(at === undefined ? {} : { scheduled_at: at }),
    ...(reserve === undefined ? {} : { reserve_funds: reserve }),
  };
}

interface FollowFlags {
  readonly wait: boolean;
  readonly json: boolean;
}

/** Polls the bulk to its end, writes the results file and prints the totals. */
async function followToEnd(
  credentials: Credentials,
  id: string,
  results: string,
  { wait, json }: FollowFlags,
): Promise<void> {
  const print = newPrinter(json);
  const ended = await followBulk(credentials, id, { waits: wait, print });
  if (isWaiting(ended)) {
    if (json) process.stdout.write(`${JSON.stringify({ id, approval: "waiting", ...ended.progress })}\n`);
    return;
  }
  await writeResults(await retrieveOutcomes(credentials, id), results);
  if (json) process.stdout.write(`${JSON.stringify({ id, results, ...ended.progress })}\n`);
  const { complete = 0, failed = 0, canceled = 0 } = ended.progress;
  print(`✓ complete ${complete}   ✗ failed ${failed}   – canceled ${canceled}\nEach one is in ${results}`);
  if (failed > 0) process.exitCode = 1;
}

/** Prints for people on stdout; with `--json` on stderr, because programs read stdout. */
function newPrinter(json: boolean): (text: string) => void {
  return (text) => void (json ? process.stderr : process.stdout).write(`${text}\n`);
}

/** Returns the line of the file on which each entry begins. */
async function readRowLines(credentials: Credentials, bytes: Uint8Array): Promise<readonly number[]> {
  try {
    const file = await new Kolo(credentials).bulk_transfers.readFile(bytes, { patience_ms: INTERACTIVE_PATIENCE_MS });
    return file.rows.map(({ line }) => line);
  } catch (error) {
    throw notSentError(error, []);
  }
}

async function checkFile(
  credentials: Credentials,
  bytes: Uint8Array,
  query: FileOptions,
  lines: readonly number[],
): Promise<BulkTransferCheck> {
  try {
    return await new Kolo(credentials).bulk_transfers.checkCsv(bytes, query, { patience_ms: INTERACTIVE_PATIENCE_MS });
  } catch (error) {
    throw notSentError(error, lines);
  }
}

/** Prints the file's errors line by line. Returns the error with which the command ends. */
function notSentError(error: unknown, lines: readonly number[]): unknown {
  if (!(error instanceof KoloError)) return error;
  const messages = errorLines(error.errors, lines);
  for (const line of messages) process.stderr.write(`${line}\n`);
  const reason = messages.length > 0 ? "the file has mistakes" : error.message;
  return new Error(`Nothing was sent: ${reason}`, { cause: error });
}

function describeCheck(check: BulkTransferCheck, lines: readonly number[], print: (text: string) => void): void {
  const money = (amount: number): string => `${check.currency} ${amount.toLocaleString("en")}`;
  const balance_after = check.available - check.total_amount - check.total_fee;
  for (const [name, value] of [
    ["transfers", check.total_transfers.toLocaleString("en")],
    ["amounts", money(check.total_amount)],
    ["fees", money(check.total_fee)],
    ["balance", money(check.available)],
    ["left after", money(balance_after)],
  ]) {
    print(`${name?.padEnd(12)}${value?.padStart(20)}`);
  }
  if (check.needs_approval) print("a second person must agree in the dashboard before any of it goes out");
  for (const line of errorLines(check.errors, lines)) print(line);
  const within = check.repeats.map(
    ({ entry, first }) =>
      `line ${lines[entry]}: the same number or account and the same amount as line ${lines[first]}`,
  );
  const before = check.duplicates.map(
    ({ entry, transfer }) =>
      `line ${lines[entry]}: the same number or account got the same amount within a day (${transfer})`,
  );
  for (const messages of [within, before]) {
    for (const line of messages.slice(0, ERRORS_SHOWN_MAX)) print(line);
    if (messages.length > ERRORS_SHOWN_MAX) print(`… and ${messages.length - ERRORS_SHOWN_MAX} more like it`);
  }
}

/** Replaces the entry index in `transfers.3.amount: …` by the line in the file. */
function errorLines(errors: FieldErrors, lines: readonly number[]): readonly string[] {
  const messages = Object.entries(errors).map(([field, texts]) => {
    const [, row, name] = /^transfers\.(\d+)\.(.+)$/.exec(field) ?? [];
    const location = row === undefined ? field : `line ${lines[Number(row)]}: ${name}`;
    // Messages about the whole file already contain the line number.
    return field === "file" ? texts.join("; ") : `${location}: ${texts.join("; ")}`;
  });
  if (messages.length <= ERRORS_SHOWN_MAX) return messages;
  return [...messages.slice(0, ERRORS_SHOWN_MAX), `… and ${messages.length - ERRORS_SHOWN_MAX} more`];
}

async function confirm({ total_transfers, total_amount, total_fee, currency }: BulkTransferCheck): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error("Nothing was sent: say --yes where nobody can be asked");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const sum = (total_amount + total_fee).toLocaleString("en");
  const answer = await prompt.question(`Send ${total_transfers} transfers for ${currency} ${sum} in all? [y/N] `);
  prompt.close();
  return /^(y|yes|o|oui)$/i.test(answer.trim());
}

async function writeResults({ id, transfers }: BulkTransferDetails, path: string): Promise<void> {
  const columns = [
    "reference",
    "id",
    "amount",
    "fee",
    "status",
    "completed_at",
    "failure_code",
    "failure_reason",
  ] as const;
  const lines = transfers.map((transfer) => columns.map((name) => cell(transfer[name])).join(","));
  await writeFile(path, `${[columns.join(","), ...lines].join("\n")}\n`).catch((cause: unknown) => {
    throw new Error(
      `All of ${id} has ended, and ${path} cannot be written: \`kolo bulk follow ${id} --results <file>\` writes it anew`,
      { cause },
    );
  });
}

// Matches formula signs at the start of a cell, and after any character that ends a cell in some spreadsheet. The
// service's exports use the same rule.
const FORMULA = /(^|[,;|:\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])|([^\S\t\r\n]"*)(?=[=+@＝＋＠]|[-－]\S)/g;

/** Escapes a CSV cell: quotes it if necessary, and neutralizes formulas. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const safe = text.replace(FORMULA, "$1$2$3'");
  return /[",;|\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
