import { type Command, Option } from "commander";
import type { Id } from "#kernel/ids.ts";
import { KEY_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { merchantZone } from "#kernel/time-zone.ts";
import { operatorName } from "#operator/actor.ts";
import { merchantId, withContext } from "#operator/context.ts";
import { readRights } from "#resources/keys/restrict.ts";
import { connectMerchants, disconnectMerchants, READING } from "#resources/merchants/connect.ts";
import { createMerchant, type NewMerchant } from "#resources/merchants/create.ts";
import { changeTimeZone } from "#resources/merchants/set-time-zone.ts";
import { list } from "#resources/merchants/store.ts";
import { parts } from "./keys.ts";

interface LinkOptions {
  readonly rights?: readonly string[];
  readonly everything?: boolean;
  readonly environment?: Environment;
}

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
    .option("--time-zone <name>", "time zone of its days, such as Africa/Douala; default: its country's")
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
        const rows = (await db.engine(list)).map((row) => ({ ...row, time_zone: merchantZone(row) }));
        print.rows(rows, ["id", "name", "country", "time_zone", "currency", "email", "created_at"]);
      }),
    );

  merchants
    .command("time-zone")
    .description("set the time zone of a merchant's days; without a name, that of its country")
    .argument("<merchant>", "whose", merchantId)
    .argument("[zone]", "an IANA name, such as Africa/Douala")
    .action((merchant: Id<"mer">, zone: string | undefined, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        const time_zone = await db.engine((tx) => changeTimeZone(tx, merchant, zone ?? null, operatorName()));
        print.say(`The days of ${merchant} are those of ${time_zone}`, { merchant, time_zone });
      }),
    );

  merchants
    .command("connect")
    .description("let one merchant act for another with X-Sync")
    .argument("<merchant>", "the one that acts", merchantId)
    .argument("<other>", "the one it acts for", merchantId)
    .addOption(new Option("--rights <names>", "what it may do, as payments:read,payments:write").argParser(parts))
    .addOption(new Option("--everything", "it may do everything").conflicts("rights"))
    .addOption(new Option("-e, --environment <name>", "in one environment alone").choices(ENVIRONMENTS))
    .addHelpText("after", "\nWithout --rights or --everything it may read, and change nothing.")
    .action((merchant: string, other: string, options: LinkOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const rights = options.everything ? KEY_RIGHTS : options.rights ? readRights(options.rights) : READING.rights;
        const environments = options.environment ? [options.environment] : READING.environments;
        const grant = { rights, environments };
        await db.engine((tx) => connectMerchants(tx, merchant, other, grant, operatorName()));
        print.say(
          `${merchant} may now send X-Sync: ${other}, in ${environments.join(" and ")}, for: ${rights.join(", ")}`,
          { merchant, connected: other, ...grant },
        );
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
