import { type Command, InvalidArgumentError } from "commander";
import type { Database } from "#db/pool.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import { parseMerchantId, withDatabaseContext } from "#operator/command-context.ts";
import { parseEmail } from "#operator/command-input.ts";
import { invitationUrl, resetUrl } from "#resources/dashboard/members.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { passwordResetMail } from "#resources/outbox-mail/rules.ts";
import { INVITATION_DAYS, invite } from "#resources/users/invite.ts";
import { changeRole } from "#resources/users/members.ts";
import { issueReset, RESET_HOURS } from "#resources/users/reset-password.ts";
import { normalizeEmail } from "#resources/users/rules.ts";
import { ROLES, type Role } from "#resources/users/schema.ts";
import { endOtherSessions } from "#resources/users/sessions/store.ts";
import { findByEmail, listInvitations, listMembers } from "#resources/users/store.ts";

interface MerchantOption {
  readonly merchant: Id<"mer">;
}

export function addUserCommands(program: Command): void {
  const users = program.command("people").description("manage the people who may sign in to a merchant's dashboard");
  const withMerchantOption = (command: Command): Command =>
    command.requiredOption("-m, --merchant <id>", "the merchant (mer_…)", parseMerchantId);

  withMerchantOption(users.command("create"))
    .description("invite a person; prints the link to send to them")
    .requiredOption("--email <address>", "the person's e-mail address", parseEmail)
    .option("--role <name>", ROLES.join(", "), parseRole, "owner")
    .action((options: MerchantOption & { email: string; role: Role }, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const { invitation, token } = await db.engine((tx) => invite(tx, options, platformOperatorActor()));
        const url = invitationUrl(config.public_url, token);
        print.message(
          `${invitation.email} may join as ${invitation.role} within ${INVITATION_DAYS} days, with this link:\n${url}`,
          {
            ...{ id: invitation.id, email: invitation.email, role: invitation.role, url },
          },
        );
      }),
    );

  withMerchantOption(users.command("list"))
    .description("list the people of a merchant, and the open invitations")
    .action((options: MerchantOption, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { members, invitations } = await db.engine(async (tx) => ({
          members: await listMembers(tx, options.merchant),
          invitations: await listInvitations(tx, options.merchant),
        }));
        const rows = [
          ...members.map((member) => ({ ...member, state: "member" })),
          ...invitations.map(({ id, email, role, created_at }) => ({
            ...{ id, email, role, since: created_at, name: null, has_second_factor: null, state: "invited" },
          })),
        ];
        print.rows(rows, ["email", "name", "role", "state", "has_second_factor", "since"]);
      }),
    );

  withMerchantOption(users.command("roles"))
    .description("change a person's role at a merchant")
    .argument("<email>", "the person's e-mail address")
    .argument("<role>", ROLES.join(", "), parseRole)
    .action((email: string, new_role: Role, options: MerchantOption, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const person = await findUserId(db, email);
        await db.engine((tx) => changeRole(tx, options.merchant, person, new_role, platformOperatorActor()));
        print.message(`${normalizeEmail(email)} is now ${new_role}`, { email: normalizeEmail(email), role: new_role });
      }),
    );

  users
    .command("reset")
    .description("let a person set a new password; prints the link to send to them, and signs them out")
    .argument("<email>", "the person's e-mail address")
    .option("--mail", "mail the link instead of printing it")
    .option("--second-factor", "also remove the second factor, if the person has lost it, and the old password")
    .action((email: string, options: { secondFactor?: boolean; mail?: boolean }, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        if (options.mail && config.mail === null)
          throw new ServiceError("mail_not_configured", "Set KOLO_SMTP_URL and KOLO_MAIL_FROM");
        const url = await db.engine(async (tx) => {
          const reset_options = { forgets_second_factor: options.secondFactor === true };
          const reset = await issueReset(tx, email, reset_options, platformOperatorActor());
          await endOtherSessions(tx, reset.person.id, null);
          const link = resetUrl(config.public_url, reset.token);
          const { person, expires_at } = reset;
          const mail_content = passwordResetMail({ url: link, minutes: RESET_HOURS * 60 });
          if (options.mail)
            await enqueueMail(tx, { about: person.id, recipient: person.email, letter: mail_content, expires_at });
          return link;
        });
        if (options.mail) {
          print.message(`The link will be mailed to ${normalizeEmail(email)}`, {
            email: normalizeEmail(email),
            is_mailed: true,
          });
          return;
        }
        print.message(`This link sets a new password. It is valid for ${RESET_HOURS} h:\n${url}`, {
          email: normalizeEmail(email),
          url,
        });
      }),
    );
}

async function findUserId(db: Database, email: string): Promise<string> {
  const person = await db.engine((tx) => findByEmail(tx, normalizeEmail(email)));
  if (!person)
    throw new ServiceError("person_not_found", `Nobody with the address ${email} has come in yet`, {
      params: { email },
    });
  return person.id;
}

function parseRole(text: string): Role {
  const matching_role = ROLES.find((name) => name === text);
  if (!matching_role) throw new InvalidArgumentError(`It is one of ${ROLES.join(", ")}.`);
  return matching_role;
}
