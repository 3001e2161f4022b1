import { fieldsEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { CountryCode, Type } from "#kernel/fields.ts";
import { listBanks, listChannels, listCountries, listCurrencies } from "./list.ts";
import { BankView, ChannelView, CountryView, CurrencyView } from "./schema.ts";

const tag = "Catalogue";

const channels = fieldsEnvelope(200, { message: "Channels retrieved" }, { data: Type.Array(ChannelView) });
const countries = fieldsEnvelope(200, { message: "Countries retrieved" }, { data: Type.Array(CountryView) });
const currencies = fieldsEnvelope(200, { message: "Currencies retrieved" }, { data: Type.Array(CurrencyView) });
const banks = fieldsEnvelope(200, { message: "Banks retrieved" }, { data: Type.Array(BankView) });

export const catalogueRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/channels",
    access: "public",
    right: "any",
    is_compressed: true,
    tag,
    summary: "List channels",
    description:
      "The channels of a country, or of all countries. With a test key the sandbox carries each of them. With a live key `active` says which ones a provider account of this merchant, or of the platform operator, carries. Platform operators may add and change channels: treat `id` as an open set.",
    query: Type.Object({ country: Type.Optional(CountryCode) }),
    reply: channels,
    handle: async (tx, { scope, query }) => channels.of({ data: await listChannels(tx, scope, query.country ?? null) }),
  }),
  route({
    method: "GET",
    path: "/countries",
    access: "public",
    right: "any",
    is_compressed: true,
    tag,
    summary: "List countries",
    description:
      "The countries that Kolo knows, each with its currency, its calling code and the channels that this merchant can use in the key's environment.",
    reply: countries,
    handle: async (tx, { scope }) => countries.of({ data: await listCountries(tx, scope) }),
  }),
  route({
    method: "GET",
    path: "/currencies",
    access: "public",
    right: "any",
    is_compressed: true,
    tag,
    summary: "List currencies",
    description: "The currencies that Kolo knows, each with the number of its decimal digits.",
    reply: currencies,
    handle: async () => currencies.of({ data: listCurrencies() }),
  }),
  route({
    method: "GET",
    path: "/banks",
    access: "public",
    right: "any",
    is_compressed: true,
    tag,
    summary: "List banks",
    description: "The banks of a country, or of all countries, each with the value for `bank_code`.",
    query: Type.Object({ country: Type.Optional(CountryCode) }),
    reply: banks,
    handle: async (_tx, { query }) => banks.of({ data: listBanks(query.country ?? null) }),
  }),
];
