import type { Command } from "commander";
import { operatorName } from "#operator/actor.ts";
import { withContext } from "#operator/context.ts";
import { resetUrl } from "#resources/dashboard/staff.ts";
import { grantOperator, type KnownAccount, withdrawOperator } from "#resources/operators/grant.ts";
import { list } from "#resources/operators/store.ts";
import { RESET_HOURS } from "#resources/people/reset.ts";

export function addOperators(program: Command): void {
  const operators = program
    .command("operators")
    .description("who may see and decide about all merchants, in the dashboard");

  operators
    .command("add")
    .description("make somebody an operator; it opens nothing until they sign in with a second factor")
    .argument("<email>", "theirs")
    .option("--name <name>", "for somebody who is not known yet")
    .option("--keep-account", "leave the account of this address as it is: you know whose it is")
    .action((email: string, options: { name?: string; keepAccount?: boolean }, command: Command) =>
      withContext(command, async (db, { config, print }) => {
        const given = { email, name: options.name ?? null, keeps_account: options.keepAccount === true };
        const { person, known, token } = await db.engine((tx) => grantOperator(tx, given, operatorName()));
        const url = token === null ? null : resetUrl(config.public_url, token);
        const sentences = [
          `${person.email} is an operator, once signed in with a second factor`,
          ...(known === null ? [] : [toldOf(known, url !== null)]),
          ...(url === null ? [] : [`A password can be set within ${RESET_HOURS} h:`, url]),
        ];
        const told = { id: person.id, email: person.email, ...known, ...(url === null ? {} : { url }) };
        print.say(sentences.join("\n"), told);
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

/** The message about an account that existed before. */
function toldOf({ since, merchants }: KnownAccount, is_anew: boolean): string {
  const places = merchants.map(({ name, role }) => `${name} (${role})`).join(", ") || "no merchant";
  const fate = is_anew
    ? "Its password, second factor and sessions are void: give the link to them yourself"
    : "It keeps its password, second factor and sessions";
  return `There was an account already, since ${since.slice(0, "2026-01-01".length)}, at ${places}. ${fate}`;
}
