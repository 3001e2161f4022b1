import { appendFile, readFile, writeFile } from "node:fs/promises";
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
import { follow, isWaiting, outcomes } from "./follow.ts";
import { send } from "./send.ts";
import { ASKED_PATIENCE_MS, WrongUsage } from "./usage.ts";

/** The help text of `kolo bulk`. */
export const BULK_USAGE = `Usage: kolo bulk send <file> [options]              CSV, or a workbook (.xlsx)
       kolo bulk follow <id> [--wait] [--results <file>] [--json]

  --currency <code>     of all amounts (default: XAF)
  --description <text>  what the payment is for
  --channel <id>        for rows that name none (default: cm.mobile)
  --dry-run             show what would happen, and send nothing
  --yes                 do not ask
  --wait                where a second person must agree, wait for that, too
  --results <file>      what became of each (default: <file>.results.csv, or <id>.results.csv)
  --json                print JSON, for machines`;

const TROUBLES_SHOWN = 20;

/**
 * `kolo bulk send people.csv`: checks the file, prints totals, fees, errors and possible duplicates, asks for confirmation
 * and sends once. It then polls until every transfer has ended. For a bulk that waits for approval, it ends at once, or waits
 * with `--wait`. `kolo bulk follow btr_…` continues the polling. Throws an `Error` with a sentence for people.
 */
export async function bulk(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      currency: { type: "string", default: "XAF" },
      description: { type: "string" },
      channel: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      wait: { type: "boolean", default: false },
      results: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [verb, path] = positionals;
  if ((verb !== "send" && verb !== "follow") || path === undefined) {
    throw new WrongUsage("Say which file to send, or which bulk to follow");
  }
  const credentials = readCredentials();
  if (verb === "follow") return toItsEnd(credentials, path, values.results ?? `${path}.results.csv`, values);
  // Sent unchanged: only the service parses files, and its errors refer to what it read.
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`There is no file ${path} that can be read`, { cause });
  });
  const { currency, description, channel } = values;
  const query = {
    currency,
    ...(description === undefined ? {} : { description }),
    ...(channel === undefined ? {} : { channel }),
  };
  const say = teller(values.json);

  const lines = await linesIn(credentials, bytes);
  const check = await look(credentials, bytes, query, lines);
  describe(check, lines, say);
  if (values["dry-run"] && values.json) process.stdout.write(`${JSON.stringify(check)}\n`);
  if (Object.keys(check.errors).length > 0) throw new Error("Nothing was sent: mend the lines above and try again");
  if (!check.is_enough) throw new Error("Nothing was sent: the balance does not cover the sum");
  if (values["dry-run"]) return say("Nothing was sent: this was a dry run");
  if (!values.yes && !(await confirm(check))) throw new Error("Nothing was sent");

  const results = values.results ?? join(dirname(path), `${basename(path, ".csv")}.results.csv`);
  // A results file that cannot be written must prevent the sending: the outcomes would be lost.
  await appendFile(results, "").catch((cause: unknown) => {
    throw new Error(`Nothing was sent: ${results} cannot be written; name another file with --results`, { cause });
  });
  const id = await send(credentials, bytes, query, { say: (text) => void process.stderr.write(`${text}\n`) });
  say(`Sent as ${id}`);
  await toItsEnd(credentials, id, results, values);
}

interface Manner {
  readonly wait: boolean;
  readonly json: boolean;
}

/** Polls the bulk to its end, writes the results file and prints the totals. */
async function toItsEnd(credentials: Credentials, id: string, results: string, { wait, json }: Manner): Promise<void> {
  const say = teller(json);
  const ended = await follow(credentials, id, { waits: wait, say });
  if (isWaiting(ended)) {
    if (json) process.stdout.write(`${JSON.stringify({ id, approval: "waiting", ...ended.progress })}\n`);
    return;
  }
  await writeResults(await outcomes(credentials, id), results);
  if (json) process.stdout.write(`${JSON.stringify({ id, results, ...ended.progress })}\n`);
  const { complete = 0, failed = 0, canceled = 0 } = ended.progress;
  say(`✓ complete ${complete}   ✗ failed ${failed}   – canceled ${canceled}\nEach one is in ${results}`);
  if (failed > 0) process.exitCode = 1;
}

/** Prints for people on stdout; with `--json` on stderr, because programs read stdout. */
function teller(json: boolean): (text: string) => void {
  return (text) => void (json ? process.stderr : process.stdout).write(`${text}\n`);
}

