import type { Command } from "commander";
import { beginIncarnation } from "#events/events.ts";
import { withContext } from "#operator/context.ts";

export function addFeed(program: Command): void {
  const feed = program.command("feed").description("the events, as those read them who follow GET /events");

  feed
    .command("new-incarnation")
    .description("after a restore: refuse cursors from before it, which would skip what is written next")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        const incarnation = await db.engine(beginIncarnation);
        print.say(`The feed begins incarnation ${incarnation}: cursors from before are answered 409`, { incarnation });
      }),
    );
}
