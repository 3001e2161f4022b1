import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { findAvailable, hold } from "#ledger/ledger.ts";
import { cancelWaitingAttempts, releaseFundedAttempts } from "#providers/attempts.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { forgetGuarded } from "#resources/duplicate-guard/guard.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { eventData } from "./present.ts";
import type { TransferRow } from "./schema.ts";
import { changeStatus, findAwaitingFunds, listAwaitingOfBulk, markHeld, tryLockFunding } from "./store.ts";

/** The wake-up channel of the job that holds the money of due transfers. */
export const DUE_FUNDS = "due funds";

// Single transfers per run. A bulk of any size takes one run, because its sum is held or refused as a whole.
const FUNDED_PER_TURN = 250;

/**
 * Holds the money of due transfers that were created with `reserve_funds: at_due`, and releases their attempts. If the
 * balance is too small, a transfer fails and is never sent; a bulk is funded or fails as a whole. Only one process runs
 * this at a time. Returns true if more transfers may be due. Runs as the engine.
 */
export async function fundDueTransfers(tx: Tx): Promise<boolean> {
  if (!(await tryLockFunding(tx))) return false;
  const due = await findAwaitingFunds(tx, FUNDED_PER_TURN);
  const [first] = due;
  if (!first) return false;
  const groups =
    first.bulk === null
      ? singlesAhead(due).map((transfer) => [transfer])
      : [await listAwaitingOfBulk(tx, first, first.bulk)];
  const transfers = groups.flat();
  const availableOf = await findAvailable(tx, transfers);
  const balances_left = new Map<string, bigint>();
  const affordable: TransferRow[] = [];
  const unaffordable: TransferRow[] = [];
  for (const group of groups) {
    const [{ merchant, environment, currency } = first] = group;
    const key = `${merchant} ${environment} ${currency}`;
    const left =
      (balances_left.get(key) ?? availableOf({ merchant, environment, currency })) -
      group.reduce((sum, { amount_total }) => sum + amount_total, 0n);
    if (left >= 0n) balances_left.set(key, left);
    (left >= 0n ? affordable : unaffordable).push(...group);
  }
  await holdDue(tx, affordable);
  await failDue(tx, unaffordable);
  return true;
}

/** The single transfers before the first transfer of a bulk: a bulk gets a run of its own. */
function singlesAhead(due: readonly TransferRow[]): readonly TransferRow[] {
  const first_of_bulk = due.findIndex(({ bulk }) => bulk !== null);
  return first_of_bulk < 0 ? due : due.slice(0, first_of_bulk);
}

// Locks the attempts first, in the same order as a cancellation. Skips transfers that were canceled meanwhile.
async function holdDue(tx: Tx, transfers: readonly TransferRow[]): Promise<void> {
  if (transfers.length === 0) return;
  const released = await releaseFundedAttempts(tx, transfers.map(attemptSubjectOf));
  const held = await markHeld(
    tx,
    transfers.filter(({ id }) => released.has(id)),
  );
  hold(
    tx,
    held.map(({ merchant, environment, currency, id, amount_total }) => ({
      ...{ merchant, environment, currency, subject: id, amount: amount_total },
    })),
  );
}

const SHORT_BALANCE = {
  failure_code: "insufficient_balance",
  failure_reason: "The balance did not cover the transfer at its due time",
} as const;

async function failDue(tx: Tx, transfers: readonly TransferRow[]): Promise<void> {
  if (transfers.length === 0) return;
  const stopped = await cancelWaitingAttempts(tx, transfers.map(attemptSubjectOf));
  const changes = transfers
    .filter(({ id }) => stopped.has(id))
    .map(({ merchant, environment, id }) => ({
      ...{ merchant, environment, id, status: "failed" as const },
      ...SHORT_BALANCE,
    }));
  const failed = await changeStatus(tx, changes, "pending");
  await recordEvents(
    tx,
    failed.map((transfer) => ({
      ...{ scope: transfer, type: "transfer.failed" as const, resource: transfer.id, sequence: transfer.sequence },
      data: eventData(transfer),
    })),
  );
  await removeFromDailyTotals(tx, failed);
  freeLimits(tx, failed);
  forgetGuarded(tx, failed);
}

function attemptSubjectOf({ merchant, environment, id }: TransferRow) {
  return { merchant, environment, subject: id };
}
