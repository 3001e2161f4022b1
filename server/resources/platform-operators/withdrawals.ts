import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { openReceiver } from "#providers/account-number.ts";
import { findMany } from "#resources/merchants/store.ts";
import { traceWithdrawal } from "#resources/timelines/trace.ts";
import { maskNumber } from "#resources/withdrawal-accounts/rules.ts";
import { type BankOutcome, endByBank, needsTwoPeople, startByBank } from "#resources/withdrawals/by-bank.ts";
import type { WithdrawalRow } from "#resources/withdrawals/schema.ts";
import { findByBank, listByBank, listEndedByBank } from "#resources/withdrawals/store.ts";
import { loadActorNames } from "./authorization.ts";
import type { BankTask, BankTaskDetails } from "./bank-task-schema.ts";
import { findWithdrawalAccounts } from "./store.ts";

/** The number of listed withdrawals: more than people can pay in a day. */
export const BANK_TASKS_LISTED_MAX = 500;

/** The platform operator who reads or acts, and the amount above which a second person must book the same. */
interface Reader {
  readonly actor: string;
  readonly dual_control_above: bigint;
}

/** Returns the withdrawals to pay through a bank, the oldest first; with `is_ended`, those that ended, the latest first. */
export async function listBankTasks(tx: Tx, is_ended: boolean, reader: Reader): Promise<BankTask[]> {
  const list = is_ended ? listEndedByBank : listByBank;
  return presentAll(tx, await list(tx, BANK_TASKS_LISTED_MAX), reader);
}

/** Returns one withdrawal with the number of its account in full, and its timeline. Throws `not_found`. */
export async function readBankTask(tx: Tx, id: string, reader: Reader): Promise<BankTaskDetails> {
  const row = await findByBank(tx, id);
  if (!row) throw new ServiceError("withdrawal_task_not_found", `There is no task ${id}`);
  const task = await present(tx, row, reader);
  return {
    ...task,
    number: openReceiver(row, row.id, row.receiver),
    timeline: await traceWithdrawal(tx, row, row.id),
  };
}

/** Marks a withdrawal as being paid. Throws as `startByBank` does. */
export async function startBankTask(tx: Tx, id: string, reader: Reader): Promise<BankTask> {
  return present(tx, await startByBank(tx, id, reader.actor), reader);
}

/** Books the outcome of a withdrawal, or proposes it to a second person. Throws as `endByBank` does. */
export async function endBankTask(
  tx: Tx,
  id: string,
  decision: Pick<BankOutcome, "outcome" | "text">,
  reader: Reader,
): Promise<BankTask> {
  return present(tx, await endByBank(tx, id, { ...decision, ...reader }), reader);
}

async function present(tx: Tx, row: WithdrawalRow, reader: Reader): Promise<BankTask> {
  const [task] = await presentAll(tx, [row], reader);
  assert(task, "a stored withdrawal can be shown");
  return task;
}

async function presentAll(tx: Tx, rows: readonly WithdrawalRow[], reader: Reader): Promise<BankTask[]> {
  const merchants = await findMany(tx, [...new Set(rows.map(({ merchant }) => merchant))]);
  const accounts = await findWithdrawalAccounts(tx, rows);
  const nameOf = await loadActorNames(
    tx,
    rows.map(({ proposed_by }) => proposed_by),
  );
  return rows.map((row) => {
    const { id, merchant, environment, reference, amount, currency, status, description, proposed, proposed_by } = row;
    const account = accounts.get(row.account);
    assert(account, "a withdrawal names an account that exists");
    return {
      ...{ id, merchant, merchant_name: merchants.find((one) => one.id === merchant)?.name ?? merchant, environment },
      ...{ reference, amount, currency, status, description, account: row.account, name: account.name },
      ...{ number: maskNumber(openReceiver(row, id, row.receiver)) },
      ...{ bank_code: account.bank_code, country: account.country, needs_two: needsTwoPeople(row, reader) },
      ...{ proposed, proposed_by: proposed_by === null ? null : nameOf(proposed_by) },
      is_own: proposed_by === reader.actor,
      // A second person enters the bank's reference again from the bank's own document, so it is not shown before.
      proposed_reason: proposed === "failed" ? row.proposed_text : null,
      ...{ bank_reference: row.bank_reference, failure_reason: row.failure_reason },
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    };
  });
}
