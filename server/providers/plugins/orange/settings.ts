import { SETTING_FORMATS, type Setting } from "#providers/provider.ts";

/** The settings of an Orange Money account, by the names that `kolo providers connect orange` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "The URL of the core API, with its version",
    fallback: "https://api-s1.orange.cm/omcoreapis/1.0.2",
    format: SETTING_FORMATS.url,
  },
  {
    name: "token_url",
    meaning: "The URL that issues tokens",
    fallback: "https://api-s1.orange.cm/token",
    format: SETTING_FORMATS.url,
  },
  {
    name: "callbacks",
    meaning: "yes: Orange sends callbacks; no: Kolo only polls",
    fallback: "yes",
    format: SETTING_FORMATS.yes_or_no,
  },
  { name: "consumer_key", meaning: "The consumer key of the API", is_identity: true },
  { name: "consumer_secret", meaning: "The consumer secret", is_secret: true },
  { name: "api_user", meaning: "The API user, sent in X-AUTH-TOKEN", is_secret: true },
  { name: "api_password", meaning: "The password of the API user", is_secret: true },
  {
    name: "channel_msisdn",
    meaning: "The merchant's channel number, nine digits",
    is_identity: true,
    format: { pattern: /^\d{9}$/, description: "It is nine digits, without 237" },
  },
  {
    name: "pin",
    meaning: "The PIN of the channel user",
    is_secret: true,
    format: { pattern: /^\d+$/, description: "It is digits alone" },
  },
  {
    name: "ca",
    meaning: "A certificate in PEM that completes the chain of a server that sends an incomplete one",
    fallback: "",
    format: { pattern: /-----BEGIN CERTIFICATE-----/, description: "It is a certificate in PEM: --set ca=@file" },
  },
  {
    name: "orders_per_second",
    meaning: "The most orders sent to Orange per second",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "The most status queries sent to Orange per second; Orange publishes no limit",
    fallback: "5",
    format: SETTING_FORMATS.rate,
  },
];
