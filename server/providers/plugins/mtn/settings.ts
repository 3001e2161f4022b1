import { type ProviderProduct, SETTING_FORMATS, type Setting } from "#providers/provider.ts";

const UUID_FORMAT = {
  pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  description: "It is a UUID: the API user, not its key or the subscription key",
};

// MTN's names of its markets, by country. The names for Nigeria and Rwanda have no confirmed source: an account there
// needs the name that MTN gave to the platform operator.
export const TARGET_ENVIRONMENTS: Readonly<Record<string, string>> = {
  BJ: "mtnbenin",
  CG: "mtncongo",
  CI: "mtnivorycoast",
  CM: "mtncameroon",
  GH: "mtnghana",
  GN: "mtnguineaconakry",
  LR: "mtnliberia",
  SS: "mtnsouthsudan",
  SZ: "mtnswaziland",
  UG: "mtnuganda",
  ZA: "mtnsouthafrica",
  ZM: "mtnzambia",
};

/** MTN sells collection and disbursement apart, each with its own subscription and API user. */
export const PRODUCTS: readonly ProviderProduct[] = [
  {
    name: "collection",
    kinds: ["collect"],
    settings: ["collection_subscription_key", "collection_user", "collection_key"],
  },
  {
    name: "disbursement",
    kinds: ["transfer", "refund"],
    settings: ["disbursement_subscription_key", "disbursement_user", "disbursement_key"],
  },
];

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
    meaning: "MTN's name of the market, as mtnuganda; sandbox for MTN's sandbox",
    fallback_by_market: TARGET_ENVIRONMENTS,
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
    fallback: "",
    is_secret: true,
  },
  {
    name: "collection_user",
    meaning: "The API user of the collection product, a UUID",
    fallback: "",
    is_identity: true,
    format: UUID_FORMAT,
  },
  { name: "collection_key", meaning: "The API key of the collection user", fallback: "", is_secret: true },
  {
    name: "disbursement_subscription_key",
    meaning: "The subscription key of the disbursement product",
    fallback: "",
    is_secret: true,
  },
  {
    name: "disbursement_user",
    meaning: "The API user of the disbursement product, a UUID",
    fallback: "",
    is_identity: true,
    format: UUID_FORMAT,
  },
  { name: "disbursement_key", meaning: "The API key of the disbursement user", fallback: "", is_secret: true },
  {
    name: "payout_operation",
    meaning: "MTN's operation for payouts: transfer or deposit, as your contract with MTN says",
    fallback: "transfer",
    // A part of the identity: an order is queried by the operation that created it, also after a change of this setting.
    is_identity: true,
    format: { pattern: /^(transfer|deposit)$/, description: "It is transfer or deposit" },
  },
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
