import type { Tx } from "#db/tx.ts";
import { list as listEntries } from "#resources/audit-log/store.ts";
import { loadActorNames } from "./authorization.ts";
import type { AuditEntryWithActor } from "./schema.ts";
import { list, type OperatorView } from "./store.ts";

const AUDIT_ENTRIES_PER_PAGE = 50;

/** Returns the platform operators. Only the command line can grant or withdraw their right. */
export async function listPlatformOperators(tx: Tx): Promise<OperatorView[]> {
  const people = await list(tx);
  const nameOf = await loadActorNames(
    tx,
    people.map(({ granted_by }) => granted_by),
  );
  return people.map((person) => ({ ...person, granted_by: nameOf(person.granted_by) }));
}

/** Returns the latest actions that concern no merchant; with `before`, those with a lower number. */
export async function listPlatformAuditEntries(tx: Tx, before: bigint | null): Promise<AuditEntryWithActor[]> {
  return listEntriesWithActors(tx, null, before, AUDIT_ENTRIES_PER_PAGE);
}

/** Returns the latest entries of a merchant's audit log, or the platform operators', with the names of their actors. */
export async function listEntriesWithActors(
  tx: Tx,
  merchant: string | null,
  before: bigint | null,
  limit: number,
): Promise<AuditEntryWithActor[]> {
  const entries = await listEntries(tx, merchant, before, limit);
  const nameOf = await loadActorNames(
    tx,
    entries.map(({ actor }) => actor),
  );
  return entries.map((entry) => ({ ...entry, actor_name: nameOf(entry.actor) }));
}
