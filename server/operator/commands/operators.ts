import type { Command } from "commander";
import { operatorName } from "#operator/actor.ts";
import { withContext } from "#operator/context.ts";
import { resetUrl } from "#resources/dashboard/staff.ts";
import { grantOperator, withdrawOperator } from "#resources/operators/grant.ts";
import { list } from "#resources/operators/store.ts";
import { issueReset, RESET_HOURS } from "#resources/people/reset.ts";

export function addOperators(program: Command): void {
  const operators = program
    .command("operators")
    .description("who may see and decide about all merchants, in the dashboard");

  operators
    .command("add")
    .description("make somebody an operator; it opens nothing until they sign in with a second factor")
    .argument("<email>", "theirs")
    .option("--name <name>", "for somebody who is not known yet; prints the link with which they choose a password")
    .action((email: string, options: { name?: string }, command: Command) =>
      withContext(command, async (db, { config, print }) => {
        const { person, url } = await db.engine(async (tx) => {
          const granted = await grantOperator(tx, { email, name: options.name ?? null }, operatorName());
          if (!granted.is_new) return { person: granted.person, url: null };
          const { token } = await issueReset(tx, email, { forgets_second_factor: false }, operatorName());
          return { person: granted.person, url: resetUrl(config.public_url, token) };
        });
        const sentence = `${person.email} is an operator, once signed in with a second factor`;
        const link = url === null ? "" : `\nA password can be set within ${RESET_HOURS} h:\n${url}`;
        print.say(`${sentence}${link}`, { id: person.id, email: person.email, ...(url === null ? {} : { url }) });
      }),
    );

  operators
    .command("remove")
    .description("take the right away, at once")
    .argument("<email>", "theirs")
    .action((email: string, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        await db.engine((tx) => withdrawOperator(tx, email, operatorName()));
        print.say(`${email} is no operator any more`, { email });
      }),
    );

  operators
    .command("list")
    .description("show who is one, and whether they have a second factor")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        print.rows(await db.engine(list), ["email", "name", "has_second_factor", "granted_by", "granted_at"]);
      }),
    );
}
