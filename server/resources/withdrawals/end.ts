import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { release, settle } from "#ledger/ledger.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { eventData } from "./present.ts";
import type { WithdrawalRow, WithdrawalStatus } from "./schema.ts";

/** Records the events of ended withdrawals, and settles or releases their holds. One call covers many withdrawals. */
export async function bookEnded(tx: Tx, ended: readonly WithdrawalRow[]): Promise<void> {
  const complete = ended.filter(({ status }) => status === "complete");
  const undone = ended.filter(({ status }) => status !== "complete");
  await recordWithdrawalEvents(tx, ended);
  await removeFromDailyTotals(tx, undone);
  freeLimits(tx, undone);
  await settle(
    tx,
    complete.map((row) => ({ ...ledgerFields(row), provider: row.provider, fee: 0n })),
  );
  await release(tx, undone.map(ledgerFields));
}

const EVENT_OF = {
  pending: "withdrawal.created",
  processing: "withdrawal.processing",
  complete: "withdrawal.complete",
  failed: "withdrawal.failed",
  canceled: "withdrawal.canceled",
} as const satisfies Readonly<Record<WithdrawalStatus, EventType>>;

export async function recordWithdrawalEvents(tx: Tx, rows: readonly WithdrawalRow[]): Promise<void> {
  await recordEvents(
    tx,
    rows.map((row) => ({
      ...{ scope: row, type: EVENT_OF[row.status] },
      ...{ resource: row.id, sequence: row.sequence, data: eventData(row) },
    })),
  );
}

function ledgerFields({ merchant, environment, currency, id, amount }: WithdrawalRow) {
  return { merchant, environment, currency, subject: id, amount };
}
