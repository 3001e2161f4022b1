import type { Database } from "#db/pool.ts";
import type { Scope } from "#kernel/scope.ts";
import { vault } from "./connect.ts";
import { connections } from "./connections.ts";
import type { Exchange } from "./exchange.ts";
import { pace } from "./pace.ts";
import type { Holder } from "./provider.ts";
import type { Registry } from "./registry.ts";

/** The holder of a number, according to its network. `untold`: the network does not provide names. */
export type Answer =
  | Holder
  | { readonly state: "not_connected" }
  | { readonly state: "untold" }
  | { readonly state: "too_many" };

export type HolderOf = (scope: Scope, provider: string, number: string) => Promise<Answer>;

// Enough for a clerk who types; too few to enumerate numbers.
const LOOKUPS_PER_SECOND = 2;

/** Queries networks for holders' names. Opens its own transactions: no call is made inside one. */
export function holders(db: Database, registry: Registry, exchange: Exchange): HolderOf {
  const accounts = vault(db);
  const turns = pace();
  return async (scope, provider_id, number) => {
    const turn = turns.take(`${scope.merchant} ${scope.environment}`, LOOKUPS_PER_SECOND);
    if ("put_off_ms" in turn) return { state: "too_many" };
    const connected = await db.engine((tx) => connections(tx, [scope]));
    if (!connected.has(scope, provider_id)) return { state: "not_connected" };
    const provider = registry.get(provider_id);
    if (!provider.lookUp) return { state: "untold" };
    const account = await accounts.account(connected.find(scope, provider_id));
    return provider.lookUp(account, number, exchange);
  };
}
