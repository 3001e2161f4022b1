import type { Command } from "commander";
import { beginIncarnation } from "#events/events.ts";
import { withDatabaseContext } from "#operator/command-context.ts";

export function addFeedCommands(program: Command): void {
  const feed = program.command("feed").description("manage the event feed, which clients read with GET /events");

  feed
    .command("new-incarnation")
    .description("after a database restore: refuse older cursors, because clients would miss new events with them")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const incarnation = await db.engine(beginIncarnation);
        print.message(`The feed is now incarnation ${incarnation}: older cursors get 409`, {
          incarnation,
        });
      }),
    );
}
