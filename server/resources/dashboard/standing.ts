import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { merchantZone } from "#kernel/time-zone.ts";
import { isOperator } from "#resources/operators/store.ts";
import { count as countPasskeys } from "#resources/passkeys/store.ts";
import type { PersonRow, Role } from "#resources/people/schema.ts";
import { countRecoveryCodes, findRole, listMerchantsOf, lock as lockPerson } from "#resources/people/store.ts";
import { findStillOpen, isFresh, type SignedIn } from "#resources/sessions/session.ts";
import { type Permission, refusal, rightsOf } from "./rules.ts";
import type { Me } from "./schema.ts";

export type { SignedIn };

/** The context of a request: its visitor, merchant, environment and role. */
export interface Desk {
  readonly visitor: SignedIn;
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
  readonly role: Role;
}

/**
 * Checks a person's authorization at a merchant. Throws `not_found` for a person who does not belong to it, in the same
 * words as for an unknown merchant. Throws `forbidden` with the missing part: `role`, `second_factor` or `step_up`.
 */
export async function admit(
  tx: Tx,
  visitor: SignedIn,
  place: { readonly merchant: string; readonly environment: string },
  permission: Permission,
): Promise<Desk> {
  const environment = ENVIRONMENTS.find((name) => name === place.environment);
  const { merchant } = place;
  const role = environment && isId("mer", merchant) ? await findRole(tx, merchant, visitor.person.id) : null;
  if (!role || !environment || !isId("mer", merchant)) {
    throw new ServiceError("not_found", "You do not belong to this business");
  }
  const { has_second_factor } = visitor.session;
  const why = refusal(permission, { role, environment, has_second_factor, is_fresh: isFresh(visitor.session, tx.now) });
  if (why) throw new ServiceError("forbidden", WORDS[why], { [why]: [WORDS[why]] });
  return { visitor, merchant, environment, role };
}

/**
 * Whether the receiver of a long response is still authorized: the session is open, and the role allows it. A step-up
 * at its beginning remains sufficient.
 */
export async function isStillAdmitted(tx: Tx, desk: Desk, permission: Permission): Promise<boolean> {
  const { visitor, merchant, environment } = desk;
  const session = await findStillOpen(tx, visitor.session);
  const role = session && (await findRole(tx, merchant, visitor.person.id));
  if (!session || !role) return false;
  const { has_second_factor } = session;
  return refusal(permission, { role, environment, has_second_factor, is_fresh: true }) === null;
}

const WORDS = {
  role: "Your role does not allow this: ask an owner of the business",
  second_factor: "This takes a second factor: set one up under Security, and sign in with it",
  step_up: "Show once more that it is you",
} as const;

/**
 * Throws `forbidden` without a recent step-up, and `unauthorized` if the session has ended meanwhile. It locks the
 * person's row. A new password or a removed factor locks it, too, so neither can void the account's sessions between
 * this check and the commit.
 */
export async function checkFresh(tx: Tx, { person, session }: SignedIn): Promise<void> {
  await lockPerson(tx, person.id);
  const open = await findStillOpen(tx, session);
  if (!open) throw new ServiceError("unauthorized", "Sign in first");
  if (!isFresh(open, tx.now)) throw new ServiceError("forbidden", WORDS.step_up, { step_up: [WORDS.step_up] });
}

/** A person's profile, session and merchants. */
export async function meOf(
  tx: Tx,
  { person, session }: SignedIn,
  seen: { readonly address: string; readonly api_url: string },
): Promise<Me> {
  const businesses = await listMerchantsOf(tx, person.id);
  return {
    profile: await profileOf(tx, person),
    session: { has_second_factor: session.has_second_factor, expires_at: session.expires_at },
    businesses: businesses.map(({ merchant, name, currency, country, time_zone, role }) => ({
      ...{ id: merchant, name, currency, country, role, time_zone: merchantZone({ country, time_zone }) },
      rights: { test: [...rightsOf(role, "test")], live: [...rightsOf(role, "live")] },
    })),
    is_operator: await isOperator(tx, person.id),
    ...seen,
  };
}

async function profileOf(tx: Tx, person: PersonRow): Promise<Me["profile"]> {
  const { id, email, name, totp_confirmed_at } = person;
  const has_app = totp_confirmed_at !== null;
  const passkeys = await countPasskeys(tx, id);
  const has_second_factor = has_app || passkeys > 0;
  const recovery_codes_left = has_second_factor ? await countRecoveryCodes(tx, id) : 0;
  return { id, email, name, has_second_factor, has_app, passkeys, recovery_codes_left, totp_confirmed_at };
}
