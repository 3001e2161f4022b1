import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { mergeBeneficiaries } from "#resources/beneficiaries/merge.ts";
import { mergeCustomers } from "#resources/customers/merge.ts";
import type { PartiesToMerge } from "./rules.ts";
import { NOTE_MAX, type PartyKind, type PartyNote } from "./schema.ts";
import { deleteNote, findNote, moveNote, saveNote } from "./store.ts";

/**
 * Merges one customer or beneficiary into another one of the same kind, with its note (decision 48). Throws as
 * `mergeCustomers` and `mergeBeneficiaries` do.
 */
export async function mergeParties(
  tx: Tx,
  scope: Scope,
  kind: PartyKind,
  ids: PartiesToMerge,
  by: Person,
): Promise<void> {
  await (kind === "customer" ? mergeCustomers : mergeBeneficiaries)(tx, scope, ids, by);
  await mergeNotes(tx, scope, ids, by);
}

/** Appends the note of the merged party to that of the kept one. The audit log keeps what is over the limit. */
async function mergeNotes(tx: Tx, scope: Scope, { kept, merged }: PartiesToMerge, by: Person): Promise<void> {
  const [note, other]: readonly (PartyNote | null)[] = await Promise.all([
    findNote(tx, scope, kept),
    findNote(tx, scope, merged),
  ]);
  if (!other) return;
  if (!note) return moveNote(tx, scope, merged, kept);
  const { merchant, environment } = scope;
  await saveNote(tx, {
    ...{ merchant, environment, party: kept, text: joinNotes(note.text, other.text) },
    ...{ written_by: by.id, written_by_name: by.name, written_at: tx.now },
  });
  await deleteNote(tx, scope, merged);
}

function joinNotes(one: string, other: string): string {
  const text = [...`${one}\n\n${other}`];
  return text.length <= NOTE_MAX ? text.join("") : `${text.slice(0, NOTE_MAX - 1).join("")}…`;
}
