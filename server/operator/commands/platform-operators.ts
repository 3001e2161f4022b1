import type { Command } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { withDatabaseContext } from "#operator/command-context.ts";
import { resetUrl } from "#resources/dashboard/members.ts";
import {
  type ExistingAccount,
  grantPlatformOperator,
  withdrawPlatformOperator,
} from "#resources/platform-operators/grant.ts";
import { list } from "#resources/platform-operators/store.ts";
import { RESET_HOURS } from "#resources/users/reset-password.ts";

export function addPlatformOperatorRoleCommands(program: Command): void {
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
      withDatabaseContext(command, async (db, { config, print }) => {
        const grant = { email, name: options.name ?? null, keeps_account: options.keepAccount === true };
        const { person, existing_account, token } = await db.engine((tx) =>
          grantPlatformOperator(tx, grant, platformOperatorActor()),
        );
        const url = token === null ? null : resetUrl(config.public_url, token);
        const sentences = [
          `${person.email} is an operator, once signed in with a second factor`,
          ...(existing_account === null ? [] : [existingAccountSentence(existing_account, url !== null)]),
          ...(url === null ? [] : [`A password can be set within ${RESET_HOURS} h:`, url]),
        ];
        const output = { id: person.id, email: person.email, ...existing_account, ...(url === null ? {} : { url }) };
        print.message(sentences.join("\n"), output);
      }),
    );

  operators
    .command("remove")
    .description("take the right away, at once")
    .argument("<email>", "theirs")
    .action((email: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        await db.engine((tx) => withdrawPlatformOperator(tx, email, platformOperatorActor()));
        print.message(`${email} is no operator any more`, { email });
      }),
    );

  operators
    .command("list")
    .description("show who is one, and whether they have a second factor")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        print.rows(await db.engine(list), ["email", "name", "has_second_factor", "granted_by", "granted_at"]);
      }),
    );
}

/** The message about an account that existed before. */
function existingAccountSentence({ since, merchants }: ExistingAccount, is_reset: boolean): string {
  const memberships = merchants.map(({ name, role }) => `${name} (${role})`).join(", ") || "no merchant";
  const consequence = is_reset
    ? "Its password, second factor and sessions are void: give the link to them yourself"
    : "It keeps its password, second factor and sessions";
  return `There was an account already, since ${since.slice(0, "2026-01-01".length)}, at ${memberships}. ${consequence}`;
}
