import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { findParty } from "./retrieve.ts";
import { ACTIVITY_PAGE_SIZE, type PartyActivity, RECORDS_TOTALED_MAX } from "./schema.ts";
import { listOfBeneficiary, listOfCustomer } from "./store.ts";

/**
 * Returns a page of a party's records, the newest first: the payments, refunds and invoices of a customer, or the
 * transfers to a beneficiary. Refunds are those of the newest 10,000 payments. Throws `not_found`.
 */
export async function listPartyActivity(
  tx: Tx,
  scope: Scope,
  id: string,
  before: string | null,
): Promise<{ readonly items: PartyActivity[]; readonly has_more: boolean }> {
  const party = await findParty(tx, scope, id);
  const list = party.kind === "customer" ? listOfCustomer : listOfBeneficiary;
  const page = { before, limit: ACTIVITY_PAGE_SIZE + 1, payments_max: RECORDS_TOTALED_MAX };
  const records = await list(tx, scope, party.id, page);
  return { items: records.slice(0, ACTIVITY_PAGE_SIZE), has_more: records.length > ACTIVITY_PAGE_SIZE };
}
