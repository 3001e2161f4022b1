import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { equalBuffers, fingerprint, fingerprints } from "#kernel/secrets.ts";

/** The attempt that a provider's callback is about. */
export interface AttemptRef extends Scope {
  readonly attempt: Id<"att">;
}

// 132 bits: another attempt's callback URL cannot be guessed.
const SEAL_LENGTH = 22;

/**
 * The last part of an attempt's callback URL. Only this service can create one. A request to an invalid URL has no
 * effect, and one to a valid URL only triggers a query.
 */
export function callbackToken(of: AttemptRef): string {
  const payload = `${of.merchant}.${of.environment}.${of.attempt}`;
  return `${payload}.${sealOf(fingerprint("notice", payload))}`;
}

export function readCallbackToken(token: string): AttemptRef | null {
  const plain = HEX.test(token) ? Buffer.from(token, "hex").toString("latin1") : token;
  const [merchant = "", environment = "", attempt = "", seal = ""] = plain.split(".");
  if (!isId("mer", merchant) || !isId("att", attempt)) return null;
  if (environment !== "test" && environment !== "live") return null;
  const actual_seal = Buffer.from(seal);
  const is_authentic = fingerprints("notice", `${merchant}.${environment}.${attempt}`).some((expected) =>
    equalBuffers(Buffer.from(sealOf(expected)), actual_seal),
  );
  return is_authentic ? { merchant, environment, attempt } : null;
}

// A plug-in writes the token in hexadecimal digits if its provider refuses URLs with certain words.
const HEX = /^([\da-f]{2})+$/;

function sealOf(mac: Buffer): string {
  return mac.toString("base64url").slice(0, SEAL_LENGTH);
}
