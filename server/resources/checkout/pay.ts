import type { Tx } from "#db/tx.ts";
import { cancelPayment } from "#resources/payments/cancel.ts";
import { processPayment } from "#resources/payments/process.ts";
import { readPaymentToken } from "#resources/payments/token.ts";
import { noSuchPage, paymentOf } from "./find.ts";
import type { Checkout } from "./schema.ts";
import { checkoutOf } from "./view.ts";

/** Whether a text is a token of this service. Reads no table. */
export function isToken(text: string): boolean {
  return readPaymentToken(text) !== null;
}

/** Throws `not_found` for a forged token, as `look` does, before any counter or table is used. */
export function checkToken(text: string): void {
  if (!isToken(text)) throw noSuchPage();
}

/** The page's current state. Throws `not_found`. All functions here run as the engine: a payer has no key. */
export async function look(tx: Tx, token: string): Promise<Checkout> {
  return checkoutOf(tx, await paymentOf(tx, token));
}

/**
 * Requests the payer's confirmation. Throws as `processPayment` does, and as `ring` does. `ring` is called for each
 * real phone that would ring; the sandbox rings none.
 */
export async function pay(
  tx: Tx,
  token: string,
  choice: { channel: string; phone: string },
  ring: (phone: string) => void,
): Promise<Checkout> {
  const payment = await paymentOf(tx, token);
  const { channel, phone } = choice;
  const asked = await processPayment(tx, payment, payment.id, {
    channel,
    phone,
    phone_field: "phone",
    country: null,
    is_hosted: true,
  });
  if (asked.environment === "live" && asked.phone !== null) ring(asked.phone);
  return look(tx, token);
}

/** Cancels the payment at the payer's request. Throws `not_found`, and `invalid` outside of pending. */
export async function giveUp(tx: Tx, token: string): Promise<Checkout> {
  const payment = await paymentOf(tx, token);
  await cancelPayment(tx, payment, payment.id, null);
  return look(tx, token);
}
