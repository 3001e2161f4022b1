import { randomBytes } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { assert, badRequest, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { fingerprint, fingerprints, open, randomText, seal } from "#kernel/secrets.ts";
import { count as countPasskeys } from "./passkeys/store.ts";
import { base32, matchingStep, otpauth } from "./rules.ts";
import type { PersonRow } from "./schema.ts";
import {
  confirmTotp,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  lock,
  replaceRecoveryCodes,
  setTotp,
} from "./store.ts";

// RFC 4226, section 4, recommends 160 bits: the length of a SHA-1 digest.
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

/**
 * Creates a secret for an authenticator app; `confirmApp` activates it. Throws `conflict` if there is an active app.
 */
export async function createAppSecret(
  tx: Tx,
  id: Id<"per">,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const person = await lockExistingPerson(tx, id);
  if (person.totp_confirmed_at)
    throw new ServiceError("second_factor_exists", "There is a second factor already: remove it first");
  const secret = randomBytes(SECRET_BYTES);
  await setTotp(tx, id, seal(secret.toString("base64"), totpSecretAad(id)));
  return { secret: base32(secret), uri: otpauth(secret, person.email) };
}

/**
 * Activates the app: sign-in requires a code from now on. Returns recovery codes, which are shown only once, or an
 * empty list if the person has a second factor and codes already. Throws `bad_request` for a wrong code, and `conflict`
 * if there is an active app.
 */
export async function confirmApp(tx: Tx, id: Id<"per">, code: string): Promise<readonly string[]> {
  const person = await lockExistingPerson(tx, id);
  if (person.totp_confirmed_at)
    throw new ServiceError("second_factor_confirmed", "The second factor is confirmed already");
  if (!(await consumeAppCode(tx, person, code)))
    throw badRequest("code", "app_code_wrong", "Enter the six digits the app shows now");
  // A person with a passkey has noted down their codes, so keep them. Replace codes left without a second factor.
  const has_codes = (await hasSecondFactor(tx, id)) && (await countRecoveryCodes(tx, id)) > 0;
  await confirmTotp(tx, id);
  return has_codes ? [] : createRecoveryCodes(tx, id);
}

/** Creates ten new recovery codes. Throws `conflict` if there is no second factor for them to replace. */
export async function replaceRecoveryCodesOf(tx: Tx, id: Id<"per">): Promise<readonly string[]> {
  if (!(await hasSecondFactor(tx, id))) throw new ServiceError("second_factor_missing", "Set a second factor up first");
  return createRecoveryCodes(tx, id);
}

/** Creates ten new recovery codes; the earlier ones become invalid. */
export async function createRecoveryCodes(tx: Tx, id: Id<"per">): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomText(RECOVERY_LENGTH).toLowerCase());
  await replaceRecoveryCodes(
    tx,
    id,
    codes.map((code) => fingerprint(recoveryCodePurpose(id), code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Removes the app. Returns whether the person still has a second factor. */
export async function removeApp(tx: Tx, id: Id<"per">): Promise<boolean> {
  await setTotp(tx, id, null);
  await deleteUnusedRecoveryCodes(tx, id);
  return hasSecondFactor(tx, id);
}

/** Whether sign-in requires more than the password, because the person has an app or a passkey. */
export async function hasSecondFactor(tx: Tx, id: Id<"per">): Promise<boolean> {
  const { totp_confirmed_at } = await lockExistingPerson(tx, id);
  return totp_confirmed_at !== null || (await countPasskeys(tx, id)) > 0;
}

/** Recovery codes for a person without a second factor; an empty list for others, who keep their codes. */
export async function firstRecoveryCodes(tx: Tx, id: Id<"per">): Promise<readonly string[]> {
  return (await hasSecondFactor(tx, id)) ? [] : createRecoveryCodes(tx, id);
}

/** Deletes the recovery codes of a person who has no second factor left: they would have nothing to replace. */
export async function deleteUnusedRecoveryCodes(tx: Tx, id: Id<"per">): Promise<void> {
  if (!(await hasSecondFactor(tx, id))) await replaceRecoveryCodes(tx, id, []);
}

/** Whether a code of the app, or a recovery code, is valid. Marks it as used: each code is valid once. */
export async function consumeSecondFactor(tx: Tx, id: Id<"per">, text: string): Promise<boolean> {
  const person = await lockExistingPerson(tx, id);
  if (!(await hasSecondFactor(tx, id))) return false;
  if (person.totp_confirmed_at && (await consumeAppCode(tx, person, text))) return true;
  return (
    isRecoveryCode(text) &&
    consumeRecoveryCode(tx, id, fingerprints(recoveryCodePurpose(id), normalizeRecoveryCode(text)))
  );
}

/** Whether a text has the form of a recovery code. */
export function isRecoveryCode(text: string): boolean {
  return normalizeRecoveryCode(text).length === RECOVERY_LENGTH;
}

function normalizeRecoveryCode(text: string): string {
  return text.toLowerCase().replace(/[^0-9a-z]/g, "");
}

async function consumeAppCode(tx: Tx, person: PersonRow, text: string): Promise<boolean> {
  const code = text.replace(/\s/g, "");
  if (person.totp_secret === null || !/^\d{6}$/.test(code)) return false;
  const secret = Buffer.from(open(person.totp_secret, totpSecretAad(person.id)), "base64");
  const step = matchingStep(secret, code, tx.now);
  return step !== null && consumeStep(tx, person.id, step);
}

async function lockExistingPerson(tx: Tx, id: Id<"per">): Promise<PersonRow> {
  const person = await lock(tx, id);
  assert(person, "a signed-in person exists");
  return person;
}

function totpSecretAad(id: Id<"per">): string {
  return `persons|totp_secret|${id}`;
}

function recoveryCodePurpose(id: Id<"per">): string {
  return `recovery code ${id}`;
}
