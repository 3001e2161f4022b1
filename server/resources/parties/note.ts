import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { lock as lockBeneficiary } from "#resources/beneficiaries/store.ts";
import { lock as lockCustomer } from "#resources/customers/store.ts";
import { findParty } from "./retrieve.ts";
import { partyNotFound } from "./rules.ts";
import type { NewPartyNote } from "./schema.ts";
import { deleteNote, findNote, saveNote } from "./store.ts";

/**
 * Replaces the merchant's note about a customer or beneficiary, or removes it. Only the dashboard shows it: answers of
 * the API, events and orders to providers do not contain it. The audit log has the text before and after. Throws
 * `not_found`.
 */
export async function writeNote(tx: Tx, scope: Scope, id: string, { text }: NewPartyNote, by: Person): Promise<void> {
  const { kind } = await findParty(tx, scope, id);
  // Locked, so that the audit log has every text: of two notes at once, the second replaces the first. A merge may commit
  // during the wait, so the note belongs to the locked row.
  const party = await (kind === "customer" ? lockCustomer : lockBeneficiary)(tx, scope, id);
  if (!party) throw partyNotFound();
  const before = await findNote(tx, scope, party.id);
  if (before?.text === text) return;
  const { merchant, environment } = scope;
  if (text === undefined) await deleteNote(tx, scope, party.id);
  else {
    await saveNote(tx, {
      ...{ merchant, environment, party: party.id, text },
      ...{ written_by: by.id, written_by_name: by.name, written_at: tx.now },
    });
  }
  await recordPersonAction(tx, scope, by, {
    action: `${kind}.note_set`,
    subject: party.id,
    before: before && { note: before.text },
    after: text === undefined ? null : { note: text },
  });
}
