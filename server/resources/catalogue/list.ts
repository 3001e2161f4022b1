import type { Tx } from "#db/tx.ts";
import type { Static } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { digits } from "#kernel/money.ts";
import { callingCode } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { allChannels, type Channel, carriers } from "#providers/channels.ts";
import { type Connections, connections } from "#providers/connections.ts";
import { healthOf, keyOf } from "#providers/health.ts";
import bank_data from "./banks.json" with { type: "json" };
import country_data from "./countries.json" with { type: "json" };
import currency_data from "./currencies.json" with { type: "json" };
import type { BankView, ChannelView, CountryView, CurrencyView } from "./schema.ts";

/** The channels there are, whether each carries money for this merchant, and how well. */
export async function listChannels(tx: Tx, scope: Scope): Promise<Static<typeof ChannelView>[]> {
  const { environment } = scope;
  const connected = await connections(tx, [scope]);
  const used = allChannels().flatMap((channel) => connectionsOf(channel, scope, connected));
  const health = await healthOf(tx, [...new Set(used)]);
  return allChannels().map((channel) => {
    const { id, name, country, currency, type, kinds, operator, minimum, maximum } = channel;
    const [connection] = connectionsOf(channel, scope, connected);
    return {
      ...{ id, name, country, currency, type, kinds: [...kinds], operator, minimum, maximum },
      active: carriers(channel, environment).some((provider) => connected.has(scope, provider)),
      health: (connection && health.get(keyOf({ connection, channel: id }))) ?? OPERATIONAL,
    };
  });
}

const OPERATIONAL = { status: "operational", success_rate: null, paused_until: null, reason: null } as const;

function connectionsOf(channel: Channel, scope: Scope, connected: Connections): readonly Id<"con">[] {
  return carriers(channel, scope.environment).flatMap((provider) => connected.find(scope, provider) ?? []);
}

export function listCountries(): Static<typeof CountryView>[] {
  return country_data.countries.map(({ code, name, currency }) => ({
    ...{ code, name, currency, calling_code: callingCode(code) },
    channels: allChannels().flatMap((channel) => (channel.country === code ? [channel.id] : [])),
  }));
}

export function listCurrencies(): Static<typeof CurrencyView>[] {
  return currency_data.currencies.map(({ code, name }) => ({ code, name, digits: digits(code) }));
}

export function listBanks(country: string | null): Static<typeof BankView>[] {
  return bank_data.banks.filter((bank) => country === null || bank.country === country);
}
