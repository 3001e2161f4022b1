import type { Tx } from "#db/tx.ts";
import { callerAt } from "#kernel/callers.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { mailNews, recordAuthentication, recordFailure } from "#resources/people/authentication.ts";
import { isPassword } from "#resources/people/password.ts";
import { isStillPassword } from "#resources/people/reset.ts";
import { evenEmail } from "#resources/people/rules.ts";
import type { PersonRow } from "#resources/people/schema.ts";
import { hasSecondFactor, isRecoveryCode, isSecondFactor } from "#resources/people/second-factor.ts";
import { findByEmail, lock } from "#resources/people/store.ts";
import type { Proof } from "./schema.ts";
import { openSession, renewSession, type SignedIn, type Visit } from "./session.ts";
import { end, hasSignedIn, listAddresses } from "./store.ts";
import { admitTry, type Counted, forgive } from "./throttle.ts";

/** Runs work in one transaction of the engine. Passwords are hashed between transactions, never in one. */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface SignInResult {
  readonly token: string;
  /** True if a second factor must follow before the token opens anything. */
  readonly awaits_code: boolean;
  readonly person: Id<"per">;
}

// An address from which a person has signed in within this time is exempt from the delays that strangers' failures
// cause. For IPv6 the network counts: a browser's address changes every day.
const KNOWN_ADDRESS_MS = 30 * DAY_MS;

/**
 * Checks a password and opens a session. Throws `unauthorized` in the same words and time whether the account exists or
 * not, and `too_many_requests` after too many tries.
 */
export async function signIn(
  transact: Transact,
  given: { readonly email: string; readonly password: string },
  visit: Visit,
): Promise<SignInResult> {
  const email = evenEmail(given.email);
  const { person, tries } = await transact(async (tx) => {
    const found = await findByEmail(tx, email);
    return { person: found, tries: await triesOf(tx, found, email, visit) };
  });
  await admitTry(transact, tries);
  if (!(await isPassword(given.password, person?.password ?? null)) || !person) {
    if (person) visit.afterwards((tx) => recordFailure(tx, person.id, "password", visit));
    throw wrongPassword();
  }
  return transact(async (tx) => {
    // A password change ends the open sessions. This check keeps the old password from opening another one after it.
    if (!(await isStillPassword(tx, person))) throw wrongPassword();
    await forgive(tx, person.id, tries);
    const awaits_code = await hasSecondFactor(tx, person.id);
    if (!awaits_code) await recordEntry(tx, person.id, "password", visit);
    const token = await openSession(tx, { person: person.id, awaits_code, has_second_factor: false }, visit);
    return { token, awaits_code, person: person.id };
  });
}

/** Records a sign-in before its session is opened, and mails the person if the browser is new. */
async function recordEntry(
  tx: Tx,
  person: Id<"per">,
  by: "password" | "code" | "recovery_code" | "passkey" | "link",
  visit: Visit,
): Promise<void> {
  const { has_mail } = visit;
  const is_known = visit.deviceOf(person) !== null;
  await recordAuthentication(tx, person, "signed_in", visit, { has_mail, details: { by, is_known_device: is_known } });
  if (has_mail && !is_known && (await hasSignedIn(tx, person))) await mailNews(tx, person, "device", visit);
}

/** The counters of a password try. Each is shared only by callers that cannot be told apart. */
async function triesOf(tx: Tx, person: PersonRow | null, email: string, visit: Visit): Promise<readonly Counted[]> {
  const device = person && visit.deviceOf(person.id);
  if (device !== null) return [{ limit: "device", who: device }];
  const caller = callerAt(visit.address);
  const known = person ? await listAddresses(tx, person.id, plus(tx.now, -KNOWN_ADDRESS_MS)) : [];
  const pair: Counted = { limit: "pair", who: `${email} ${caller}` };
  if (known.some((address) => callerAt(address) === caller)) return [pair];
  return [pair, { limit: "account", who: email }, { limit: "address", who: caller }];
}

function wrongPassword(): ServiceError {
  return new ServiceError("unauthorized", "The e-mail address or the password is not right");
}

