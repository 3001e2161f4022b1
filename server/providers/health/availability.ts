import type { Database } from "#db/pool.ts";
import { list, openSettings, type ProviderAccountRow } from "#providers/accounts/provider-account-store.ts";
import { channelsCarriedBy } from "#providers/channels.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { ProviderRegistry } from "#providers/registry.ts";
import { type ChannelReport, recordReports } from "./health.ts";

/** The time between two queries about closed networks. */
export const AVAILABILITY_POLL_MS = 60_000;

/**
 * Returns one turn: it queries every account whose provider reports closed networks, and pauses their channels. Every
 * worker process runs it, so that no process depends on another; a repeated report changes nothing.
 */
export function availabilityRunner(
  db: Database,
  { registry, exchange }: { readonly registry: ProviderRegistry; readonly exchange: Exchange },
): () => Promise<boolean> {
  return async () => {
    const accounts = await db.engine(list);
    for (const account of accounts) {
      if (account.retired_at !== null || !registry.has(account.provider)) continue;
      const reports = await readReports(account, registry, exchange);
      if (reports.length > 0) await db.engine((tx) => recordReports(tx, reports));
    }
    return false;
  };
}

async function readReports(
  account: ProviderAccountRow,
  registry: ProviderRegistry,
  exchange: Exchange,
): Promise<readonly ChannelReport[]> {
  const provider = registry.get(account.provider);
  if (!provider.availability) return [];
  const wallets = await provider.availability({ id: account.id, settings: openSettings(account) }, exchange);
  return channelsCarriedBy(account).flatMap((channel) => {
    const found = wallets?.find(({ wallet }) => wallet === channel.wallets[provider.id]);
    return found ? [{ provider_account: account.id, channel: channel.id, is_closed: found.is_closed }] : [];
  });
}
