import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { DAY_MS, HOUR_MS } from "#kernel/time.ts";
import { claimDue, type Due, finish, putBack, watch } from "./balance-store.ts";
import { allChannels, carriers } from "./channels.ts";
import { find, list, openSettings } from "./connection-store.ts";
import type { Exchange } from "./exchange.ts";
import type { Registry } from "./registry.ts";

/** An account's money in one currency. */
export interface Purse {
  readonly connection: Id<"con">;
  readonly currency: string;
  readonly environment: Environment;
}

export interface BalanceOptions<Books> {
  readonly registry: Registry;
  readonly exchange: Exchange;
  /** Reads the state of the books, before the provider is queried. */
  readonly before: (tx: Tx, of: Purse) => Promise<Books>;
  /** Receives the account's balance, to compare with the books. */
  readonly answered: (tx: Tx, of: Purse, held: bigint, before: Books) => Promise<void>;
}

/** The parts of a worker loop that queries account balances. */
export interface Balances {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly Due[]>;
  work(due: Due): Promise<void>;
  giveBack(tx: Tx, dues: readonly Due[]): Promise<void>;
}

const AGAIN_AFTER_MS = DAY_MS;
// The delay after a query without an answer.
const RETRY_AFTER_MS = HOUR_MS;

/** Queries every account's balance once a day, if its provider supports it. */
export function balances<Books>(db: Database, options: BalanceOptions<Books>): Balances {
  const { registry, exchange, before, answered } = options;
  return {
    wake: "balances",
    giveBack: putBack,
    async claim(tx, limit, lease) {
      const accounts = (await list(tx)).filter((row) => row.retired_at === null && tells(registry, row.provider));
      const purses = accounts.flatMap((row) =>
        currenciesOf(row.provider, row.environment).map((currency) => ({ connection: row.id, currency })),
      );
      if (purses.length === 0) return [];
      await watch(tx, purses);
      return claimDue(tx, limit, lease);
    },
    async work(due) {
      const account = await db.engine((tx) => find(tx, due.connection));
      if (!account) return;
      const purse = { connection: account.id, currency: due.currency, environment: account.environment };
      const books = await db.engine((tx) => before(tx, purse));
      const provider = registry.get(account.provider);
      const asked = { id: account.id, settings: openSettings(account) };
      const held = (await provider.balance?.(asked, due.currency, exchange)) ?? null;
      await db.engine(async (tx) => {
        const is_ours = await finish(tx, due, held === null ? RETRY_AFTER_MS : AGAIN_AFTER_MS);
        if (is_ours && held !== null) await answered(tx, purse, held, books);
      });
    },
  };
}

function tells(registry: Registry, provider: string): boolean {
  return registry.has(provider) && registry.get(provider).balance !== undefined;
}

/** The currencies of a provider's channels. */
function currenciesOf(provider: string, environment: Environment): readonly string[] {
  const channels = allChannels().filter((channel) => carriers(channel, environment).includes(provider));
  return [...new Set(channels.map((channel) => channel.currency))];
}
