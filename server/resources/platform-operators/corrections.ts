import type { Static } from "typebox";
import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Environment } from "#kernel/scope.ts";
import { ENTRY_KINDS, listEntries } from "#ledger/ledger.ts";
import { adjustBalance } from "#resources/corrections/adjust.ts";
import { approveCorrection, rejectCorrection } from "#resources/corrections/decide.ts";
import { reverseEntry } from "#resources/corrections/reverse.ts";
import type { CorrectionRow } from "#resources/corrections/schema.ts";
import { list } from "#resources/corrections/store.ts";
import { findMany } from "#resources/merchants/store.ts";
import { loadActorNames } from "./authorization.ts";
import { scopeOf } from "./merchant-scope.ts";
import type { AdjustmentOrder, CorrectionView, EntryView, Reversal } from "./schema.ts";

const ENTRIES_LISTED_MAX = 100;
/** The number of listed corrections: more than people can decide in a day. */
export const CORRECTIONS_LISTED_MAX = 500;

/** The platform operator who requests a correction, and the amount above which a second person must approve it. */
interface Sender {
  readonly actor: string;
  readonly dual_control_above: bigint;
}

/** Returns the latest entries of a merchant's ledger; with `before`, older ones. Throws `not_found`. */
export async function listEntryViews(
  tx: Tx,
  merchant: string,
  { environment = "live", before }: { readonly environment?: Environment; readonly before?: number },
): Promise<EntryView[]> {
  const scope = await scopeOf(tx, merchant, environment);
  const page = { before: before === undefined ? null : BigInt(before), limit: ENTRIES_LISTED_MAX };
  return (await listEntries(tx, scope, page)).map(
    ({ id, kind, subject, debit, credit, amount, currency, created_at }) => ({
      ...{ id: `${id}`, kind, subject, debit, credit, amount, currency, created_at },
      is_reversible: ENTRY_KINDS[kind].is_reversible,
    }),
  );
}

/** Reverses an entry, or proposes the reversal to a second person. Throws as `reverseEntry` does. */
export async function bookReversal(
  tx: Tx,
  params: Readonly<Record<string, string>>,
  { environment, as_debt = false, ...order }: Static<typeof Reversal> & Sender,
): Promise<CorrectionView> {
  const scope = await scopeOf(tx, params.id ?? "", environment);
  const entry = params.entry ?? "";
  if (!/^\d{1,18}$/.test(entry)) {
    throw new ServiceError("ledger_entry_not_found", `There is no entry ${entry} of this merchant`);
  }
  return present(tx, await reverseEntry(tx, scope, BigInt(entry), { ...order, as_debt }), order.actor);
}

/** Adjusts a balance, or proposes the adjustment to a second person. Throws as `adjustBalance` does. */
export async function bookAdjustment(
  tx: Tx,
  merchant: string,
  { environment, as_debt = false, ...order }: Static<typeof AdjustmentOrder> & Sender,
): Promise<CorrectionView> {
  const scope = await scopeOf(tx, merchant, environment);
  const adjustment = { ...order, amount: BigInt(order.amount) };
  return present(tx, await adjustBalance(tx, scope, adjustment, { ...order, as_debt }), order.actor);
}

export async function approve(tx: Tx, id: string, actor: string): Promise<CorrectionView> {
  return present(tx, await approveCorrection(tx, id, actor), actor);
}

export async function reject(tx: Tx, id: string, actor: string, reason: string): Promise<CorrectionView> {
  return present(tx, await rejectCorrection(tx, id, actor, reason), actor);
}

/** Returns the corrections that wait for a second person, the oldest first; or all corrections, the latest first. */
export async function listCorrectionViews(tx: Tx, is_all: boolean, reader: string): Promise<CorrectionView[]> {
  return presentAll(tx, await list(tx, is_all, CORRECTIONS_LISTED_MAX), reader);
}

async function present(tx: Tx, row: CorrectionRow, reader: string): Promise<CorrectionView> {
  const [view] = await presentAll(tx, [row], reader);
  assert(view, "a stored correction can be shown");
  return view;
}

async function presentAll(tx: Tx, rows: readonly CorrectionRow[], reader: string): Promise<CorrectionView[]> {
  const merchants = await findMany(tx, [...new Set(rows.map(({ merchant }) => merchant))]);
  const nameOf = await loadActorNames(
    tx,
    rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by]),
  );
  return rows.map(({ attempt: _attempt, provider_account: _account, needs_two: _needs_two, corrects, ...row }) => ({
    ...row,
    entry: corrects === null ? null : `${corrects}`,
    merchant_name: merchants.find(({ id }) => id === row.merchant)?.name ?? row.merchant,
    requested_by: nameOf(row.requested_by),
    is_own: row.requested_by === reader,
    decided_by: row.decided_by === null ? null : nameOf(row.decided_by),
  }));
}
