import { SETTING_FORMATS, type Setting } from "#providers/provider.ts";

/** pawaPay's names of its markets, by country: those of the catalogue's countries that it serves. */
const COUNTRIES: Readonly<Record<string, string>> = {
  BF: "BFA",
  BJ: "BEN",
  CD: "COD",
  CG: "COG",
  CI: "CIV",
  CM: "CMR",
  GA: "GAB",
  GH: "GHA",
  KE: "KEN",
  NG: "NGA",
  RW: "RWA",
  SN: "SEN",
  TZ: "TZA",
  UG: "UGA",
  ZM: "ZMB",
};

const PRIVATE_KEY = {
  pattern: /^-----BEGIN (EC )?PRIVATE KEY-----[\s\S]+-----END (EC )?PRIVATE KEY-----\s*$/,
  description: "It is a private key in PEM: an elliptic-curve key on the curve P-256",
};

/** The settings of a pawaPay account, by the names that `kolo providers connect pawapay` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "The URL of the API: https://api.sandbox.pawapay.io for pawaPay's sandbox",
    fallback: "https://api.pawapay.io",
    format: SETTING_FORMATS.url,
    is_identity: true,
  },
  {
    name: "country",
    meaning: "pawaPay's name of the market, as UGA",
    fallback_by_market: COUNTRIES,
    format: { pattern: /^[A-Z]{3}$/, description: "It is a country of three letters" },
    is_identity: true,
  },
  { name: "api_token", meaning: "The API token of pawaPay's dashboard, without Bearer", is_secret: true },
  {
    name: "signed_callbacks",
    meaning: "yes: a callback without pawaPay's signature is dropped. Turn it on there first",
    fallback: "no",
    format: SETTING_FORMATS.yes_or_no,
  },
  {
    name: "signing_key",
    meaning: "The private key that signs requests, in PEM: @path reads it from a file; empty: they are not signed",
    fallback: "",
    format: PRIVATE_KEY,
    is_secret: true,
  },
  {
    name: "signing_key_id",
    meaning: "The id of the key that you have registered with pawaPay",
    fallback: "",
    format: { pattern: /^[\w:.-]{1,100}$/, description: "It is an id of letters, digits, and : . _ -" },
  },
  {
    name: "orders_per_second",
    meaning: "The most orders sent to pawaPay per second; pawaPay publishes no limit",
    fallback: "20",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "The most status queries sent to pawaPay per second; pawaPay publishes no limit",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
];
