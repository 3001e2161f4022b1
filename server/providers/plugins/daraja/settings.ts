import { type ProviderProduct, SETTING_FORMATS, type Setting } from "#providers/provider.ts";

const SHORTCODE = { pattern: /^\d{5,7}$/, description: "It is a shortcode of five to seven digits" };
const NAME = { pattern: /^[\w.@-]{1,60}$/, description: "It is a name of letters, digits and . _ @ -" };
// The encoded form on one line is for settings that are read from standard input.
const CERTIFICATE = {
  pattern: /^(-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[\s\S]+|[A-Za-z0-9+/]{200,}={0,2})$/,
  description: "It is a certificate in PEM, as Safaricom publishes it: --set certificate=@file",
};

// The addresses from which Safaricom calls back. Source: several integrators; Safaricom announces changes by e-mail.
const CALLBACK_ADDRESSES = [
  ...["196.201.214.200", "196.201.214.206", "196.201.214.207", "196.201.214.208", "196.201.213.114"],
  ...["196.201.213.44", "196.201.212.127", "196.201.212.138", "196.201.212.129", "196.201.212.136"],
  ...["196.201.212.74", "196.201.212.69"],
];

/** Safaricom grants the two by separate contracts, each with a shortcode of its own. */
export const PRODUCTS: readonly ProviderProduct[] = [
  { name: "collection", kinds: ["collect"], settings: ["collection_shortcode", "passkey"] },
  {
    name: "payout",
    kinds: ["transfer", "refund"],
    settings: ["payout_shortcode", "initiator_name", "initiator_password", "certificate"],
  },
];

/** The settings of an M-Pesa account, by the names that `kolo providers connect daraja` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "The URL of the API: https://sandbox.safaricom.co.ke for Safaricom's sandbox",
    fallback: "https://api.safaricom.co.ke",
    format: SETTING_FORMATS.url,
    is_identity: true,
  },
  { name: "consumer_key", meaning: "The consumer key of the app on Safaricom's portal" },
  { name: "consumer_secret", meaning: "The consumer secret of the app", is_secret: true },
  {
    name: "collection_shortcode",
    meaning: "The shortcode that collects: the pay bill, or the head office of the till",
    fallback: "",
    format: SHORTCODE,
    is_identity: true,
  },
  { name: "passkey", meaning: "The passkey of STK push for that shortcode", fallback: "", is_secret: true },
  {
    name: "till",
    meaning: "The till number, if customers pay a till and not a pay bill",
    fallback: "",
    format: SHORTCODE,
    is_identity: true,
  },
  {
    name: "payout_shortcode",
    meaning: "The shortcode that pays out (B2C, also called bulk disbursement)",
    fallback: "",
    format: SHORTCODE,
    is_identity: true,
  },
  { name: "initiator_name", meaning: "The API user of the payout shortcode", fallback: "", format: NAME },
  {
    name: "initiator_password",
    meaning: "The password of that user; Safaricom lets it expire after 90 days",
    fallback: "",
    is_secret: true,
  },
  {
    name: "certificate",
    meaning: "Safaricom's certificate of the environment, which encrypts the password: certificate=@file",
    fallback: "",
    format: CERTIFICATE,
  },
  {
    name: "payout_command",
    meaning: "The kind of payout in your contract: BusinessPayment, SalaryPayment or PromotionPayment",
    fallback: "BusinessPayment",
    format: {
      pattern: /^(Business|Salary|Promotion)Payment$/,
      description: "It is BusinessPayment, SalaryPayment or PromotionPayment",
    },
  },
  {
    name: "callback_addresses",
    meaning: "The addresses from which Safaricom calls back, separated by commas; any: the secret URL alone proves it",
    fallback: CALLBACK_ADDRESSES.join(","),
    format: {
      pattern: /^(any|[\da-f.:]+(,[\da-f.:]+)*)$/,
      description: "It is any, or IP addresses separated by commas, without spaces",
    },
  },
  {
    name: "orders_per_second",
    meaning: "The most orders sent to Safaricom per second; its sandbox refuses more than five",
    fallback: "5",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "The most status queries sent to Safaricom per second",
    fallback: "5",
    format: SETTING_FORMATS.rate,
  },
];
