import type { Tx } from "#db/tx.ts";
import { cancelPayment } from "#resources/payments/cancel.ts";
import { processPayment } from "#resources/payments/process.ts";
import { readPaymentToken } from "#resources/payments/token.ts";
import { noSuchPage, paymentOf } from "./find.ts";
import type { Checkout } from "./schema.ts";
import { checkoutOf } from "./view.ts";

/** Whether a text is the token of a page of ours. Asks no table. */
export function isToken(text: string): boolean {
  return readPaymentToken(text) !== null;
}

/** The same, before anything is counted or the database is asked. Throws `not_found`, as whoever looks for its payment does. */
export function checkToken(text: string): void {
  if (!isToken(text)) throw noSuchPage();
}

/** What the page shows now. Throws `not_found`. All of these run as the engine: who has the page has no key. */
export async function look(tx: Tx, token: string): Promise<Checkout> {
  return checkoutOf(tx, await paymentOf(tx, token));
}

/**
 * Asks the payer to confirm. Throws as `processPayment` does, and as `ring` does, which is told of each telephone that would
 * ring: in the sandbox none does.
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

/** The payer does not want to pay. Throws `not_found`, and `invalid` outside of pending. */
export async function giveUp(tx: Tx, token: string): Promise<Checkout> {
  const payment = await paymentOf(tx, token);
  await cancelPayment(tx, payment, payment.id, null);
  return look(tx, token);
}
