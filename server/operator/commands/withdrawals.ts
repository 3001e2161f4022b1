import type { Command } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { withDatabaseContext } from "#operator/command-context.ts";
import { openReceiver } from "#providers/account-number.ts";
import { endByBank, startByBank } from "#resources/withdrawals/by-bank.ts";
import { listByBank } from "#resources/withdrawals/store.ts";

const TASKS_LISTED_MAX = 500;

export function addWithdrawalCommands(program: Command): void {
  const withdrawals = program
    .command("withdrawals")
    .description("pay withdrawals that no channel carries, through a bank");

  withdrawals
    .command("list")
    .description("show the withdrawals to pay through a bank, oldest first, with the accounts in full")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => listByBank(tx, TASKS_LISTED_MAX));
        const tasks = rows.map((row) => ({ ...row, number: openReceiver(row, row.id, row.receiver) }));
        print.rows(
          tasks.map(({ receiver: _sealed, ...task }) => task),
          [
            "id",
            "status",
            "merchant",
            "environment",
            "amount",
            "currency",
            "number",
            "account",
            "proposed",
            "proposed_by",
          ],
        );
      }),
    );

  withdrawals
    .command("start")
    .description("take a withdrawal on: its merchant can no longer cancel it")
    .argument("<id>", "the id of the withdrawal (wdr_…)")
    .action((id: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { receiver: _sealed, ...row } = await db.engine((tx) => startByBank(tx, id, platformOperatorActor()));
        print.message(`${id} is processing: pay ${row.amount} ${row.currency}, then complete it`, row);
      }),
    );

  withdrawals
    .command("complete")
    .description("book a withdrawal that the bank has paid")
    .argument("<id>", "the id of the withdrawal (wdr_…)")
    .requiredOption("--reference <text>", "the bank's reference of the payment")
    .action((id: string, { reference }: { reference: string }, command: Command) =>
      end(command, id, "complete", reference),
    );

  withdrawals
    .command("fail")
    .description("release the money of a withdrawal that the bank has not paid and will not pay")
    .argument("<id>", "the id of the withdrawal (wdr_…)")
    .requiredOption("--reason <text>", "the reason, for the merchant")
    .action((id: string, { reason }: { reason: string }, command: Command) => end(command, id, "failed", reason));
}

function end(command: Command, id: string, outcome: "complete" | "failed", text: string): Promise<void> {
  return withDatabaseContext(command, async (db, { config, print }) => {
    const decision = { outcome, text, actor: platformOperatorActor() };
    const { receiver: _sealed, ...row } = await db.engine((tx) =>
      endByBank(tx, id, { ...decision, dual_control_above: config.funds_dual_control_above }),
    );
    const sentence =
      row.status === "processing"
        ? `${id} waits for a second platform operator, who must book the same`
        : `${id} is ${row.status}`;
    print.message(sentence, row);
  });
}
