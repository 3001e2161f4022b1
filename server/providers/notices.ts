import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { equal, fingerprint, fingerprints } from "#kernel/secrets.ts";

/** The attempt that a provider's callback is about. */
export interface AttemptRef extends Scope {
  readonly attempt: Id<"att">;
}

// 132 bits: another attempt's callback URL cannot be guessed.
const SEAL_CHARACTERS = 22;

/**
 * The last part of an attempt's callback URL. Only this service can create one. A request to an invalid URL has no
 * effect, and one to a valid URL only triggers a query.
 */
export function noticeToken(of: AttemptRef): string {
  const named = `${of.merchant}.${of.environment}.${of.attempt}`;
  return `${named}.${sealOf(fingerprint("notice", named))}`;
}

export function readNoticeToken(token: string): AttemptRef | null {
  const [merchant = "", environment = "", attempt = "", seal = ""] = token.split(".");
  if (!isId("mer", merchant) || !isId("att", attempt)) return null;
  if (environment !== "test" && environment !== "live") return null;
  const given = Buffer.from(seal);
  const is_ours = fingerprints("notice", `${merchant}.${environment}.${attempt}`).some((expected) =>
    equal(Buffer.from(sealOf(expected)), given),
  );
  return is_ours ? { merchant, environment, attempt } : null;
}

function sealOf(mac: Buffer): string {
  return mac.toString("base64url").slice(0, SEAL_CHARACTERS);
}
