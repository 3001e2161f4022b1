import type { Command } from "commander";
import type { Id } from "#kernel/ids.ts";
import { operatorName } from "#operator/actor.ts";
import { merchantId, withContext } from "#operator/context.ts";
import { connectMerchants, disconnectMerchants } from "#resources/merchants/connect.ts";
import { createMerchant, type NewMerchant } from "#resources/merchants/create.ts";
import { list } from "#resources/merchants/store.ts";

export function addMerchants(program: Command): void {
  const merchants = program.command("merchants").description("the businesses that use this installation");

  merchants
    .command("create")
    .description("make a merchant, with 1,000,000 XAF to play with in test")
    .requiredOption("--name <name>", "its name, as payers see it")
    .requiredOption("--email <address>", "where it is reached")
    .option("--phone <number>", "its telephone number")
    .option("--country <code>", "two letters", "CM")
    .option("--currency <code>", "three letters", "XAF")
    .action((options: NewMerchant, command: Command) =>
      withContext(command, async (db, { print }) => {
        const merchant = await db.engine((tx) => createMerchant(tx, options, operatorName()));
        print.say(`Made ${merchant.id} (${merchant.name}). Next: kolo keys create -m ${merchant.id} -e test`, merchant);
      }),
    );

  merchants
    .command("list")
    .description("show them all")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        print.rows(await db.engine(list), ["id", "name", "country", "currency", "email", "created_at"]);
      }),
    );

  merchants
    .command("connect")
    .description("let one merchant act for another with X-Sync")
    .argument("<merchant>", "the one that acts", merchantId)
    .argument("<other>", "the one it acts for", merchantId)
    .action((merchant: string, other: string, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        await db.engine((tx) => connectMerchants(tx, merchant, other, operatorName()));
        print.say(`${merchant} may now send X-Sync: ${other}`, { merchant, connected: other });
      }),
    );

  merchants
    .command("disconnect")
    .description("take that back")
    .argument("<merchant>", "the one that acted", merchantId)
    .argument("<other>", "the one it acted for", merchantId)
    .action((merchant: Id<"mer">, other: Id<"mer">, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        await db.engine((tx) => disconnectMerchants(tx, merchant, other, operatorName()));
        print.say(`${merchant} may no longer send X-Sync: ${other}`, { merchant, disconnected: other });
      }),
    );
}
