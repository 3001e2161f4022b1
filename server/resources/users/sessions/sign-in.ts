import type { Tx } from "#db/tx.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { badRequest, fieldError, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { verifyPasswordHash } from "#resources/users/password-hash.ts";
import { isCurrentPassword } from "#resources/users/reset-password.ts";
import { normalizeEmail } from "#resources/users/rules.ts";
import type { PersonRow } from "#resources/users/schema.ts";
import { consumeSecondFactor, hasSecondFactor, isRecoveryCode } from "#resources/users/second-factor.ts";
import { mailSecurityNotice, recordAuthentication, recordFailedSignIn } from "#resources/users/security-events.ts";
import { findByEmail, lock } from "#resources/users/store.ts";
import type { StepUpProof } from "./schema.ts";
import { type AuthenticatedVisitor, type ClientContext, createSession, renewSession } from "./session.ts";
import { end, hasSignedIn, listAddresses } from "./store.ts";
import { clearFailures, delayTry, type ThrottleKey } from "./throttle.ts";

/**
 * Runs work in one transaction of the engine. Never hash a password inside one: it would hold a connection meanwhile.
 */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface SignInResult {
  readonly token: string;
  /** True if the session gives no access until a second factor follows. */
  readonly awaits_code: boolean;
  readonly person: Id<"per">;
}

// If a person has signed in from an address within this time, strangers' failures do not delay tries from there. IPv6
// addresses are compared by network, because a browser changes its address every day.
const KNOWN_ADDRESS_MS = 30 * DAY_MS;

/**
 * Checks a password and opens a session. Throws `unauthorized` with the same message, after the same time, whether the
 * account exists or not. Throws `too_many_requests` after too many tries.
 */
export async function signIn(
  transact: Transact,
  credentials: { readonly email: string; readonly password: string },
  client: ClientContext,
): Promise<SignInResult> {
  const email = normalizeEmail(credentials.email);
  const { person, tries } = await transact(async (tx) => {
    const existing = await findByEmail(tx, email);
    return { person: existing, tries: await throttleKeysOf(tx, existing, email, client) };
  });
  await delayTry(transact, tries);
  if (!(await verifyPasswordHash(credentials.password, person?.password ?? null)) || !person) {
    if (person) client.afterResponse((tx) => recordFailedSignIn(tx, person.id, "password", client));
    throw wrongPassword();
  }
  return transact(async (tx) => {
    // A concurrent password change ends all sessions; without this check the old password could open one after that.
    if (!(await isCurrentPassword(tx, person))) throw wrongPassword();
    await clearFailures(tx, person.id, tries);
    const awaits_code = await hasSecondFactor(tx, person.id);
    if (!awaits_code) await recordSignIn(tx, person.id, "password", client);
    const token = await createSession(tx, { person: person.id, awaits_code, has_second_factor: false }, client);
    return { token, awaits_code, person: person.id };
  });
}

/** Records a sign-in before its session exists, and mails the person if the browser is new. */
async function recordSignIn(
  tx: Tx,
  person: Id<"per">,
  by: "password" | "code" | "recovery_code" | "passkey" | "link",
  client: ClientContext,
): Promise<void> {
  const { has_mail } = client;
  const is_known = client.deviceOf(person) !== null;
  await recordAuthentication(tx, person, "signed_in", client, { has_mail, details: { by, is_known_device: is_known } });
  if (has_mail && !is_known && (await hasSignedIn(tx, person))) await mailSecurityNotice(tx, person, "device", client);
}

/** The counters of a password try. A known device or address has one that strangers elsewhere cannot use up. */
async function throttleKeysOf(
  tx: Tx,
  person: PersonRow | null,
  email: string,
  client: ClientContext,
): Promise<readonly ThrottleKey[]> {
  const device = person && client.deviceOf(person.id);
  if (device !== null) return [{ limit: "device", subject: device }];
  const caller = clientNetwork(client.address);
  const known_addresses = person ? await listAddresses(tx, person.id, plus(tx.now, -KNOWN_ADDRESS_MS)) : [];
  const pair_key: ThrottleKey = { limit: "pair", subject: `${email} ${caller}` };
  if (known_addresses.some((address) => clientNetwork(address) === caller)) return [pair_key];
  return [pair_key, { limit: "account", subject: email }, { limit: "address", subject: caller }];
}

function wrongPassword(): ServiceError {
  return new ServiceError("credentials_wrong", "The e-mail address or the password is not right");
}

/**
 * The second step of a sign-in: replaces the session that awaits a code by a full one with a new token. Throws
 * `unauthorized` and `too_many_requests`.
 */
