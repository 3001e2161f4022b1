import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordDeletion } from "./audit-log.ts";
import { beneficiaryEvent } from "./present.ts";
import { markDeleted } from "./store.ts";

/**
 * Deletes a beneficiary. Its transfers remain and still show the beneficiary. If a person deletes it, the audit log
 * records that. Throws `not_found`.
 */
export async function deleteBeneficiary(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const row = await markDeleted(tx, scope, id);
  if (!row) throw new ServiceError("beneficiary_not_found", "Beneficiary not found");
  await recordDeletion(tx, scope, by, row);
  await recordEvents(tx, [beneficiaryEvent("beneficiary.deleted", row)]);
}
