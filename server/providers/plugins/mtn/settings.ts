import { SETTING_FORMATS, type Setting } from "#providers/provider.ts";

const UUID_FORMAT = {
  pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  description: "It is a UUID: the API user, not its key or the subscription key",
};

/** The settings of an MTN account, by the names that `kolo providers connect mtn` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "The URL of the API; some markets have a host of their own",
    fallback: "https://proxy.momoapi.mtn.com",
    format: SETTING_FORMATS.url,
  },
  {
    name: "target_environment",
    meaning: "The market: mtncameroon, mtnghana, …; sandbox for MTN's sandbox",
    fallback: "mtncameroon",
    is_identity: true,
    // The pattern refuses `production`: MTN's production host expects the market's name instead.
    format: { pattern: /^(?!production$)[a-z]+$/, description: "It is a market, as mtncameroon, or sandbox" },
  },
  {
    name: "currency",
    meaning: "The currency to send instead of the order's: EUR in MTN's sandbox",
    fallback: "",
    format: { pattern: /^[A-Z]{3}$/, description: "It is a currency of three letters" },
  },
  {
    name: "callbacks",
    meaning: "yes: MTN sends callbacks, to the host registered for the API user; no: Kolo only polls",
    fallback: "yes",
    format: SETTING_FORMATS.yes_or_no,
  },
  {
    name: "collection_subscription_key",
    meaning: "The subscription key of the collection product",
    is_secret: true,
  },
  {
    name: "collection_user",
    meaning: "The API user of the collection product, a UUID",
    is_identity: true,
    format: UUID_FORMAT,
  },
  { name: "collection_key", meaning: "The API key of the collection user", is_secret: true },
  {
    name: "disbursement_subscription_key",
    meaning: "The subscription key of the disbursement product",
    is_secret: true,
  },
  {
    name: "disbursement_user",
    meaning: "The API user of the disbursement product, a UUID",
    is_identity: true,
    format: UUID_FORMAT,
  },
  { name: "disbursement_key", meaning: "The API key of the disbursement user", is_secret: true },
  {
    name: "orders_per_second",
    meaning: "The most orders sent to MTN per second",
    fallback: "50",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "The most status queries sent to MTN per second; MTN allows about ten",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
];
