import type { Tx } from "#db/tx.ts";
import { assert, invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { ENTRY_DELAY_MAX_MS, findEntryPosition } from "#ledger/ledger.ts";
import { find } from "#resources/merchants/store.ts";
import { FEE_LINES, lineOf } from "./lines.ts";
import { periodOf } from "./rules.ts";
import {
  type BalanceStatementChannelView,
  type BalanceStatementLineView,
  type BalanceStatementView,
  STATEMENT_LINES,
  type StatementQuery,
} from "./schema.ts";
import { type EntrySum, sumEntries } from "./store.ts";

/** Returns the statement of a period in one currency (by default the merchant's own). Throws `bad_request`, `invalid`. */
export async function retrieveStatement(tx: Tx, scope: Scope, query: StatementQuery): Promise<BalanceStatementView> {
  const { currency: requested } = query;
  if (requested !== undefined && !isCurrency(requested)) {
    const message = `Kolo does not know the currency ${requested}`;
    throw invalid("currency", "unknown_currency", message, { currency: requested });
  }
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const time_zone = timeZoneOfMerchantRow(merchant);
  const { begins_at, ends_at, ...period } = periodOf(query, time_zone, tx.now);
  const currency = requested ?? merchant.currency;
  const [first, end] = await Promise.all([
    findEntryPosition(tx, scope, begins_at),
    findEntryPosition(tx, scope, ends_at),
  ]);
  const books = { ...scope, currency };
  const [before, within] = await Promise.all([
    sumEntries(tx, books, { first: 0n, end: first }),
    sumEntries(tx, books, { first, end }),
  ]);
  const opening_balance = sumOf(before, ({ available, reserved }) => available + reserved);
  const opening_reserved = sumOf(before, ({ reserved }) => reserved);
  return {
    ...{ currency, environment: scope.environment, business: merchant.name, ...period, time_zone, begins_at, ends_at },
    is_final: tx.now >= plus(ends_at, ENTRY_DELAY_MAX_MS),
    ...{ opening_balance, opening_reserved },
    closing_balance: opening_balance + sumOf(within, ({ available, reserved }) => available + reserved),
    closing_reserved: opening_reserved + sumOf(within, ({ reserved }) => reserved),
    ...totalsOf(within),
    channels: channelsOf(within),
    created_at: tx.now,
  };
}

/** The sums by line, and their totals. */
function totalsOf(sums: readonly EntrySum[]): Omit<BalanceStatementChannelView, "channel"> {
  const moved = sums.filter(hasLine);
  const by_line = Map.groupBy(moved, ({ kind, subject_prefix }) => lineOf(kind, subject_prefix));
  const lines = STATEMENT_LINES.flatMap((line): BalanceStatementLineView[] => {
    const parts = by_line.get(line);
    return parts ? [{ line, ...addUp(parts) }] : [];
  });
  const is_fee = ({ line }: BalanceStatementLineView): boolean => FEE_LINES.includes(line);
  return { ...addUp(moved), fees: sumOf(lines.filter(is_fee), ({ amount_out }) => amount_out), lines };
}

function channelsOf(sums: readonly EntrySum[]): BalanceStatementChannelView[] {
  const by_channel = Map.groupBy(sums.filter(hasLine), ({ channel }) => channel);
  // Movements over no channel come last.
  const channels = [...by_channel.keys()].sort((one, other) =>
    one === null ? 1 : other === null ? -1 : one < other ? -1 : 1,
  );
  return channels.map((channel) => ({ channel, ...totalsOf(by_channel.get(channel) ?? []) }));
}

const hasLine = ({ kind, subject_prefix }: EntrySum): boolean => lineOf(kind, subject_prefix) !== null;

function addUp(sums: readonly EntrySum[]): Omit<BalanceStatementLineView, "line"> {
  return {
    count: Number(sumOf(sums, ({ count }) => count)),
    amount_in: sumOf(sums, ({ amount_in }) => amount_in),
    amount_out: sumOf(sums, ({ amount_out }) => amount_out),
  };
}

function sumOf<Row>(rows: readonly Row[], amountOf: (row: Row) => bigint): bigint {
  return rows.reduce((sum, row) => sum + amountOf(row), 0n);
}
