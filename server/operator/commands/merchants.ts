import { type Command, Option } from "commander";
import type { Id } from "#kernel/ids.ts";
import { KEY_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import { parseMerchantId, withDatabaseContext } from "#operator/command-context.ts";
import { parseEmail, parseName } from "#operator/command-input.ts";
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
  const merchants = program.command("merchants").description("manage the businesses that use this installation");

  merchants
    .command("create")
    .description("create a merchant, with 1,000,000 XAF in the test environment")
    .requiredOption("--name <name>", "the merchant's name, as payers see it", parseName)
    .requiredOption("--email <address>", "the merchant's e-mail address", parseEmail)
    .option("--phone <number>", "the merchant's telephone number")
    .option("--country <code>", "two-letter code", "CM")
    .option("--currency <code>", "three-letter code", "XAF")
    .option(
      "--time-zone <name>",
      "time zone of the merchant's days, such as Africa/Douala; default: that of the country",
    )
    .action((options: NewMerchant, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const merchant = await db.engine((tx) => createMerchant(tx, options, platformOperatorActor()));
        print.message(
          `Created ${merchant.id} (${merchant.name}). Next: kolo keys create -m ${merchant.id} -e test`,
          merchant,
        );
      }),
    );

  merchants
    .command("list")
    .description("show all merchants")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = (await db.engine(list)).map((row) => ({ ...row, time_zone: timeZoneOfMerchantRow(row) }));
        print.rows(rows, ["id", "name", "country", "time_zone", "currency", "email", "created_at"]);
      }),
    );

  merchants
    .command("time-zone")
    .description("set the time zone of a merchant's days; default: that of its country")
    .argument("<merchant>", "the merchant (mer_…)", parseMerchantId)
    .argument("[zone]", "an IANA name, such as Africa/Douala")
    .action((merchant: Id<"mer">, zone: string | undefined, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const time_zone = await db.engine((tx) =>
          setMerchantTimeZone(tx, merchant, zone ?? null, platformOperatorActor()),
        );
        print.message(`The days of ${merchant} follow ${time_zone}`, { merchant, time_zone });
      }),
    );

  addLinkCommands(merchants);
}

/** Links between merchants, for X-Sync. */
function addLinkCommands(merchants: Command): void {
  merchants
    .command("connect")
    .description("let one merchant act for another with X-Sync")
    .argument("<merchant>", "the merchant that acts (mer_…)", parseMerchantId)
    .argument("<other>", "the merchant it acts for (mer_…)", parseMerchantId)
    .addOption(
      new Option("--rights <names>", "the rights to give, such as payments:read,payments:write").argParser(parseList),
    )
    .addOption(new Option("--everything", "give all rights").conflicts("rights"))
    .addOption(new Option("-e, --environment <name>", "restrict the link to one environment").choices(ENVIRONMENTS))
    .addHelpText("after", "\nWithout --rights or --everything the link allows only reading.")
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
          { merchant, linked_merchant, ...grant },
        );
      }),
    );

  merchants
    .command("disconnect")
    .description("stop one merchant from acting for another")
    .argument("<merchant>", "the merchant that acted (mer_…)", parseMerchantId)
    .argument("<other>", "the merchant it acted for (mer_…)", parseMerchantId)
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
