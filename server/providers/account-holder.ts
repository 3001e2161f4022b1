import type { Database } from "#db/pool.ts";
import type { Scope } from "#kernel/scope.ts";
import { accountCache } from "./accounts/connect.ts";
import { findUsableAccounts } from "./accounts/provider-accounts.ts";
import type { Channel, ChannelKind } from "./channels.ts";
import { callRateLimiter } from "./engine/rate-limiter.ts";
import type { Exchange } from "./io/http-client.ts";
import type { AccountHolder } from "./provider.ts";
import type { ProviderRegistry } from "./registry.ts";

/** The holder of a number, according to its network. `name_unavailable`: the network does not provide names. */
export type HolderLookup =
  | AccountHolder
  | { readonly state: "not_connected" }
  | { readonly state: "name_unavailable" }
  | { readonly state: "too_many" };

export type FindHolder = (scope: Scope, channel: Channel, number: string) => Promise<HolderLookup>;

// Enough for a clerk who types; too few to enumerate numbers.
const LOOKUPS_PER_SECOND = 2;

/** Queries networks for holders' names. Opens its own transactions: no call is made inside one. */
export function holderLookup(db: Database, registry: ProviderRegistry, exchange: Exchange): FindHolder {
  const accounts = accountCache(db);
  const rate_limiter = callRateLimiter();
  return async (scope, channel, number) => {
    const rate_result = rate_limiter.take(`${scope.merchant} ${scope.environment}`, LOOKUPS_PER_SECOND);
    if ("put_off_ms" in rate_result) return { state: "too_many" };
    const provider_accounts = await db.engine((tx) => findUsableAccounts(tx, [scope]));
    const kinds: readonly ChannelKind[] = ["transfer", "collect"];
    const kind = kinds.find((one) => provider_accounts.has(scope, channel, one));
    const carrier = kind === undefined ? null : provider_accounts.carrier(scope, channel, kind);
    if (carrier === null) return { state: "not_connected" };
    const provider = registry.get(carrier.provider);
    if (!provider.lookUp) return { state: "name_unavailable" };
    const account = await accounts.account(carrier.account);
    return provider.lookUp(account, number, exchange);
  };
}
