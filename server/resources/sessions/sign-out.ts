import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAuthentication } from "#resources/people/authentication.ts";
import { endSession, type Visit } from "./session.ts";

/** Ends a session by its person's wish, and puts it on record. Throws `not_found` for what is no session of this person's. */
export async function signOut(tx: Tx, person: Id<"per">, session: string, visit: Visit): Promise<void> {
  await endSession(tx, person, session);
  await recordAuthentication(tx, person, "signed_out", visit, { has_mail: false, details: { session } });
}
