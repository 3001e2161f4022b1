import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { documentErrors, noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { bookEnded, recordWithdrawalEvents } from "./end.ts";
import { BANK_REFERENCE_MAX, type WithdrawalRow } from "./schema.ts";
import { changeStatus, lock, NO_FAILURE, propose } from "./store.ts";

/** A platform operator's decision about a withdrawal through a bank. */
export interface BankOutcome {
  readonly outcome: "complete" | "failed";
  /** The bank's reference of the payment if complete, the reason if failed. */
  readonly text: string;
  readonly actor: string;
  /** Above this amount, a live withdrawal needs the same decision of two platform operators. */
  readonly dual_control_above: bigint;
}

/**
 * Marks a withdrawal as processing, so that its merchant can no longer cancel it. Throws `not_found`; `invalid` unless
 * it is pending.
 */
export async function startByBank(tx: Tx, id: string, actor: string): Promise<WithdrawalRow> {
  const row = await lockTask(tx, id);
  if (row.approval === "waiting" || row.status !== "pending") throw notOpen(row);
  const [started] = await changeStatus(tx, [{ ...changeOf(row), status: "processing" }], ["pending"]);
  assert(started, "a locked withdrawal that is pending can be started");
  await recordWithdrawalEvents(tx, [started]);
  await recordDecision(tx, "withdrawal.started", started, actor, {});
  return started;
}

/**
 * Records the outcome of a withdrawal: paid, with the bank's reference, or failed, with the reason. With dual control
 * the first decision is only stored; the second person's equal decision takes effect. Throws `not_found`; `invalid`
 * unless the withdrawal was started.
 */
export async function endByBank(tx: Tx, id: string, decision: BankOutcome): Promise<WithdrawalRow> {
  const row = await lockTask(tx, id);
  if (row.status !== "processing") throw notOpen(row);
  const { outcome, actor } = decision;
  const text = decision.text.trim();
  throwFieldErrors(
    outcome === "complete"
      ? documentErrors("reference", text, "Name the bank's reference of the payment", BANK_REFERENCE_MAX)
      : noteErrors("reason", text, { characters_max: BANK_REFERENCE_MAX }),
  );
  const needs_two = needsTwoPeople(row, decision);
  const is_second =
    row.proposed === outcome && row.proposed_by !== actor && (outcome === "failed" || row.proposed_text === text);
  if (needs_two && !is_second) {
    const proposed = await propose(tx, row, { proposed: outcome, text, actor });
    await recordDecision(tx, "withdrawal.proposed", proposed, actor, { outcome, text });
    return proposed;
  }
  const [ended] = await changeStatus(
    tx,
    [
      outcome === "complete"
        ? { ...changeOf(row), status: "complete", bank_reference: text }
        : { ...changeOf(row), status: "failed", failure_code: "resolved_as_failed", failure_reason: text },
    ],
    ["processing"],
  );
  assert(ended, "a locked withdrawal that is processing can be ended");
  await bookEnded(tx, [ended]);
  await recordDecision(tx, "withdrawal.ended", ended, actor, { outcome, text });
  return ended;
}

/** Whether two platform operators must enter the same outcome. */
export function needsTwoPeople(
  { environment, amount }: Pick<WithdrawalRow, "environment" | "amount">,
  { dual_control_above }: Pick<BankOutcome, "dual_control_above">,
): boolean {
  return environment === "live" && amount > dual_control_above;
}

async function lockTask(tx: Tx, id: string): Promise<WithdrawalRow> {
  const row = await lock(tx, id);
  if (!row || row.channel !== null) throw new ServiceError("withdrawal_task_not_found", `There is no task ${id}`);
  return row;
}

function notOpen({ status, approval }: WithdrawalRow): ServiceError {
  const state = approval === "waiting" ? "waiting for approval" : status;
  return invalid("id", "withdrawal_task_closed", `The withdrawal is ${state}`, { state });
}

function changeOf({ merchant, environment, id }: WithdrawalRow) {
  return { ...NO_FAILURE, merchant, environment, id };
}

async function recordDecision(
  tx: Tx,
  action: "withdrawal.started" | "withdrawal.proposed" | "withdrawal.ended",
  row: WithdrawalRow,
  actor: string,
  decision: object,
): Promise<void> {
  const { merchant, environment, id, amount, currency, status } = row;
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action, subject: id, before: null },
    after: { status, amount: `${amount}`, currency, ...decision },
  });
}
