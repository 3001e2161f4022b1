import type { Tx } from "#db/tx.ts";
import { type Account, listAccounts } from "#providers/connections.ts";
import { type Health, healthOf, keyOf } from "#providers/health.ts";
import { findMany } from "#resources/merchants/store.ts";
import { listDrifts, listLastChecks } from "#resources/reconciliation/balances.ts";
import { channelsOf } from "./pause.ts";
import type { AccountShown } from "./schema.ts";
import { namerOf } from "./standing.ts";

const WELL: Health = { status: "operational", success_rate: null, paused_until: null, reason: null };

/** Every account in use, with the health of its channels and its last queried balance. */
export async function accountsOf(tx: Tx): Promise<AccountShown[]> {
  const accounts = (await listAccounts(tx)).filter((account) => account.retired_at === null);
  const owners = accounts.flatMap(({ merchant }) => (merchant === null ? [] : [merchant]));
  const [health, checks, merchants, drifts] = await Promise.all([
    healthOf(
      tx,
      accounts.map(({ id }) => id),
    ),
    listLastChecks(tx),
    findMany(tx, owners),
    listDrifts(tx),
  ]);
  const nameOf = await namerOf(
    tx,
    accounts.map(({ updated_by }) => updated_by),
  );
  const channelShown = (account: Account, channel: string) => ({
    channel,
    ...(health.get(keyOf({ connection: account.id, channel })) ?? WELL),
  });
  return accounts.map((account) => {
    const { id, provider, environment, merchant, identity, updated_at, updated_by } = account;
    return {
      ...{ id, provider, environment, merchant, identity, updated_at, updated_by: nameOf(updated_by) },
      merchant_name: merchants.find((one) => one.id === merchant)?.name ?? null,
      channels: channelsOf(account).map((channel) => channelShown(account, channel)),
      held: checks
        .filter(({ connection }) => connection === id)
        .map(({ currency, provider_balance, book_balance, checked_at }) => ({
          ...{ currency, provider_balance, book_balance, checked_at },
        })),
      drifts_open: drifts.filter(({ connection }) => connection === id).length,
    };
  });
}