/** The second step: replaces the half-open session by a full one with a new token. Throws `unauthorized`, `too_many_requests`. */
export async function enterCode(transact: Transact, half: SignedIn, code: string, visit: Visit): Promise<string> {
  const device = visit.deviceOf(half.person.id);
  await proveCode(transact, half.person, code, { who: device === null ? half.person.id : `device ${device}`, visit });
  return transact(async (tx) => {
    const is_open = (await isStillPassword(tx, half.person)) && (await end(tx, half.person.id, half.session.id));
    if (!is_open) throw new ServiceError("unauthorized", "Begin with your password");
    await recordEntry(tx, half.person.id, isRecoveryCode(code) ? "recovery_code" : "code", visit);
    return openSession(tx, { person: half.person.id, awaits_code: false, has_second_factor: true }, visit);
  });
}

/** A person who has just chosen a password, or used a passkey, which is two factors in one. */
export interface Proved {
  readonly person: Id<"per">;
  readonly has_second_factor: boolean;
  /** Whether the proof is still valid: it may have been revoked since, with the sessions it opened. */
  isStill(tx: Tx): Promise<boolean>;
}

/** Opens a session for a proved person. Throws `unauthorized`. */
export async function openProved(tx: Tx, proved: Proved, visit: Visit): Promise<string> {
  const { person, has_second_factor } = proved;
  // A transaction that revokes the proof locks this row, too.
  await lock(tx, person);
  if (!(await proved.isStill(tx))) throw new ServiceError("unauthorized", "Sign in first");
  await recordEntry(tx, person, has_second_factor ? "passkey" : "link", visit);
  return openSession(tx, { person, awaits_code: false, has_second_factor }, visit);
}

/**
 * Step-up of a signed-in person. Returns the session's new token. Throws `unauthorized`, `too_many_requests`, and
 * `bad_request` for the wrong kind of proof.
 */
export async function stepUp(
  transact: Transact,
  { person, session }: SignedIn,
  proof: Proof,
  visit: Visit,
): Promise<string> {
  const needs_code = await transact((tx) => hasSecondFactor(tx, person.id));
  if (needs_code) {
    if (proof.code === undefined) throw badRequest("code", "Enter the code your app shows");
    await proveCode(transact, person, proof.code, { who: session.id, visit });
  } else {
    if (proof.password === undefined) throw badRequest("password", "Enter your password");
    await provePassword(transact, { person, session }, proof.password);
  }
  return transact(async (tx) => {
    await recordAuthentication(tx, person.id, "proved", visit, { has_mail: visit.has_mail });
    return renewSession(tx, session, needs_code);
  });
}

/** Throws `unauthorized` unless it is the person's password, and `too_many_requests`. Tries count per session. */
export async function provePassword(
  transact: Transact,
  { person, session }: SignedIn,
  password: string,
): Promise<void> {
  const tries: readonly Counted[] = [{ limit: "proof", who: session.id }];
  await admitTry(transact, tries);
  if (!(await isPassword(password, person.password))) {
    await transact((tx) => recordFailure(tx, person.id, "proof", session));
    throw new ServiceError("unauthorized", "The password is not right", { password: ["This is not your password"] });
  }
  await transact((tx) => forgive(tx, person.id, tries));
}

/** `who`: a session, a known device, or else the account. */
async function proveCode(
  transact: Transact,
  person: PersonRow,
  code: string,
  { who, visit }: { readonly who: string; readonly visit: Visit },
): Promise<void> {
  const is_recovery = isRecoveryCode(code);
  const tries: readonly Counted[] = [{ limit: is_recovery ? "recovery" : "code", who }];
  await admitTry(transact, tries);
  const is_right = await transact(async (tx) => {
    const right = await isSecondFactor(tx, person.id, code);
    if (right) await forgive(tx, person.id, tries);
    if (right && is_recovery) {
      await recordAuthentication(tx, person.id, "recovery_code_used", visit, { has_mail: visit.has_mail });
    }
    if (!right) await recordFailure(tx, person.id, "code", visit);
    return right;
  });
  if (!is_right) {
    const text = "This code is not right, or was used before";
    throw new ServiceError("unauthorized", text, { code: [text] });
  }
}
