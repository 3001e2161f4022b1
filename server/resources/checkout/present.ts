import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { callingCode, maskPhone } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { type Channel, prefixesOf } from "#providers/channels.ts";
import { find as findCustomer } from "#resources/customers/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { callbackWithOutcome } from "#resources/payments/callback.ts";
import { TRIES_MAX } from "#resources/payments/process.ts";
import { channelsFor } from "#resources/payments/rules.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import type { Checkout, SANDBOX_OUTCOMES } from "./schema.ts";

/** Returns the data of a payment's page. Runs as the engine: a payer has no key. */
export async function presentCheckout(tx: Tx, payment: PaymentRow): Promise<Checkout> {
  const [merchant, customer] = await Promise.all([
    findMerchant(tx, payment.merchant),
    findCustomer(tx, payment, payment.customer),
  ]);
  assert(merchant, "a payment belongs to a merchant");
  const connected = await findUsableAccounts(tx, [payment]);
  const isUsable = (provider: string): boolean => connected.has(payment, provider);
  const channels = channelsFor(payment, payment.environment, isUsable).filter(
    ({ minimum, maximum }) => payment.amount >= minimum && payment.amount <= maximum,
  );
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
    business: { name: merchant.name },
    sandbox: payment.environment === "test",
    channel: payment.channel,
    phone: payment.phone === null ? null : maskPhone(payment.phone),
    payer_phone,
    failure_reason: payment.failure_reason,
    failure_code: payment.failure_code,
    tries_left: TRIES_MAX - payment.tries,
    expires_at: payment.expires_at,
    processing_at: payment.processing_at,
    callback: callbackWithOutcome(payment),
    channels: channels.map(presentChannel),
    prefixes: Object.fromEntries(channels.map(({ country }) => [country, prefixesOf(country)])),
    sandbox_numbers: sandboxNumbers(payment.environment, channels),
    now: tx.now,
  };
}

function presentChannel({ id, name, network: operator, country, minimum, maximum, ussd, routes }: Channel) {
  return {
    id,
    name,
    operator,
    country,
    calling_code: callingCode(country),
    minimum,
    maximum,
    ussd,
    routes: [...routes],
  };
}

// The last six digits of a sandbox number decide the outcome (interface-decisions 34).
const OUTCOME_DIGITS: Readonly<Record<(typeof SANDBOX_OUTCOMES)[number], string>> = {
  success: "000000",
  insufficient_funds: "000001",
  failure: "000002",
  no_answer: "000003",
  refused: "000004",
  slow: "000005",
};

// A valid prefix of each network.
const SANDBOX_PREFIXES: Readonly<Record<string, string>> = { mtn: "+237677", orange: "+237699" };

function sandboxNumbers(environment: Environment, channels: readonly Channel[]): Checkout["sandbox_numbers"] {
  if (environment !== "test") return [];
  const prefix = channels.flatMap(({ network: operator }) => (operator ? (SANDBOX_PREFIXES[operator] ?? []) : []))[0];
  if (prefix === undefined) return [];
  return [
    { outcome: "success", phone: prefix + OUTCOME_DIGITS.success },
    { outcome: "insufficient_funds", phone: prefix + OUTCOME_DIGITS.insufficient_funds },
    { outcome: "failure", phone: prefix + OUTCOME_DIGITS.failure },
    { outcome: "no_answer", phone: prefix + OUTCOME_DIGITS.no_answer },
    { outcome: "refused", phone: prefix + OUTCOME_DIGITS.refused },
    { outcome: "slow", phone: prefix + OUTCOME_DIGITS.slow },
  ];
}
