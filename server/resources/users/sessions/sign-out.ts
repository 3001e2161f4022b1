import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAuthentication } from "#resources/users/security-events.ts";
import { type ClientContext, endSession } from "./session.ts";

/**
 * Ends a session at its person's request, and records that. Throws `not_found` for a session that is not this person's.
 */
export async function signOut(tx: Tx, person: Id<"per">, session: string, client: ClientContext): Promise<void> {
  await endSession(tx, person, session);
  await recordAuthentication(tx, person, "signed_out", client, { has_mail: false, details: { session } });
}
