import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { type PartiesToMerge, requireMergeable } from "#resources/parties/rules.ts";
import { beneficiaryEvent } from "./present.ts";
import { lockForMerge, markMerged } from "./store.ts";

/**
 * Merges a beneficiary into another one, for ever. The id of the merged one leads to the kept one, so later transfers to
 * either id are paid to the number of the kept one; accepted transfers stay as they are. Throws as `requireMergeable`
 * does, and `invalid` if the two differ in type, country or currency, which a beneficiary never changes, or if only the
 * merged one is in the list.
 */
export async function mergeBeneficiaries(tx: Tx, scope: Scope, ids: PartiesToMerge, by: Person): Promise<void> {
  const { kept, merged } = requireMergeable(await lockForMerge(tx, scope, [ids.kept, ids.merged]), ids);
  const is_same_kind =
    kept.type === merged.type && kept.country === merged.country && kept.currency === merged.currency;
  if (!is_same_kind) {
    throw new ServiceError(
      "parties_differ",
      "The two beneficiaries are not paid in the same way: type, country or currency differ",
    );
  }
  if (merged.listed && !kept.listed) {
    throw new ServiceError("party_unlisted", "The beneficiary to keep is not in the list. Keep the other one");
  }
  const alias = await markMerged(tx, scope, merged.id, kept.id);
  await recordEvents(tx, [beneficiaryEvent("beneficiary.deleted", alias)]);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "beneficiary.merged", subject: kept.id },
    before: { id: alias.id, name: alias.name, email: alias.email, phone: alias.phone },
    after: { id: kept.id, name: kept.name, email: kept.email, phone: kept.phone },
  });
}