/** The line of the file on which each entry begins. */
async function linesIn(credentials: Credentials, bytes: Uint8Array): Promise<readonly number[]> {
  try {
    const file = await new Kolo(credentials).bulk_transfers.readFile(bytes, { patience_ms: ASKED_PATIENCE_MS });
    return file.rows.map(({ line }) => line);
  } catch (error) {
    throw notSent(error, []);
  }
}

async function look(
  credentials: Credentials,
  bytes: Uint8Array,
  query: FileOptions,
  lines: readonly number[],
): Promise<BulkTransferCheck> {
  try {
    return await new Kolo(credentials).bulk_transfers.checkCsv(bytes, query, { patience_ms: ASKED_PATIENCE_MS });
  } catch (error) {
    throw notSent(error, lines);
  }
}

/** Prints the errors of the file line by line, and returns the error that ends the command. */
function notSent(error: unknown, lines: readonly number[]): unknown {
  if (!(error instanceof KoloError)) return error;
  const told = troubles(error.errors, lines);
  for (const line of told) process.stderr.write(`${line}\n`);
  const reason = told.length > 0 ? "the file has mistakes" : error.message;
  return new Error(`Nothing was sent: ${reason}`, { cause: error });
}

function describe(check: BulkTransferCheck, lines: readonly number[], say: (text: string) => void): void {
  const money = (amount: number): string => `${check.currency} ${amount.toLocaleString("en")}`;
  const left = check.available - check.total_amount - check.total_fee;
  for (const [name, value] of [
    ["transfers", check.total_transfers.toLocaleString("en")],
    ["amounts", money(check.total_amount)],
    ["fees", money(check.total_fee)],
    ["balance", money(check.available)],
    ["left after", money(left)],
  ]) {
    say(`${name?.padEnd(12)}${value?.padStart(20)}`);
  }
  if (check.needs_approval) say("a second person must agree in the dashboard before any of it goes out");
  for (const line of troubles(check.errors, lines)) say(line);
  const within = check.repeats.map(
    ({ entry, first }) =>
      `line ${lines[entry]}: the same number or account and the same amount as line ${lines[first]}`,
  );
  const before = check.duplicates.map(
    ({ entry, transfer }) =>
      `line ${lines[entry]}: the same number or account got the same amount within a day (${transfer})`,
  );
  for (const told of [within, before]) {
    for (const line of told.slice(0, TROUBLES_SHOWN)) say(line);
    if (told.length > TROUBLES_SHOWN) say(`… and ${told.length - TROUBLES_SHOWN} more like it`);
  }
}

/** Replaces the entry index in `transfers.3.amount: …` by the line in the file. */
function troubles(errors: FieldErrors, lines: readonly number[]): readonly string[] {
  const told = Object.entries(errors).map(([field, texts]) => {
    const [, place, name] = /^transfers\.(\d+)\.(.+)$/.exec(field) ?? [];
    const where = place === undefined ? field : `line ${lines[Number(place)]}: ${name}`;
    // Errors about the whole file already name the line.
    return field === "file" ? texts.join("; ") : `${where}: ${texts.join("; ")}`;
  });
  if (told.length <= TROUBLES_SHOWN) return told;
  return [...told.slice(0, TROUBLES_SHOWN), `… and ${told.length - TROUBLES_SHOWN} more`];
}

async function confirm({ total_transfers, total_amount, total_fee, currency }: BulkTransferCheck): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error("Nothing was sent: say --yes where nobody can be asked");
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const sum = (total_amount + total_fee).toLocaleString("en");
  const answer = await asked.question(`Send ${total_transfers} transfers for ${currency} ${sum} in all? [y/N] `);
  asked.close();
  return /^(y|yes|o|oui)$/i.test(answer.trim());
}

async function writeResults({ id, transfers }: BulkTransferDetails, path: string): Promise<void> {
  const columns = ["reference", "id", "amount", "fee", "status", "completed_at", "failure_reason"] as const;
  const lines = transfers.map((transfer) => columns.map((name) => cell(transfer[name])).join(","));
  await writeFile(path, `${[columns.join(","), ...lines].join("\n")}\n`).catch((cause: unknown) => {
    throw new Error(
      `All of ${id} has ended, and ${path} cannot be written: \`kolo bulk follow ${id} --results <file>\` writes it anew`,
      { cause },
    );
  });
}

// Formula signs at the start of a cell and after any character that ends a cell in some spreadsheet, as in the service's
// exports.
const FORMULA = /(^|[,;|:\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])|([^\S\t\r\n]"*)(?=[=+@＝＋＠]|[-－]\S)/g;

/** Escapes a CSV cell: quotes it if necessary, and neutralizes formulas. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const safe = text.replace(FORMULA, "$1$2$3'");
  return /[",;|\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
