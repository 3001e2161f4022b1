import type { Tx } from "#db/tx.ts";
import { listAccounts, type ProviderAccount } from "#providers/accounts/provider-accounts.ts";
import { type ChannelHealth, channelKey, findChannelHealth } from "#providers/health/health.ts";
import { findMany } from "#resources/merchants/store.ts";
import { listDrifts, listLastChecks } from "#resources/reconciliation/balance-check-store.ts";
import { loadActorNames } from "./authorization.ts";
import { channelsOfAccount } from "./pause.ts";
import type { ProviderAccountView } from "./schema.ts";

const HEALTHY: ChannelHealth = {
  ...{ status: "operational", success_rate: null, paused_until: null },
  ...{ reason: null, reason_code: null },
};

/** Returns every account in use, with the health of its channels and its last queried balance. */
export async function listProviderAccounts(tx: Tx): Promise<ProviderAccountView[]> {
  const accounts = (await listAccounts(tx)).filter((account) => account.retired_at === null);
  const owners = accounts.flatMap(({ merchant }) => (merchant === null ? [] : [merchant]));
  const [health, checks, merchants, drifts] = await Promise.all([
    findChannelHealth(
      tx,
      accounts.map(({ id }) => id),
    ),
    listLastChecks(tx),
    findMany(tx, owners),
    listDrifts(tx),
  ]);
  const nameOf = await loadActorNames(
    tx,
    accounts.map(({ updated_by }) => updated_by),
  );
  const presentChannel = (account: ProviderAccount, channel: string) => ({
    channel,
    ...(health.get(channelKey({ provider_account: account.id, channel })) ?? HEALTHY),
  });
  return accounts.map((account) => {
    const { id, provider, environment, merchant, name, market, collects, pays_out } = account;
    const { identity, updated_at, updated_by } = account;
    return {
      ...{ id, provider, environment, merchant, name, market, collects, pays_out },
      ...{ identity, updated_at, updated_by: nameOf(updated_by) },
      merchant_name: merchants.find((one) => one.id === merchant)?.name ?? null,
      channels: channelsOfAccount(account).map((channel) => presentChannel(account, channel)),
      held: checks
        .filter(({ provider_account }) => provider_account === id)
        .map(({ currency, provider_balance, book_balance, checked_at }) => ({
          ...{ currency, provider_balance, book_balance, checked_at },
        })),
      drifts_open: drifts.filter(({ provider_account }) => provider_account === id).length,
    };
  });
}
