import type { Static } from "#kernel/fields.ts";
import { digits } from "#kernel/money.ts";
import { callingCode } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import { allChannels } from "#providers/channels.ts";
import bank_data from "./banks.json" with { type: "json" };
import country_data from "./countries.json" with { type: "json" };
import currency_data from "./currencies.json" with { type: "json" };
import type { BankView, ChannelView, CountryView, CurrencyView } from "./schema.ts";

/** The channels there are, and whether each carries money in this environment. */
export function listChannels(environment: Environment): Static<typeof ChannelView>[] {
  return allChannels().map(({ id, name, country, currency, type, kinds, operator, minimum, maximum, providers }) => ({
    ...{ id, name, country, currency, type, kinds: [...kinds], operator, minimum, maximum },
    active: providers[environment] !== undefined,
  }));
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
