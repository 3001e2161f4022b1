import type { Database } from "#db/pool.ts";
import { channelsCarriedBy } from "#providers/channels.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { Provider } from "#providers/provider.ts";
import { type NewTerms, openSettings, type ProviderAccountRow, replaceTerms } from "./provider-account-store.ts";

const KINDS = ["collect", "transfer"] as const;

// The largest amount of the API and of the schema. A provider may report a larger one in place of "no limit".
const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Reads an account's terms from its provider and stores them. Returns the terms of the account's channels; null if the
 * provider reports none or does not answer. Wallets that are not in the catalogue are left out. If none is left, the
 * account keeps its earlier terms.
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
    KINDS.flatMap((kind): NewTerms[] => {
      const found = reported.find(
        (one) => one.kind === kind && one.wallet === channel.wallets[provider.id] && one.currency === channel.currency,
      );
      if (!found) return [];
      const { minimum, maximum, action } = found;
      return [{ channel: channel.id, kind, minimum: storable(minimum), maximum: storable(maximum), action }];
    }),
  );
  if (terms.length > 0) await db.engine((tx) => replaceTerms(tx, row.id, terms));
  return terms;
}

function storable(amount: bigint): bigint {
  return amount < AMOUNT_MAX ? amount : AMOUNT_MAX;
}
