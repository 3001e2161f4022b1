import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { READ_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { merchantNotFound } from "./rules.ts";
import { deleteMerchantLink, find, type LinkGrant, lockMerchantLink, upsertMerchantLink } from "./store.ts";

/** The default grant of a link: read rights, in both environments. */
export const READ_ONLY_GRANT: LinkGrant = { rights: READ_RIGHTS, environments: ENVIRONMENTS };

/**
 * Links one merchant to another: the first may then act for the second with X-Sync, within the grant. Both audit logs
 * record it. An existing link gets the new grant, which takes effect within a second. Runs as the engine. Throws
 * `not_found` for an unknown merchant, and `invalid` if the two merchants are the same or the grant is empty.
 */
export async function linkMerchants(
  tx: Tx,
  merchant: string,
  linked_merchant: string,
  grant: LinkGrant,
  actor: string,
): Promise<void> {
  const [one, other] = [await find(tx, merchant), await find(tx, linked_merchant)];
  if (!one || !other) throw merchantNotFound(one ? linked_merchant : merchant);
  if (one.id === other.id)
    throw new ServiceError("merchant_link_to_itself", "A merchant acts for itself without being connected");
  if (grant.rights.length === 0 || grant.environments.length === 0) {
    throw new ServiceError("merchant_link_empty", "A link grants at least one right in at least one environment");
  }
  const before = await lockMerchantLink(tx, one.id, other.id);
  if (before !== null && isSameGrant(before, grant)) return;
  await upsertMerchantLink(tx, one.id, other.id, grant);
  await recordInBothLogs(tx, one.id, other.id, { actor, before, after: grant });
}

/** Removes a link; this takes effect within a second. Runs as the engine. Throws `not_found` if there is no link. */
export async function unlinkMerchants(
  tx: Tx,
  merchant: Id<"mer">,
  linked_merchant: Id<"mer">,
  actor: string,
): Promise<void> {
  const before = await lockMerchantLink(tx, merchant, linked_merchant);
  if (before === null) throw new ServiceError("merchant_link_not_found", "These businesses are not connected");
  await deleteMerchantLink(tx, merchant, linked_merchant);
  await recordInBothLogs(tx, merchant, linked_merchant, { actor, before, after: null });
}

function isSameGrant(one: LinkGrant, other: LinkGrant): boolean {
  const text = ({ rights, environments }: LinkGrant) => [rights.toSorted(), environments.toSorted()].join(" ");
  return text(one) === text(other);
}

interface LinkChange {
  readonly actor: string;
  readonly before: LinkGrant | null;
  readonly after: LinkGrant | null;
}

async function recordInBothLogs(
  tx: Tx,
  merchant: Id<"mer">,
  linked_merchant: Id<"mer">,
  { actor, before, after }: LinkChange,
): Promise<void> {
  const describeGrant = (grant: LinkGrant | null) => grant && { merchant, linked_merchant, ...grant };
  const common = { environment: null, actor, before: describeGrant(before), after: describeGrant(after) } as const;
  const entries = [
    {
      ...common,
      merchant,
      action: after ? ("merchant.connected" as const) : ("merchant.disconnected" as const),
      subject: linked_merchant,
    },
    {
      ...common,
      merchant: linked_merchant,
      action: after ? ("agent.allowed" as const) : ("agent.forbidden" as const),
      subject: merchant,
    },
  ];
  // Each audit entry locks its merchant's log. Write the entries in a fixed order to prevent deadlocks.
  for (const entry of entries.sort((one, other) => (one.merchant < other.merchant ? -1 : 1)))
    await recordAuditEntry(tx, entry);
}
