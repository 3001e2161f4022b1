import type { Command } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { withDatabaseContext } from "#operator/command-context.ts";
import { parseEmail, parseName } from "#operator/command-input.ts";
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
    .description("manage the platform operators, who see all merchants in the dashboard and decide cases");

  operators
    .command("add")
    .description("make a person a platform operator; the role takes effect when they sign in with a second factor")
    .argument("<email>", "the person's e-mail address", parseEmail)
    .option("--name <name>", "the name, for a person without an account", parseName)
    .option("--keep-account", "keep the existing account of this address unchanged, because you know its owner")
    .action((email: string, options: { name?: string; keepAccount?: boolean }, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const grant = { email, name: options.name ?? null, keeps_account: options.keepAccount === true };
        const { person, existing_account, token } = await db.engine((tx) =>
          grantPlatformOperator(tx, grant, platformOperatorActor()),
        );
        const url = token === null ? null : resetUrl(config.public_url, token);
        const sentences = [
          `${person.email} is a platform operator, after signing in with a second factor`,
          ...(existing_account === null ? [] : [existingAccountSentence(existing_account, url !== null)]),
          ...(url === null ? [] : [`This link sets a password. It is valid for ${RESET_HOURS} h:`, url]),
        ];
        const output = { id: person.id, email: person.email, ...existing_account, ...(url === null ? {} : { url }) };
        print.message(sentences.join("\n"), output);
      }),
    );

  operators
    .command("remove")
    .description("remove the role, at once")
    .argument("<email>", "the person's e-mail address")
    .action((email: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        await db.engine((tx) => withdrawPlatformOperator(tx, email, platformOperatorActor()));
        print.message(`${email} is no longer a platform operator`, { email });
      }),
    );

  operators
    .command("list")
    .description("show the platform operators, and whether they have a second factor")
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
    ? "Its password, second factor and sessions are void: give the link to the person yourself"
    : "It keeps its password, second factor and sessions";
  return `There was an account already, since ${since.slice(0, "2026-01-01".length)}, at ${memberships}. ${consequence}`;
}
