import { type Command, InvalidArgumentError } from "commander";
import type { Database } from "#db/pool.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { operatorName } from "#operator/actor.ts";
import { merchantId, withContext } from "#operator/context.ts";
import { invitationUrl, resetUrl } from "#resources/dashboard/staff.ts";
import { post } from "#resources/mails/post.ts";
import { resetLetter } from "#resources/mails/rules.ts";
import { INVITATION_DAYS, invite } from "#resources/people/invite.ts";
import { changeRole } from "#resources/people/members.ts";
import { issueReset, RESET_HOURS } from "#resources/people/reset.ts";
import { evenEmail } from "#resources/people/rules.ts";
import { ROLES, type Role } from "#resources/people/schema.ts";
import { findByEmail, listInvitations, listMembers } from "#resources/people/store.ts";
import { endOthers } from "#resources/sessions/store.ts";

interface MerchantOption {
  readonly merchant: Id<"mer">;
}

export function addPeople(program: Command): void {
  const people = program.command("people").description("who may sign in to a merchant's dashboard");
  const ofMerchant = (command: Command): Command =>
    command.requiredOption("-m, --merchant <id>", "the merchant (mer_…)", merchantId);

  ofMerchant(people.command("create"))
    .description("invite somebody; prints the link to send them")
    .requiredOption("--email <address>", "theirs")
    .option("--role <name>", ROLES.join(", "), role, "owner")
    .action((options: MerchantOption & { email: string; role: Role }, command: Command) =>
      withContext(command, async (db, { config, print }) => {
        const { invitation, token } = await db.engine((tx) => invite(tx, options, operatorName()));
        const url = invitationUrl(config.public_url, token);
        print.say(`${invitation.email} may come in as ${invitation.role}, within ${INVITATION_DAYS} days:\n${url}`, {
          ...{ id: invitation.id, email: invitation.email, role: invitation.role, url },
        });
      }),
    );

  ofMerchant(people.command("list"))
    .description("show who belongs to a merchant, and who is invited")
    .action((options: MerchantOption, command: Command) =>
      withContext(command, async (db, { print }) => {
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

  ofMerchant(people.command("roles"))
    .description("change what somebody is at a merchant")
    .argument("<email>", "theirs")
    .argument("<role>", ROLES.join(", "), role)
    .action((email: string, next: Role, options: MerchantOption, command: Command) =>
      withContext(command, async (db, { print }) => {
        const person = await personOf(db, email);
        await db.engine((tx) => changeRole(tx, options.merchant, person, next, operatorName()));
        print.say(`${evenEmail(email)} is now ${next}`, { email: evenEmail(email), role: next });
      }),
    );

  people
    .command("reset")
    .description("let somebody set a new password; prints the link to send them, and signs them out")
    .argument("<email>", "theirs")
    .option("--mail", "mail the link to them in place of printing it")
    .option("--second-factor", "they have lost their second factor too: take it away, and the old password")
    .action((email: string, options: { secondFactor?: boolean; mail?: boolean }, command: Command) =>
      withContext(command, async (db, { config, print }) => {
        if (options.mail && config.mail === null)
          throw new ServiceError("invalid", "Set KOLO_SMTP_URL and KOLO_MAIL_FROM");
        const url = await db.engine(async (tx) => {
          const given = { forgets_second_factor: options.secondFactor === true };
          const issued = await issueReset(tx, email, given, operatorName());
          await endOthers(tx, issued.person.id, null);
          const link = resetUrl(config.public_url, issued.token);
          const { person, expires_at } = issued;
          const letter = resetLetter({ url: link, minutes: RESET_HOURS * 60 });
          if (options.mail) await post(tx, { about: person.id, recipient: person.email, letter, expires_at });
          return link;
        });
        if (options.mail) {
          print.say(`A link is on its way to ${evenEmail(email)}`, { email: evenEmail(email), is_mailed: true });
          return;
        }
        print.say(`A new password can be set within ${RESET_HOURS} h:\n${url}`, { email: evenEmail(email), url });
      }),
    );
}

async function personOf(db: Database, email: string): Promise<string> {
  const person = await db.engine((tx) => findByEmail(tx, evenEmail(email)));
  if (!person) throw new ServiceError("not_found", `Nobody with the address ${email} has come in yet`);
  return person.id;
}

function role(text: string): Role {
  const found = ROLES.find((name) => name === text);
  if (!found) throw new InvalidArgumentError(`It is one of ${ROLES.join(", ")}.`);
  return found;
}
