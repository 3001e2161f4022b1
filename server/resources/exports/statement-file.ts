import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { retrieveStatement } from "#resources/statements/retrieve.ts";
import type { BalanceStatementView, StatementLine, StatementQuery } from "#resources/statements/schema.ts";
import { type CsvFormat, escapeFormulas, formatAmount, quoteCell } from "./csv.ts";
import type { ExportLanguage } from "./headings.ts";

/** Reads a statement in one snapshot. Throws as `retrieveStatement` does. */
export function readStatement(
  readSnapshot: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>,
  scope: Scope,
  query: StatementQuery,
): Promise<BalanceStatementView> {
  return readSnapshot(scope, (tx) => retrieveStatement(tx, scope, query));
}

/**
 * A statement as CSV: the opening balance, a row per channel and line, and the closing balance. The columns of money in
 * and out add up to the statement's totals. Programs parse the headings: they must not change.
 */
export function statementCsv(statement: BalanceStatementView, { separator, language }: CsvFormat): string {
  const { date_start, date_end, currency, opening_balance, closing_balance, channels } = statement;
  const texts = TEXTS[language];
  const amount = (value: bigint): string => (value === 0n ? "" : formatAmount(value, currency));
  const balance = (name: string, value: bigint): readonly string[] => [
    ...[date_start, date_end, name, "", "", "", "", formatAmount(value, currency), currency],
  ];
  const moved = channels.flatMap(({ channel, lines }) =>
    lines.map(({ line, count, amount_in, amount_out }): readonly string[] => [
      ...[date_start, date_end, texts.lines[line], channel ?? "", String(count)],
      ...[amount(amount_in), amount(amount_out), "", currency],
    ]),
  );
  const rows = [
    texts.headings,
    balance(texts.opening, opening_balance),
    ...moved,
    balance(texts.closing, closing_balance),
  ];
  const lines = rows.map((cells) => cells.map((cell) => quoteCell(escapeFormulas(cell))).join(separator));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

interface Texts {
  readonly headings: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly lines: Readonly<Record<StatementLine, string>>;
}

const TEXTS: Readonly<Record<ExportLanguage, Texts>> = {
  en: {
    headings: ["From", "To", "Movement", "Channel", "Number", "In", "Out", "Balance", "Currency"],
    opening: "Opening balance",
    closing: "Closing balance",
    lines: {
      payments: "Payments received",
      payment_fees: "Fees on payments",
      refunds: "Refunds",
      transfers: "Transfers",
      transfer_fees: "Fees on transfers",
      withdrawals: "Withdrawals",
      top_ups: "Top-ups",
      parts_received: "Parts received from other businesses",
      parts_paid: "Parts paid to other businesses",
      parts_held: "Parts held for other businesses",
      corrections: "Corrections",
      debts: "Amounts owed and repaid",
    },
  },
  fr: {
    headings: ["Du", "Au", "Mouvement", "Canal", "Nombre", "Entrées", "Sorties", "Solde", "Devise"],
    opening: "Solde initial",
    closing: "Solde final",
    lines: {
      payments: "Paiements reçus",
      payment_fees: "Frais sur paiements",
      refunds: "Remboursements",
      transfers: "Transferts",
      transfer_fees: "Frais sur transferts",
      withdrawals: "Retraits",
      top_ups: "Dépôts",
      parts_received: "Parts reçues d’autres entreprises",
      parts_paid: "Parts versées à d’autres entreprises",
      parts_held: "Parts retenues pour d’autres entreprises",
      corrections: "Rectifications",
      debts: "Dettes et remboursements de dettes",
    },
  },
};
