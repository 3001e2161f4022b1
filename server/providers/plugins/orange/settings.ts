import { SETTING_FORMATS, type Setting } from "#providers/provider.ts";

/** The settings of an Orange Money account, by the names that `kolo providers connect orange` accepts. */
export const SETTINGS: readonly Setting[] = [
  {
    name: "base_url",
    meaning: "Where the core API is, with its version",
    fallback: "https://api-s1.orange.cm/omcoreapis/1.0.2",
    format: SETTING_FORMATS.url,
  },
  {
    name: "token_url",
    meaning: "Where tokens are given",
    fallback: "https://api-s1.orange.cm/token",
    format: SETTING_FORMATS.url,
  },
  {
    name: "callbacks",
    meaning: "yes: Orange calls back; no: it is only asked",
    fallback: "yes",
    format: SETTING_FORMATS.yes_or_no,
  },
  { name: "consumer_key", meaning: "The consumer key of the API", is_identity: true },
  { name: "consumer_secret", meaning: "The consumer secret", is_secret: true },
  { name: "api_user", meaning: "The API user, which goes into X-AUTH-TOKEN", is_secret: true },
  { name: "api_password", meaning: "Its password", is_secret: true },
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
    meaning: "A certificate in PEM that completes the server's chain, where it sends an incomplete one",
    fallback: "",
    format: { pattern: /-----BEGIN CERTIFICATE-----/, description: "It is a certificate in PEM: --set ca=@file" },
  },
  {
    name: "orders_per_second",
    meaning: "How many orders it is given in a second, at most",
    fallback: "10",
    format: SETTING_FORMATS.rate,
  },
  {
    name: "questions_per_second",
    meaning: "How often it is asked in a second, at most: no limit is published",
    fallback: "5",
    format: SETTING_FORMATS.rate,
  },
];
