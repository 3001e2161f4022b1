import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { READING_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { recordAct } from "#resources/acts/record.ts";
import { deleteConnection, find, type LinkGrant, lockConnection, upsertConnection } from "./store.ts";

/** The default grant of a link: read rights, in both environments. */
export const READING: LinkGrant = { rights: READING_RIGHTS, environments: ENVIRONMENTS };

/**
 * Links one merchant to another, so that it may act for that one with X-Sync within the grant. Both audit logs record
 * it. An existing link gets the new grant, within a second. Runs as the engine. Throws `not_found` for an unknown
 * merchant, and `invalid` when they are the same or the grant is empty.
 */
export async function connectMerchants(
  tx: Tx,
  merchant: string,
  connected: string,
  grant: LinkGrant,
  actor: string,
): Promise<void> {
  const [one, other] = [await find(tx, merchant), await find(tx, connected)];
  if (!one || !other) throw new ServiceError("not_found", `There is no merchant ${one ? connected : merchant}`);
  if (one.id === other.id) throw new ServiceError("invalid", "A merchant acts for itself without being connected");
  if (grant.rights.length === 0 || grant.environments.length === 0) {
    throw new ServiceError("invalid", "A link grants at least one right in at least one environment");
  }
  const before = await lockConnection(tx, one.id, other.id);
  if (before !== null && isSame(before, grant)) return;
  await upsertConnection(tx, one.id, other.id, grant);
  await recordBoth(tx, one.id, other.id, { actor, before, after: grant });
}

/** Removes a link, within a second. Runs as the engine. Throws `not_found` without one. */
export async function disconnectMerchants(
  tx: Tx,
  merchant: Id<"mer">,
  connected: Id<"mer">,
  actor: string,
): Promise<void> {
  const before = await lockConnection(tx, merchant, connected);
  if (before === null) throw new ServiceError("not_found", "These businesses are not connected");
  await deleteConnection(tx, merchant, connected);
  await recordBoth(tx, merchant, connected, { actor, before, after: null });
}

function isSame(one: LinkGrant, other: LinkGrant): boolean {
  const text = ({ rights, environments }: LinkGrant) => [rights.toSorted(), environments.toSorted()].join(" ");
  return text(one) === text(other);
}

interface Change {
  readonly actor: string;
  readonly before: LinkGrant | null;
  readonly after: LinkGrant | null;
}

async function recordBoth(
  tx: Tx,
  merchant: Id<"mer">,
  connected: Id<"mer">,
  { actor, before, after }: Change,
): Promise<void> {
  const shown = (grant: LinkGrant | null) => grant && { merchant, connected, ...grant };
  const common = { environment: null, actor, before: shown(before), after: shown(after) } as const;
  const acts = [
    {
      ...common,
      merchant,
      act: after ? ("merchant.connected" as const) : ("merchant.disconnected" as const),
      subject: connected,
    },
    {
      ...common,
      merchant: connected,
      act: after ? ("agent.allowed" as const) : ("agent.forbidden" as const),
      subject: merchant,
    },
  ];
  // Each entry locks its merchant's log: one fixed order prevents deadlocks.
  for (const act of acts.sort((one, other) => (one.merchant < other.merchant ? -1 : 1))) await recordAct(tx, act);
}
