import { StaleRead, type Tx } from "#db/tx.ts";
import { assert, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import { callingCode } from "#kernel/phone.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { amountLimitError, mobileNumbersOf } from "#providers/channels.ts";
import { readBrand } from "#resources/branding/set.ts";
import { hasLimit, type LinkRoom, linkRoom } from "#resources/links/rules.ts";
import type { PaymentLinkRow } from "#resources/links/schema.ts";
import { lock, lockShared, readTotals } from "#resources/links/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { createPayments } from "#resources/payments/create.ts";
import { paymentValidationFailed } from "#resources/payments/parse-order.ts";
import { payerOf, validatePayer } from "#resources/payments/payer.ts";
import { readPaymentLimits } from "#resources/payments/payment-limits.ts";
import { type AmountLimits, anyChannelIn } from "#resources/payments/rules.ts";
import { paymentPageUrl } from "#resources/payments/token.ts";
import { copyNumberForm } from "./present.ts";
import type { LinkPage, NewLinkPayment } from "./schema.ts";

/** Returns the data of a payment link's page. Runs as the engine. */
export async function readLinkPage(tx: Tx, link: PaymentLinkRow): Promise<LinkPage> {
  const merchant = await findMerchant(tx, link.merchant);
  assert(merchant, "a link belongs to a merchant");
  const limits = await readPaymentLimits(tx, link);
  const { state, maximum } = await readRoom(tx, link, limits);
  return {
    name: link.name,
    description: link.description,
    amount: link.amount === null ? null : Number(link.amount),
    currency: link.currency,
    country: merchant.country,
    calling_code: callingCode(merchant.country),
    mobile_numbers: copyNumberForm(mobileNumbersOf(merchant.country)),
    business: { name: merchant.name, ...(await readBrand(tx, merchant.id)) },
    sandbox: link.environment === "test",
    active: link.active,
    state,
    minimum: limits.minimum,
    maximum: state === "open" && maximum !== null && maximum < limits.maximum ? maximum : limits.maximum,
  };
}

async function readRoom(tx: Tx, link: PaymentLinkRow, { minimum }: AmountLimits): Promise<LinkRoom> {
  if (!hasLimit(link)) return { state: link.active ? "open" : "stopped", maximum: null };
  return linkRoom(link, await readTotals(tx, link), minimum);
}

/**
 * The longest time for which a payment of a link with a limit stays pending, in milliseconds: it takes room of the limit,
 * which nobody else can use meanwhile. `KOLO_PAYMENT_EXPIRES_MINUTES` may make it shorter.
 */
export const LIMITED_LINK_PAYMENT_EXPIRES_MS = 30 * MINUTE_MS;

/**
 * Creates a payment from an open link. Returns the address of its page. Throws `bad_request` without a contact of the
 * payer, and without an amount if the link has none. Throws `invalid` for a closed link and an amount that no channel
 * takes.
 */
export async function createLinkPayment(
  tx: Tx,
  found: PaymentLinkRow,
  body: NewLinkPayment,
  settings: { readonly expires_after_ms: number; readonly public_url: string },
): Promise<string> {
  const link = await lockForPayment(tx, found);
  if (!link.active) throw new ServiceError("payment_link_closed", "This payment link is closed");
  const amount = link.amount ?? (body.amount === undefined ? null : BigInt(body.amount));
  const missing = {
    ...(amount === null ? { amount: [fieldError("required", "This field is required")] } : {}),
    ...validatePayer(body),
  };
  if (amount === null || Object.keys(missing).length > 0) {
    throw new ServiceError("invalid_request", "Validation failed", { fields: missing });
  }
  const { minimum, maximum } = await readPaymentLimits(tx, link);
  const room = await readRoom(tx, link, { minimum, maximum });
  if (room.state === "limit_reached") {
    throw new ServiceError("payment_link_limit_reached", "This payment link takes no more payments");
  }
  if (room.state === "rest_reserved") {
    throw new ServiceError("payment_link_rest_reserved", "Payments under way cover the rest of this payment link");
  }
  if (room.maximum !== null && amount > room.maximum) {
    const params = { maximum: Number(room.maximum), currency: link.currency };
    throw invalid("amount", "link_amount_too_large", `Enter at most ${room.maximum} ${link.currency}`, params);
  }
  if (amount < minimum || amount > maximum) {
    const { currency } = link;
    const message = `Enter an amount from ${minimum} to ${maximum} ${currency}`;
    throw paymentValidationFailed({
      amount: [amountLimitError(amount, { minimum, maximum, currency }, message)],
    });
  }
  const [outcome] = await createPayments(
    tx,
    [
      {
        scope: { merchant: link.merchant, environment: link.environment },
        amount,
        payer: payerOf(body),
        reference: null,
        description: link.description ?? link.name,
        callback: link.callback,
        metadata: link.metadata,
        split: link.split,
        link: link.id,
        publishable_key: null,
        expires_at: null,
        invoice: null,
        ...anyChannelIn(link.currency),
      },
    ],
    hasLimit(link) ? Math.min(settings.expires_after_ms, LIMITED_LINK_PAYMENT_EXPIRES_MS) : settings.expires_after_ms,
  );
  assert(outcome, "one order has one outcome");
  if (outcome instanceof Error) throw outcome;
  return paymentPageUrl(settings.public_url, outcome.id);
}

/**
 * Locks a link until this transaction ends. With a limit the lock is exclusive, so that concurrent payments count each
 * other. Without one it is shared: payments do not wait for each other, and only an update of the link waits. Throws
 * `StaleRead` if the link got its first limit since it was read.
 */
async function lockForPayment(tx: Tx, found: PaymentLinkRow): Promise<PaymentLinkRow> {
  const link = await (hasLimit(found) ? lock : lockShared)(tx, found, found.id);
  assert(link, "a link is never deleted");
  if (hasLimit(link) && !hasLimit(found)) throw new StaleRead("the payment link has a limit now");
  return link;
}
