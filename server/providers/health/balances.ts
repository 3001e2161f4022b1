import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { DAY_MS, HOUR_MS } from "#kernel/time.ts";
import { find, list, openSettings, type ProviderAccountRow } from "#providers/accounts/provider-account-store.ts";
import { readTerms } from "#providers/accounts/terms.ts";
import { channelsCarriedBy } from "#providers/channels.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { ProviderRegistry } from "#providers/registry.ts";
import {
  claimDueBalances,
  type DueBalance,
  releaseBalances,
  rescheduleBalance,
  watchBalances,
} from "./balance-store.ts";

/** A provider account in one currency, whose balance is monitored. */
export interface MonitoredBalance {
  readonly provider_account: Id<"con">;
  readonly currency: string;
  readonly environment: Environment;
}

export interface BalanceOptions<Books> {
  readonly registry: ProviderRegistry;
  readonly exchange: Exchange;
  /** Reads the ledger, before the provider is queried. */
  readonly readLedger: (tx: Tx, of: MonitoredBalance) => Promise<Books>;
  /** Receives the account's balance at the provider, to compare with the ledger. */
  readonly onBalance: (tx: Tx, of: MonitoredBalance, balance: bigint, before: Books) => Promise<void>;
}

/** The functions that a worker loop needs to query account balances. */
export interface BalancePoller {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly DueBalance[]>;
  work(due: DueBalance): Promise<void>;
  release(tx: Tx, dues: readonly DueBalance[]): Promise<void>;
}

const POLL_INTERVAL_MS = DAY_MS;
// The delay after a query without an answer.
const RETRY_AFTER_MS = HOUR_MS;

/** Queries every account's balance once a day, if its provider supports it, and its terms. */
export function balancePoller<Books>(db: Database, options: BalanceOptions<Books>): BalancePoller {
  const { registry, exchange, readLedger, onBalance } = options;
  return {
    wake: "balances",
    release: releaseBalances,
    async claim(tx, limit, lease) {
      const accounts = (await list(tx)).filter(
        (row) => row.retired_at === null && reportsBalance(registry, row.provider),
      );
      const monitored = accounts.flatMap((row) =>
        currenciesOf(row).map((currency) => ({ provider_account: row.id, currency })),
      );
      if (monitored.length === 0) return [];
      await watchBalances(tx, monitored);
      return claimDueBalances(tx, limit, lease);
    },
    async work(due) {
      const account = await db.engine((tx) => find(tx, due.provider_account));
      if (!account) return;
      const monitored_balance = {
        provider_account: account.id,
        currency: due.currency,
        environment: account.environment,
      };
      const ledger = await db.engine((tx) => readLedger(tx, monitored_balance));
      const provider = registry.get(account.provider);
      const credentials = { id: account.id, settings: openSettings(account) };
      await readTerms(db, provider, account, exchange);
      const balance = (await provider.balance?.(credentials, due.currency, exchange)) ?? null;
      await db.engine(async (tx) => {
        const is_ours = await rescheduleBalance(tx, due, balance === null ? RETRY_AFTER_MS : POLL_INTERVAL_MS);
        if (is_ours && balance !== null) await onBalance(tx, monitored_balance, balance, ledger);
      });
    },
  };
}

function reportsBalance(registry: ProviderRegistry, provider: string): boolean {
  return registry.has(provider) && registry.get(provider).balance !== undefined;
}

/** The currencies of an account's channels. */
function currenciesOf(account: ProviderAccountRow): readonly string[] {
  return [...new Set(channelsCarriedBy(account).map((channel) => channel.currency))];
}
