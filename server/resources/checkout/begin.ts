import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { callingCode } from "#kernel/phone.ts";
import { connections } from "#providers/connections.ts";
import type { LinkRow } from "#resources/links/schema.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { createPayments } from "#resources/payments/create.ts";
import { payerIn, payerProblem } from "#resources/payments/payer.ts";
import { channelsFor, type Limits, limitsOf } from "#resources/payments/rules.ts";
import { paymentPage } from "#resources/payments/token.ts";
import type { Begin, OpenLink } from "./schema.ts";

/** The data of a payment link's page. Runs as the engine. */
export async function openLink(tx: Tx, link: LinkRow): Promise<OpenLink> {
  const merchant = await findMerchant(tx, link.merchant);
  assert(merchant, "a link belongs to a merchant");
  return {
    name: link.name,
    description: link.description,
    amount: link.amount === null ? null : Number(link.amount),
    currency: link.currency,
    country: merchant.country,
    calling_code: callingCode(merchant.country),
    business: { name: merchant.name },
    sandbox: link.environment === "test",
    active: link.active,
    ...(await limitsFor(tx, link)),
  };
}

async function limitsFor(tx: Tx, link: LinkRow): Promise<Limits> {
  const connected = await connections(tx, [link]);
  const channels = channelsFor(locksOf(link), link.environment, (provider) => connected.has(link, provider));
  return limitsOf(channels) ?? { minimum: 1n, maximum: 1n };
}

/**
 * Creates a payment from an open link. Returns the address of its page. Throws `bad_request` without a contact of the
 * payer, and without an amount if the link has none. Throws `invalid` for a closed link and an amount that no channel
 * takes.
 */
export async function beginPayment(
  tx: Tx,
  link: LinkRow,
  body: Begin,
  terms: { readonly expires_after_ms: number; readonly public_url: string },
): Promise<string> {
  if (!link.active) throw new ServiceError("invalid", "This payment link is closed");
  const amount = link.amount ?? (body.amount === undefined ? null : BigInt(body.amount));
  const missing = { ...(amount === null ? { amount: ["This field is required"] } : {}), ...payerProblem(body) };
  if (amount === null || Object.keys(missing).length > 0) {
    throw new ServiceError("bad_request", "Validation failed", missing);
  }
  const { minimum, maximum } = await limitsFor(tx, link);
  if (amount < minimum || amount > maximum) {
    throw invalid("amount", `Enter an amount from ${minimum} to ${maximum} ${link.currency}`);
  }
  const [outcome] = await createPayments(
    tx,
    [
      {
        scope: { merchant: link.merchant, environment: link.environment },
        amount,
        payer: payerIn(body),
        reference: null,
        description: link.description ?? link.name,
        callback: link.callback,
        metadata: link.metadata,
        link: link.id,
        ...locksOf(link),
      },
    ],
    terms.expires_after_ms,
  );
  assert(outcome, "one order has one outcome");
  if (outcome instanceof Error) throw outcome;
  return paymentPage(terms.public_url, outcome.id);
}

function locksOf({ currency }: LinkRow) {
  return { currency, locked_channel: null, locked_country: null, locked_currency: null };
}