export async function completeSignIn(
  transact: Transact,
  pending: AuthenticatedVisitor,
  code: string,
  client: ClientContext,
): Promise<string> {
  const device = client.deviceOf(pending.person.id);
  await verifyCode(transact, pending.person, code, {
    throttle_subject: device === null ? pending.person.id : `device ${device}`,
    client,
  });
  return transact(async (tx) => {
    const is_open =
      (await isCurrentPassword(tx, pending.person)) && (await end(tx, pending.person.id, pending.session.id));
    if (!is_open) throw new ServiceError("password_step_missing", "Begin with your password");
    await recordSignIn(tx, pending.person.id, isRecoveryCode(code) ? "recovery_code" : "code", client);
    return createSession(tx, { person: pending.person.id, awaits_code: false, has_second_factor: true }, client);
  });
}

/** A person who has just chosen a password or used a passkey. A passkey counts as two factors. */
export interface ProvenIdentity {
  readonly person: Id<"per">;
  readonly has_second_factor: boolean;
  /** Whether the proof is still valid: it may have been revoked since it was checked. */
  isStillValid(tx: Tx): Promise<boolean>;
}

/** Opens a session for a person whose identity is proven. Throws `unauthorized` if the proof was revoked. */
export async function openProvenSession(tx: Tx, identity: ProvenIdentity, client: ClientContext): Promise<string> {
  const { person, has_second_factor } = identity;
  // Transactions that revoke the proof lock this row, too, so the check below stays valid until commit.
  await lock(tx, person);
  if (!(await identity.isStillValid(tx))) throw new ServiceError("sign_in_required", "Sign in first");
  await recordSignIn(tx, person, has_second_factor ? "passkey" : "link", client);
  return createSession(tx, { person, awaits_code: false, has_second_factor }, client);
}

/**
 * Repeats the verification of a signed-in person (step-up). Returns the session's new token. Throws `unauthorized`,
 * `too_many_requests`, and `bad_request` for a code where a password is required, or the reverse.
 */
export async function stepUp(
  transact: Transact,
  { person, session }: AuthenticatedVisitor,
  proof: StepUpProof,
  client: ClientContext,
): Promise<string> {
  const needs_code = await transact((tx) => hasSecondFactor(tx, person.id));
  if (needs_code) {
    if (proof.code === undefined) throw badRequest("code", "code_required", "Enter the code your app shows");
    await verifyCode(transact, person, proof.code, { throttle_subject: session.id, client });
  } else {
    if (proof.password === undefined) throw badRequest("password", "password_required", "Enter your password");
    await verifyPassword(transact, { person, session }, proof.password);
  }
  return transact(async (tx) => {
    await recordAuthentication(tx, person.id, "proved", client, { has_mail: client.has_mail });
    return renewSession(tx, session, needs_code);
  });
}

/** Throws `unauthorized` if it is not the person's password, and `too_many_requests`. Counts tries per session. */
export async function verifyPassword(
  transact: Transact,
  { person, session }: AuthenticatedVisitor,
  password: string,
): Promise<void> {
  const tries: readonly ThrottleKey[] = [{ limit: "proof", subject: session.id }];
  await delayTry(transact, tries);
  if (!(await verifyPasswordHash(password, person.password))) {
    await transact((tx) => recordFailedSignIn(tx, person.id, "proof", session));
    throw new ServiceError("password_wrong", "The password is not right", {
      fields: {
        password: [fieldError("password_wrong", "This is not your password")],
      },
    });
  }
  await transact((tx) => clearFailures(tx, person.id, tries));
}

/** `throttle_subject` is the subject of the throttle: a session, a known device, or otherwise the account. */
async function verifyCode(
  transact: Transact,
  person: PersonRow,
  code: string,
  { throttle_subject, client }: { readonly throttle_subject: string; readonly client: ClientContext },
): Promise<void> {
  const is_recovery = isRecoveryCode(code);
  const tries: readonly ThrottleKey[] = [{ limit: is_recovery ? "recovery" : "code", subject: throttle_subject }];
  await delayTry(transact, tries);
  const is_valid = await transact(async (tx) => {
    const is_accepted = await consumeSecondFactor(tx, person.id, code);
    if (is_accepted) await clearFailures(tx, person.id, tries);
    if (is_accepted && is_recovery) {
      await recordAuthentication(tx, person.id, "recovery_code_used", client, { has_mail: client.has_mail });
    }
    if (!is_accepted) await recordFailedSignIn(tx, person.id, "code", client);
    return is_accepted;
  });
  if (!is_valid) {
    const text = "This code is not right, or was used before";
    throw new ServiceError("code_wrong", text, { fields: { code: [fieldError("code_wrong", text)] } });
  }
}
