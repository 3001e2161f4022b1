import type { Tx } from "#db/tx.ts";
import type { Static } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { HOUR_MS, plus } from "#kernel/time.ts";
import type { Lookup } from "./schema.ts";
import { forgetSeen, upsertSeen } from "./store.ts";

/** How long what a person was told about a number counts for an order they make. */
export const SEEN_MS = HOUR_MS;

/** Keeps what a person was told about a number, for the second person of an order to it. Runs as the engine. */
export async function keepSeen(
  tx: Tx,
  { merchant, environment }: Scope,
  { id: person }: Person,
  { phone, found, active, name }: Static<typeof Lookup>,
): Promise<void> {
  await upsertSeen(tx, { merchant, environment, person, phone, found, active, name });
}

/** A chore. */
export async function forgetSeenHolders(tx: Tx): Promise<void> {
  await forgetSeen(tx, plus(tx.now, -SEEN_MS));
}
