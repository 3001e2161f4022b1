import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import type { Seen } from "#resources/approvals/schema.ts";
import { likenessOf, twinsOf } from "#resources/bulk/twins.ts";
import { SEEN_MS } from "#resources/lookups/seen.ts";
import { findSeen } from "#resources/lookups/store.ts";
import type { Accepted } from "./accept.ts";
import { scopeText } from "./look-up.ts";

/**
 * The warnings that the makers of these transfers saw, by transfer id. These are the network's answer about the number,
 * and a transfer of the last 24 hours with the same number and amount. Call it before the transfers are written, or
 * each would find itself.
 */
export async function seenFor(tx: Tx, accepted: readonly Accepted[]): Promise<ReadonlyMap<string, Seen>> {
  const scopes = new Map<string, Accepted[]>();
  for (const one of accepted) {
    const key = scopeText(one.transfer);
    scopes.set(key, [...(scopes.get(key) ?? []), one]);
  }
  const seen = new Map<string, Seen>();
  for (const of of scopes.values()) {
    const [first] = of;
    if (first) await seenIn(tx, first.transfer, of, seen);
  }
  return seen;
}

async function seenIn(tx: Tx, scope: Scope, accepted: readonly Accepted[], seen: Map<string, Seen>): Promise<void> {
  const { merchant, environment } = scope;
  const asked = accepted.flatMap(({ asked_by, receiver: { number: phone } }) =>
    asked_by === null ? [] : [{ merchant, environment, person: asked_by.id, phone }],
  );
  const [holders, twins] = await Promise.all([
    asked.length === 0 ? [] : findSeen(tx, asked, plus(tx.now, -SEEN_MS)),
    twinsOf(tx, scope, accepted),
  ]);
  for (const { transfer, receiver, asked_by } of accepted) {
    const holder = holders.find(({ person, phone }) => person === asked_by?.id && phone === receiver.number);
    const twin = twins.get(likenessOf(receiver, transfer.amount));
    seen.set(transfer.id, {
      holder: holder ? { found: holder.found, active: holder.active, name: holder.name } : null,
      duplicates: twin === undefined ? [] : [twin],
      repeats: 0,
    });
  }
}
