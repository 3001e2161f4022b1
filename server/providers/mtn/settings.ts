import type { Setting } from "#providers/provider.ts";

/** What an MTN account consists of. The names are what `kolo providers connect mtn` takes. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "Where the API is; some markets have a host of their own",
    fallback: "https://proxy.momoapi.mtn.com",
  },
  {
    name: "target_environment",
    meaning: "The market: mtncameroon, mtnghana, …; sandbox for MTN's sandbox",
    fallback: "mtncameroon",
    is_identity: true,
  },
  { name: "currency", meaning: "A currency to send in place of the order's: EUR in MTN's sandbox", fallback: "" },
  {
    name: "callbacks",
    meaning: "yes: MTN calls back, at the host that was registered for the API user; no: it is only asked",
    fallback: "yes",
  },
  {
    name: "collection_subscription_key",
    meaning: "The subscription key of the collection product",
    is_secret: true,
  },
  { name: "collection_user", meaning: "The API user of the collection product, a UUID", is_identity: true },
  { name: "collection_key", meaning: "Its API key", is_secret: true },
  {
    name: "disbursement_subscription_key",
    meaning: "The subscription key of the disbursement product",
    is_secret: true,
  },
  { name: "disbursement_user", meaning: "The API user of the disbursement product, a UUID", is_identity: true },
  { name: "disbursement_key", meaning: "Its API key", is_secret: true },
  { name: "orders_per_second", meaning: "How many orders it is given in a second, at most", fallback: "50" },
  {
    name: "questions_per_second",
    meaning: "How often it is asked in a second, at most: MTN limits them to about ten",
    fallback: "10",
  },
];
