import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { callingCode, maskPhone, readMobile } from "#kernel/phone.ts";
import { SANDBOX_DIGITS } from "#kernel/sandbox-numbers.ts";
import type { Environment } from "#kernel/scope.ts";
import { type Instant, MINUTE_MS, plus } from "#kernel/time.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import {
  type Channel,
  type ChannelUsable,
  findChannel,
  type MobileNumbers,
  mobileNumbersOf,
  networksOf,
  routeChannel,
} from "#providers/channels.ts";
import { readBrand } from "#resources/branding/set.ts";
import { find as findCustomer } from "#resources/customers/store.ts";
import { invoicePagePath } from "#resources/invoices/token.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { callbackWithOutcome } from "#resources/payments/callback.ts";
import { TRIES_MAX } from "#resources/payments/process.ts";
import { channelsFor } from "#resources/payments/rules.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { type Checkout, SANDBOX_OUTCOMES } from "./schema.ts";

/** Returns the data of a payment's page. Runs as the engine: a payer has no key. */
export async function presentCheckout(tx: Tx, payment: PaymentRow): Promise<Checkout> {
  const [merchant, customer, brand] = await Promise.all([
    findMerchant(tx, payment.merchant),
    findCustomer(tx, payment, payment.customer),
    readBrand(tx, payment.merchant),
  ]);
  assert(merchant, "a payment belongs to a merchant");
  const connected = await findUsableAccounts(tx, [payment]);
  const isUsable = (channel: Channel): boolean => connected.has(payment, channel, "collect");
  const channels = offeredChannels(payment, merchant.country, isUsable).filter(
    ({ minimum, maximum }) => payment.amount >= minimum && payment.amount <= maximum,
  );
  const countries = countriesOf(channels);
  // A payer sent by the merchant may see the stored number; the visitor of a public link may not. A browser with a
  // publishable key may name any e-mail address: it sees only the number that it has sent itself.
  const is_payer_known = payment.link === null && payment.publishable_key === null;
  const own_phone = payment.link === null ? payment.payer_phone : null;
  const payer_phone = own_phone ?? (is_payer_known ? (customer?.phone ?? null) : null);
  return {
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    reference: payment.reference,
    trxref: payment.merchant_reference,
    business: { name: merchant.name, ...brand },
    sandbox: payment.environment === "test",
    channel: payment.channel,
    phone: payment.phone === null ? null : maskPhone(payment.phone),
    payer_phone,
    failure_reason: payment.failure_reason,
    failure_code: payment.failure_code,
    tries_left: TRIES_MAX - payment.tries,
    expires_at: payment.expires_at,
    processing_at: payment.processing_at,
    action_url: payment.action_url,
    prompt_expires_at: promptExpiresAt(payment),
    callback: callbackWithOutcome(payment),
    invoice_path: payment.invoice === null ? null : invoicePagePath(payment.invoice),
    channels: channels.map(presentChannel),
    prefixes: Object.fromEntries(countries.map((country) => [country, prefixesOf(country)])),
    mobile_numbers: Object.fromEntries(
      countries.flatMap((country) => {
        const form = copyNumberForm(mobileNumbersOf(country));
        return form ? [[country, form]] : [];
      }),
    ),
    network_names: Object.fromEntries(countries.flatMap(networksOf).map(({ id, name }) => [id, name])),
    sandbox_numbers: sandboxNumbers(payment.environment, channels),
    now: tx.now,
  };
}

// MTN's portal, error COULD_NOT_PERFORM_TRANSACTION: the payer has five minutes. Orange: the life of a payToken.
const PROMPT_MS = { mtn: 5 * MINUTE_MS, orange_cm: 7 * MINUTE_MS };

/** The expiry of the request on the payer's phone; null without a request, and for a network without a known limit. */
function promptExpiresAt({ status, processing_at, channel: id, phone, action_url }: PaymentRow): Instant | null {
  if (action_url !== null) return null;
  if (status !== "processing" || processing_at === null || id === null || phone === null) return null;
  const channel = findChannel(id);
  const number = channel && readMobile(phone, channel.country);
  const routed = number ? routeChannel(channel, number) : null;
  if (routed?.network === "mtn") return plus(processing_at, PROMPT_MS.mtn);
  return routed?.id === "cm.orange" ? plus(processing_at, PROMPT_MS.orange_cm) : null;
}

/**
 * The channels of the page. The sandbox carries every channel, so a test page would offer countries in which the
 * merchant has no account: without a lock it offers those of the merchant's country, if they collect the currency.
 */
function offeredChannels(payment: PaymentRow, merchant_country: string, isUsable: ChannelUsable): readonly Channel[] {
  const channels = channelsFor(payment, payment.environment, isUsable);
  if (payment.environment !== "test" || payment.locked_country !== null || payment.locked_channel !== null)
    return channels;
  const at_home = channels.filter(({ country }) => country === merchant_country);
  return at_home.length > 0 ? at_home : channels;
}

function prefixesOf(country: string): Checkout["prefixes"][string] {
  return networksOf(country).flatMap(({ id: operator, prefixes }) => prefixes.map((prefix) => ({ prefix, operator })));
}

function presentChannel(channel: Channel) {
  const { id, name, network: operator, country, minimum, maximum, dial_code: ussd, routes, instruction } = channel;
  return {
    id,
    name,
    operator,
    country,
    calling_code: callingCode(country),
    minimum,
    maximum,
    ussd,
    instruction: instruction && { ...instruction },
    routes: [...routes],
  };
}

/** The sandbox numbers of each country: those of its first channel that has any. */
function sandboxNumbers(environment: Environment, channels: readonly Channel[]): Checkout["sandbox_numbers"] {
  if (environment !== "test") return [];
  return countriesOf(channels).flatMap((country) => {
    const channel = channels.find((one) => one.country === country && one.sandbox_prefix !== null);
    if (!channel) return [];
    const prefix = `+${callingCode(country)}${channel.sandbox_prefix}`;
    return SANDBOX_OUTCOMES.map((outcome) => ({ outcome, phone: prefix + SANDBOX_DIGITS[outcome] }));
  });
}

function countriesOf(channels: readonly Channel[]): readonly string[] {
  return [...new Set(channels.map(({ country }) => country))];
}

/** Copies a country's form of numbers into the mutable type of an answer. */
export function copyNumberForm(form: MobileNumbers | null): { digits: number; first_digits: string[] } | null {
  return form && { digits: form.digits, first_digits: [...form.first_digits] };
}
