import { type Command, Option } from "commander";
import type { Id } from "#kernel/ids.ts";
import { KEY_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import { parseMerchantId, withDatabaseContext } from "#operator/command-context.ts";
import { parseRights } from "#resources/keys/restrict.ts";
import { createMerchant, type NewMerchant } from "#resources/merchants/create.ts";
import { linkMerchants, READ_ONLY_GRANT, unlinkMerchants } from "#resources/merchants/merchant-links.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { list } from "#resources/merchants/store.ts";
import { parseList } from "./keys.ts";

interface LinkOptions {
  readonly rights?: readonly string[];
  readonly everything?: boolean;
  readonly environment?: Environment;
}

export function addMerchantCommands(program: Command): void {
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
      withDatabaseContext(command, async (db, { print }) => {
        const merchant = await db.engine((tx) => createMerchant(tx, options, platformOperatorActor()));
        print.message(
          `Made ${merchant.id} (${merchant.name}). Next: kolo keys create -m ${merchant.id} -e test`,
          merchant,
        );
      }),
    );

  merchants
    .command("list")
    .description("show them all")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = (await db.engine(list)).map((row) => ({ ...row, time_zone: timeZoneOfMerchantRow(row) }));
        print.rows(rows, ["id", "name", "country", "time_zone", "currency", "email", "created_at"]);
      }),
    );

  merchants
    .command("time-zone")
    .description("set the time zone of a merchant's days; without a name, that of its country")
    .argument("<merchant>", "whose", parseMerchantId)
    .argument("[zone]", "an IANA name, such as Africa/Douala")
    .action((merchant: Id<"mer">, zone: string | undefined, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const time_zone = await db.engine((tx) =>
          setMerchantTimeZone(tx, merchant, zone ?? null, platformOperatorActor()),
        );
        print.message(`The days of ${merchant} are those of ${time_zone}`, { merchant, time_zone });
      }),
    );

  addLinkCommands(merchants);
}

/** Links between merchants, for X-Sync. */
function addLinkCommands(merchants: Command): void {
  merchants
    .command("connect")
    .description("let one merchant act for another with X-Sync")
    .argument("<merchant>", "the one that acts", parseMerchantId)
    .argument("<other>", "the one it acts for", parseMerchantId)
    .addOption(new Option("--rights <names>", "what it may do, as payments:read,payments:write").argParser(parseList))
    .addOption(new Option("--everything", "it may do everything").conflicts("rights"))
    .addOption(new Option("-e, --environment <name>", "in one environment alone").choices(ENVIRONMENTS))
    .addHelpText("after", "\nWithout --rights or --everything it may read, and change nothing.")
    .action((merchant: string, linked_merchant: string, options: LinkOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rights = options.everything
          ? KEY_RIGHTS
          : options.rights
            ? parseRights(options.rights)
            : READ_ONLY_GRANT.rights;
        const environments = options.environment ? [options.environment] : READ_ONLY_GRANT.environments;
        const grant = { rights, environments };
        await db.engine((tx) => linkMerchants(tx, merchant, linked_merchant, grant, platformOperatorActor()));
        print.message(
          `${merchant} may now send X-Sync: ${linked_merchant}, in ${environments.join(" and ")}, for: ${rights.join(", ")}`,
          { merchant, connected: linked_merchant, ...grant },
        );
      }),
    );

  merchants
    .command("disconnect")
    .description("take that back")
    .argument("<merchant>", "the one that acted", parseMerchantId)
    .argument("<other>", "the one it acted for", parseMerchantId)
    .action((merchant: Id<"mer">, linked_merchant: Id<"mer">, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        await db.engine((tx) => unlinkMerchants(tx, merchant, linked_merchant, platformOperatorActor()));
        print.message(`${merchant} may no longer send X-Sync: ${linked_merchant}`, {
          merchant,
          disconnected: linked_merchant,
        });
      }),
    );
}
