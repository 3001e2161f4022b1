import { type Command, InvalidArgumentError } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { parseAmount, parseCountry, withDatabaseContext } from "#operator/command-context.ts";
import {
  allChannels,
  applyChannelChanges,
  type Channel,
  listChangesOf,
  listLatestChanges,
} from "#providers/channels.ts";
import { type ChannelValues, changeChannel } from "#resources/platform-operators/change-channel.ts";

interface NewValues {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly dialCode?: string;
  readonly reason: string;
}

export function addChannelCommands(program: Command): void {
  const channels = program
    .command("channels")
    .description("show and change the channels: limits, dial codes, off and on; a change takes effect within a second");

  channels
    .command("list")
    .description("show the channels with their present values")
    .option("--country <code>", "one country only: UG", parseCountry)
    .action(({ country }: { country?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const changes = await db.engine(listLatestChanges);
        applyChannelChanges(changes);
        const by_channel = new Map(changes.map((change) => [change.channel, change]));
        const rows = allChannels()
          .filter((channel) => country === undefined || channel.country === country)
          .map((channel) => ({
            ...fields(channel),
            changed_at: by_channel.get(channel.id)?.created_at ?? null,
            changed_by: by_channel.get(channel.id)?.created_by ?? null,
          }));
        print.rows(rows, [
          "channel",
          "currency",
          "minimum",
          "maximum",
          "dial_code",
          "state",
          "changed_at",
          "changed_by",
        ]);
      }),
    );

  channels
    .command("history")
    .description("show the last 500 changes of a channel, the latest first")
    .argument("<channel>", "ug.mtn")
    .action((channel: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => listChangesOf(tx, channel));
        print.rows(rows, ["created_at", "created_by", "minimum", "maximum", "dial_code", "is_off", "note"]);
      }),
    );

  changeCommand(channels, "set", "set the limits of your contract, or the code that a payer dials")
    .option("--minimum <number>", "the smallest amount, in the smallest unit", parseAmount)
    .option("--maximum <number>", "the largest amount, in the smallest unit", parseAmount)
    .option("--dial-code <code>", "the code at which a payer finds the request: *165#; none removes it")
    .action((channel: string, { minimum, maximum, dialCode, reason }: NewValues, command: Command) => {
      if (minimum === undefined && maximum === undefined && dialCode === undefined)
        throw new InvalidArgumentError("Give --minimum, --maximum or --dial-code.");
      return change(command, channel, reason, {
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
        ...(dialCode === undefined ? {} : { dial_code: dialCode === "none" ? "" : dialCode }),
      });
    });

  changeCommand(channels, "off", "take no new orders over a channel, in test and live; those under way finish").action(
    (channel: string, { reason }: NewValues, command: Command) => change(command, channel, reason, { is_off: true }),
  );

  changeCommand(channels, "on", "take orders again").action(
    (channel: string, { reason }: NewValues, command: Command) => change(command, channel, reason, { is_off: false }),
  );

  changeCommand(channels, "reset", "undo every change: use the catalogue's values").action(
    (channel: string, { reason }: NewValues, command: Command) =>
      change(command, channel, reason, { minimum: null, maximum: null, dial_code: null, is_off: false }),
  );
}

function changeCommand(channels: Command, name: string, description: string): Command {
  return channels
    .command(name)
    .description(description)
    .argument("<channel>", "ug.mtn")
    .requiredOption("--reason <text>", "the reason, for the history and the audit log");
}

function change(command: Command, channel: string, reason: string, values: ChannelValues): Promise<void> {
  return withDatabaseContext(command, async (db, { print }) => {
    print.record(fields(await db.engine((tx) => changeChannel(tx, channel, values, reason, platformOperatorActor()))));
  });
}

function fields({ id, currency, minimum, maximum, dial_code, is_off }: Channel) {
  return { channel: id, currency, minimum, maximum, dial_code, state: is_off ? "off" : "on" };
}
