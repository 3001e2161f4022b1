import { parseArgs } from "node:util";
import type { BalanceStatement, RetrieveBalanceStatementQuery } from "../sdk/src/index.ts";
import { UsageError } from "./usage.ts";
import { printOutput } from "./verbs.ts";

/** The help text of `kolo statement`. */
export const STATEMENT_USAGE = `Usage: kolo statement [<month>]                    such as 2026-10; by default the current month
       kolo statement --week <day>                  the week, from Monday, that has this day
       kolo statement --from <day> --to <day>       a range of up to 366 days

  --currency <code>     another currency than the merchant's own
  --json                print JSON, for programs`;

/** `kolo statement …`: the balance and the movements of a period. Throws an `Error` whose message is printed for the user. */
export async function runStatementCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ week: { type: "string" }, from: { type: "string" }, to: { type: "string" } },
      ...{ currency: { type: "string" }, json: { type: "boolean", default: false } },
    },
  });
  const { currency, json } = values;
  const query = { ...periodOf(positionals, values), ...(currency === undefined ? {} : { currency }) };
  await printOutput(async (kolo) => {
    const statement = await kolo.balance.statement(query);
    return { text: statementText(statement), json: statement };
  }, json);
}

function periodOf(
  [month, ...others]: readonly string[],
  { week, from, to }: { readonly week?: string; readonly from?: string; readonly to?: string },
): RetrieveBalanceStatementQuery {
  const choices = [month, week, from ?? to].filter((choice) => choice !== undefined);
  if (choices.length > 1 || others.length > 0) throw new UsageError("Choose one period");
  if (week !== undefined) return { period: "week", date: week };
  if (from !== undefined || to !== undefined) {
    if (from === undefined || to === undefined) throw new UsageError("A range has --from and --to");
    return { date_start: from, date_end: to };
  }
  if (month === undefined) return { period: "month" };
  if (!/^\d{4}-\d{2}$/.test(month)) throw new UsageError("Enter a month as 2026-10");
  return { period: "month", date: `${month}-01` };
}

/** The statement as aligned columns, with amounts in the currency's smallest unit. */
export function statementText(statement: BalanceStatement): string {
  const { business, environment, currency, date_start, date_end, time_zone, is_final } = statement;
  const amount = (value: number): string => (value === 0 ? "" : value.toLocaleString("en"));
  const net = ({ amount_in, amount_out }: { amount_in: number; amount_out: number }): [string, string] => [
    amount(amount_in),
    amount(amount_out),
  ];
  const balance = (value: number): readonly string[] => ["", "", value.toLocaleString("en")];
  const rows: (readonly string[])[] = [
    ["", "In", "Out", `Balance (${currency})`],
    ["Opening balance", ...balance(statement.opening_balance)],
    ...statement.lines.map((line) => [`  ${named(line.line)} (${line.count})`, ...net(line), ""]),
    ["Closing balance", ...net(statement), statement.closing_balance.toLocaleString("en")],
    ["  of which reserved", ...balance(statement.closing_reserved)],
    ...statement.channels.map((channel) => [
      `  ${channel.channel ?? "no channel"} (${channel.count})`,
      ...net(channel),
      "",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const heading = `${business} (${environment}), ${date_start} to ${date_end}, ${time_zone}`;
  const by_channel = lines.length - statement.channels.length;
  return [
    is_final ? heading : `${heading}: not over yet`,
    ...lines.slice(0, by_channel),
    ...(statement.channels.length > 0 ? ["By channel", ...lines.slice(by_channel)] : []),
  ].join("\n");
}

/** A line's name in words: `payment_fees` as `Payment fees`. */
function named(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1).replaceAll("_", " ")}`;
}
