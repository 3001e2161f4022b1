import type { Tx } from "#db/tx.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { isPlatformOperator } from "#resources/platform-operators/store.ts";
import { count as countPasskeys } from "#resources/users/passkeys/store.ts";
import { LANGUAGES, type PersonRow, type Role } from "#resources/users/schema.ts";
import { type AuthenticatedVisitor, findOpenSession, hasRecentStepUp } from "#resources/users/sessions/session.ts";
import {
  countRecoveryCodes,
  findRole,
  listMerchantsOf,
  lock as lockPerson,
  setLanguage,
} from "#resources/users/store.ts";
import { findMemberDenial, type Permission, rightsOf } from "./role-permissions.ts";
import type { Me } from "./schema.ts";

export type { AuthenticatedVisitor };

/** The context of a request: its visitor, merchant, environment and role. */
export interface RequestContext {
  readonly visitor: AuthenticatedVisitor;
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
  readonly role: Role;
}

/**
 * Checks a person's authorization at a merchant. Throws `not_found` for a person who is not a member, with the same
 * message as for an unknown merchant. Throws `forbidden` with the missing requirement: `role`, `second_factor` or
 * `step_up`.
 */
export async function authorizeMember(
  tx: Tx,
  visitor: AuthenticatedVisitor,
  target: { readonly merchant: string; readonly environment: string },
  permission: Permission,
): Promise<RequestContext> {
  const environment = ENVIRONMENTS.find((name) => name === target.environment);
  const { merchant } = target;
  const role = environment && isId("mer", merchant) ? await findRole(tx, merchant, visitor.person.id) : null;
  if (!role || !environment || !isId("mer", merchant)) {
    throw new ServiceError("not_a_member", "You do not belong to this business");
  }
  const { has_second_factor } = visitor.session;
  const denial = findMemberDenial(permission, {
    role,
    environment,
    has_second_factor,
    has_recent_step_up: hasRecentStepUp(visitor.session, tx.now),
  });
  if (denial)
    throw new ServiceError(DENIAL_REASONS[denial], DENIAL_MESSAGES[denial], {
      fields: {
        [denial]: [fieldError(DENIAL_REASONS[denial], DENIAL_MESSAGES[denial])],
      },
    });
  return { visitor, merchant, environment, role };
}

/**
 * Returns true while the receiver of a long response is authorized: the session is open, and the role has the
 * permission. The step-up is checked only when the response begins.
 */
export async function isStillAuthorized(tx: Tx, context: RequestContext, permission: Permission): Promise<boolean> {
  const { visitor, merchant, environment } = context;
  const session = await findOpenSession(tx, visitor.session);
  const role = session && (await findRole(tx, merchant, visitor.person.id));
  if (!session || !role) return false;
  const { has_second_factor } = session;
  return findMemberDenial(permission, { role, environment, has_second_factor, has_recent_step_up: true }) === null;
}

const DENIAL_REASONS = {
  role: "role_not_allowed",
  second_factor: "second_factor_required",
  step_up: "step_up_required",
} as const;

const DENIAL_MESSAGES = {
  role: "Your role does not allow this: ask an owner of the business",
  second_factor: "This needs a second factor: set one up under Security, and sign in with it",
  step_up: "Confirm your identity again",
} as const;

/**
 * Throws `forbidden` without a recent step-up, and `unauthorized` if the session has ended meanwhile. It locks the
 * person's row. A password change or the removal of a factor takes the same lock, so neither can end the account's
 * sessions between this check and the commit.
 */
export async function requireStepUp(tx: Tx, { person, session }: AuthenticatedVisitor): Promise<void> {
  await lockPerson(tx, person.id);
  const open_session = await findOpenSession(tx, session);
  if (!open_session) throw new ServiceError("sign_in_required", "Sign in first");
  if (!hasRecentStepUp(open_session, tx.now))
    throw new ServiceError("step_up_required", DENIAL_MESSAGES.step_up, {
      fields: {
        step_up: [fieldError("step_up_required", DENIAL_MESSAGES.step_up)],
      },
    });
}

/**
 * Returns a person's profile, session and merchants, and remembers the language of their dashboard (`Accept-Language`)
 * for mails to them.
 */
export async function readProfilePage(
  tx: Tx,
  { person, session }: AuthenticatedVisitor,
  request_info: { readonly address: string; readonly api_url: string },
  accept_language: string,
): Promise<Me> {
  const language = LANGUAGES.find((one) => accept_language.startsWith(one));
  if (language) await setLanguage(tx, person.id, language);
  const businesses = await listMerchantsOf(tx, person.id);
  return {
    profile: await presentProfile(tx, person),
    session: { has_second_factor: session.has_second_factor, expires_at: session.expires_at },
    businesses: businesses.map(({ merchant, name, currency, country, time_zone, role }) => ({
      ...{ id: merchant, name, currency, country, role, time_zone: timeZoneOfMerchantRow({ country, time_zone }) },
      rights: { test: [...rightsOf(role, "test")], live: [...rightsOf(role, "live")] },
    })),
    is_operator: await isPlatformOperator(tx, person.id),
    ...request_info,
  };
}

async function presentProfile(tx: Tx, person: PersonRow): Promise<Me["profile"]> {
  const { id, email, name, totp_confirmed_at } = person;
  const has_app = totp_confirmed_at !== null;
  const passkeys = await countPasskeys(tx, id);
  const has_second_factor = has_app || passkeys > 0;
  const recovery_codes_left = has_second_factor ? await countRecoveryCodes(tx, id) : 0;
  return { id, email, name, has_second_factor, has_app, passkeys, recovery_codes_left, totp_confirmed_at };
}
