import type { Tx } from "#db/tx.ts";
import { cancelPayment } from "#resources/payments/cancel.ts";
import { processPayment } from "#resources/payments/process.ts";
import { parsePaymentToken } from "#resources/payments/token.ts";
import { findPaymentByToken, pageNotFound } from "./find.ts";
import { presentCheckout } from "./present.ts";
import type { Checkout, PaymentChoice } from "./schema.ts";

/** Returns true if a text is a token of this service. Reads no table. */
export function isPaymentToken(text: string): boolean {
  return parsePaymentToken(text) !== null;
}

/** Throws `not_found` for a forged token, as `readCheckout` does, before any rate limiter or table is used. */
export function requirePaymentToken(text: string): void {
  if (!isPaymentToken(text)) throw pageNotFound();
}

/** Returns the page's current state. Throws `not_found`. All functions here run as the engine: a payer has no key. */
export async function readCheckout(tx: Tx, token: string): Promise<Checkout> {
  return presentCheckout(tx, await findPaymentByToken(tx, token));
}

/**
 * Requests the money from the payer. Throws as `processPayment` and `limitPrompts` do. It calls `limitPrompts` only for
 * payments that ring a real phone; the sandbox rings none.
 */
export async function pay(
  tx: Tx,
  token: string,
  choice: PaymentChoice,
  limitPrompts: (phone: string) => void,
): Promise<Checkout> {
  const payment = await findPaymentByToken(tx, token);
  const { channel, phone, otp = null } = choice;
  const { payment: processing } = await processPayment(tx, payment, payment.id, {
    channel,
    phone,
    phone_field: "phone",
    country: null,
    otp,
    otp_field: "otp",
    is_hosted: true,
  });
  if (processing.environment === "live" && processing.phone !== null) limitPrompts(processing.phone);
  return readCheckout(tx, token);
}

/** Cancels the payment at the payer's request. Throws `not_found`, and `invalid` outside of pending. */
export async function cancelCheckout(tx: Tx, token: string): Promise<Checkout> {
  const payment = await findPaymentByToken(tx, token);
  await cancelPayment(tx, payment, payment.id, null);
  return readCheckout(tx, token);
}
