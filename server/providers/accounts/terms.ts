import type { Database } from "#db/pool.ts";
import type { Id } from "#kernel/ids.ts";
import { channelsCarriedBy } from "#providers/channels.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { Provider } from "#providers/provider.ts";
import { type NewTerms, openSettings, type ProviderAccountRow, replaceTerms } from "./provider-account-store.ts";

/**
 * Reads from the provider what an account may do, and stores it. Returns the terms of the account's channels; null if the
 * provider reports none or does not answer. Wallets that the catalogue does not know are left out. An account whose
 * provider lists no wallet keeps its earlier terms.
 */
export async function readTerms(
  db: Database,
  provider: Provider,
  row: ProviderAccountRow,
  exchange: Exchange,
): Promise<readonly NewTerms[] | null> {
  const reported = (await provider.configuration?.({ id: row.id, settings: openSettings(row) }, exchange)) ?? null;
  if (reported === null) return null;
  const terms = channelsCarriedBy(row).flatMap((channel) =>
    reported
      .filter(({ wallet, currency }) => wallet === channel.wallets[provider.id] && currency === channel.currency)
      .map(({ kind, minimum, maximum, action }): NewTerms => ({ channel: channel.id, kind, minimum, maximum, action })),
  );
  if (terms.length > 0) await db.engine((tx) => replaceTerms(tx, row.id satisfies Id<"con">, terms));
  return terms;
}
