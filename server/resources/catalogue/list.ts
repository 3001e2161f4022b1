import type { Tx } from "#db/tx.ts";
import type { Static } from "#kernel/fields.ts";
import { minorUnitDigits } from "#kernel/money.ts";
import { callingCode } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { findUsableAccounts, type UsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { allChannels, type Channel, type ChannelKind, carriersOf } from "#providers/channels.ts";
import { type ChannelHealth, channelKey, findChannelHealth } from "#providers/health/health.ts";
import { limitsOf } from "#resources/payments/rules.ts";
import bank_data from "./banks.json" with { type: "json" };
import country_data from "./countries.json" with { type: "json" };
import currency_data from "./currencies.json" with { type: "json" };
import type { BankView, ChannelView, CountryView, CurrencyView } from "./schema.ts";

/** Returns the channels of a country, or all, each with its availability to this merchant and its health. */
export async function listChannels(
  tx: Tx,
  scope: Scope,
  country: string | null,
): Promise<Static<typeof ChannelView>[]> {
  const accounts = await findUsableAccounts(tx, [scope]);
  const channels = allChannels().filter((channel) => country === null || channel.country === country);
  const accounts_in_use = channels.flatMap((channel) =>
    channelRoutes(channel, scope, accounts).map(({ provider_account }) => provider_account),
  );
  const health = await findChannelHealth(tx, [...new Set(accounts_in_use)]);
  return channels.map((channel) => {
    const { id, name, country, currency, type, kinds, network: operator } = channel;
    const usable = usableKinds(channel, scope, accounts);
    return {
      ...{ id, name, country, currency, type, kinds: usable.length > 0 ? usable : [...kinds] },
      ...{ operator, ...limitsFor(channel, scope, accounts), active: usable.length > 0 },
      health: worstHealth(
        channelRoutes(channel, scope, accounts).map(
          (channel_route) => health.get(channelKey(channel_route)) ?? OPERATIONAL,
        ),
      ),
    };
  });
}

/** The kinds of orders that an account of this merchant, or of the platform operator, carries over the channel. */
function usableKinds(channel: Channel, scope: Scope, accounts: UsableAccounts): ChannelKind[] {
  const carriers = carriersOf(channel, scope.environment);
  return channel.kinds.filter((kind) => carriers.some((carrier) => accounts.has(scope, carrier, kind)));
}

/** The limits of a channel, narrowed to those of the accounts that carry it for this merchant. */
function limitsFor(channel: Channel, scope: Scope, accounts: UsableAccounts): Pick<Channel, "minimum" | "maximum"> {
  const carriers = carriersOf(channel, scope.environment).flatMap((one) =>
    channel.kinds.flatMap((kind) => accounts.carrier(scope, one, kind) ?? []),
  );
  const limits = limitsOf(carriers);
  if (limits === null) return { minimum: channel.minimum, maximum: channel.maximum };
  return {
    minimum: limits.minimum > channel.minimum ? limits.minimum : channel.minimum,
    maximum: limits.maximum < channel.maximum ? limits.maximum : channel.maximum,
  };
}

const OPERATIONAL: ChannelHealth = {
  ...{ status: "operational", success_rate: null, paused_until: null },
  ...{ reason: null, reason_code: null },
};

/** Returns the worst health among the routes of a channel that routes to other channels. */
function worstHealth(all: readonly ChannelHealth[]): ChannelHealth {
  const rank = { paused: 0, degraded: 1, operational: 2 };
  return all.toSorted((a, b) => rank[a.status] - rank[b.status])[0] ?? OPERATIONAL;
}

/** Returns the channels and provider accounts that carry a channel's payments. */
function channelRoutes(channel: Channel, scope: Scope, accounts: UsableAccounts) {
  return carriersOf(channel, scope.environment).flatMap((carrier) =>
    carrier.kinds.flatMap((kind) => {
      const provider_account = accounts.find(scope, carrier, kind);
      return provider_account === null ? [] : [{ provider_account, channel: carrier.id }];
    }),
  );
}

/** Returns all countries, each with the channels that this merchant can use now. */
export async function listCountries(tx: Tx, scope: Scope): Promise<Static<typeof CountryView>[]> {
  const accounts = await findUsableAccounts(tx, [scope]);
  const active = allChannels().filter((channel) => usableKinds(channel, scope, accounts).length > 0);
  return country_data.countries.map(({ code, name, currency }) => ({
    ...{ code, name, currency, calling_code: callingCode(code) },
    channels: active.flatMap((channel) => (channel.country === code ? [channel.id] : [])),
  }));
}

export function listCurrencies(): Static<typeof CurrencyView>[] {
  return currency_data.currencies.map(({ code, name }) => ({ code, name, digits: minorUnitDigits(code) }));
}

export function listBanks(country: string | null): Static<typeof BankView>[] {
  return bank_data.banks.filter((bank) => country === null || bank.country === country);
}
