import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAuthentication } from "#resources/people/authentication.ts";
import { endSession, type Visit } from "./session.ts";

/** Ends a session at its person's request, and records that. Throws `not_found` for a session that is not this person's. */
export async function signOut(tx: Tx, person: Id<"per">, session: string, visit: Visit): Promise<void> {
  await endSession(tx, person, session);
  await recordAuthentication(tx, person, "signed_out", visit, { has_mail: false, details: { session } });
}
