import { type ProviderProduct, SETTING_FORMATS, type Setting } from "#providers/provider.ts";

const SECRET = {
  pattern: /^[\x21-\x7e]{8,500}$/,
  description: "It is Wave's text of letters and digits, without spaces",
};

/** The settings of a Wave account, by the names that `kolo providers connect wave` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "The URL of the API",
    fallback: "https://api.wave.com",
    format: SETTING_FORMATS.url,
    is_identity: true,
  },
  {
    name: "wallet",
    meaning: "Your own name of the wallet: enter another one with keys of another wallet",
    fallback: "main",
    // Orders under way are queried with the keys of their own wallet: another wallet would not find them.
    is_identity: true,
    format: { pattern: /^[\w-]{1,40}$/, description: "It is a name of letters, digits, _ and -" },
  },
  {
    name: "checkout_key",
    meaning: "The API key for payments and refunds: an account without it takes no payments",
    fallback: "",
    format: SECRET,
    is_secret: true,
  },
  {
    name: "checkout_signing_secret",
    meaning: "The signing secret of that key, if you chose request signing when you made it",
    fallback: "",
    format: SECRET,
    is_secret: true,
  },
  {
    name: "payout_key",
    meaning: "The API key for transfers, possibly the same one: an account without it pays nothing out",
    fallback: "",
    format: SECRET,
    is_secret: true,
  },
  {
    name: "payout_signing_secret",
    meaning: "The signing secret of that key, if you chose request signing when you made it",
    fallback: "",
    format: SECRET,
    is_secret: true,
  },
  {
    name: "webhook_secret",
    meaning: "The secret of the webhook, for both of Wave's ways to protect it; empty: webhooks are dropped",
    fallback: "",
    format: SECRET,
    is_secret: true,
  },
  {
    name: "restrict_payer",
    meaning: "yes: only the wallet of the payer's number can pay; no: anybody with the page's link",
    fallback: "yes",
    format: SETTING_FORMATS.yes_or_no,
  },
  {
    name: "aggregated_merchant_id",
    meaning: "The merchant in whose name an aggregator takes and pays money",
    fallback: "",
    format: { pattern: /^[\w-]{1,60}$/, description: "It is an id of letters, digits, _ and -" },
  },
  {
    name: "orders_per_second",
    meaning: "The most orders sent to Wave per second; Wave publishes no limit",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "The most status queries sent to Wave per second; Wave publishes no limit",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
];

/** A key may have one API only: its account then takes payments alone, or pays out alone. */
export const PRODUCTS: readonly ProviderProduct[] = [
  { name: "checkout", kinds: ["collect", "refund"], settings: ["checkout_key"] },
  { name: "payout", kinds: ["transfer"], settings: ["payout_key"] },
];
