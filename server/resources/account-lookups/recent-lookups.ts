import type { Tx } from "#db/tx.ts";
import type { Static } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { HOUR_MS, plus } from "#kernel/time.ts";
import type { Lookup } from "./schema.ts";
import { deleteLookupsBefore, upsertLookup } from "./store.ts";

/** A lookup older than this is not shown with an order. */
export const LOOKUP_RETENTION_MS = HOUR_MS;

/** Stores a lookup result, so that the approver of an order to that number sees it. Runs as the engine. */
export async function storeLookup(
  tx: Tx,
  { merchant, environment }: Scope,
  { id: person }: Person,
  { phone, found, active, name }: Static<typeof Lookup>,
): Promise<void> {
  await upsertLookup(tx, { merchant, environment, person, phone, found, active, name });
}

/** Scheduled job: deletes lookups past their retention. */
export async function deleteOldLookups(tx: Tx): Promise<void> {
  await deleteLookupsBefore(tx, plus(tx.now, -LOOKUP_RETENTION_MS));
}
