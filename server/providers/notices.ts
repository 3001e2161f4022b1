import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { equal, fingerprint, fingerprints } from "#kernel/secrets.ts";

/** Which attempt a provider calls about. */
export interface AttemptRef extends Scope {
  readonly attempt: Id<"att">;
}

// 132 bits: nobody guesses another attempt's address.
const SEAL_CHARACTERS = 22;

/**
 * The end of the address a provider calls back, for one attempt. Only we can make one: what a stranger sends to another
 * address finds nothing, and what arrives at this one is still only a reason to ask.
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
