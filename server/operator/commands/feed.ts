import type { Command } from "commander";
import { beginIncarnation } from "#events/events.ts";
import { withDatabaseContext } from "#operator/command-context.ts";

export function addFeedCommands(program: Command): void {
  const feed = program.command("feed").description("the events, as those read them who follow GET /events");

  feed
    .command("new-incarnation")
    .description("after a restore: refuse cursors from before it, which would skip what is written next")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const incarnation = await db.engine(beginIncarnation);
        print.message(`The feed begins incarnation ${incarnation}: cursors from before are answered 409`, {
          incarnation,
        });
      }),
    );
}
