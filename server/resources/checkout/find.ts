import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { LinkRow } from "#resources/links/schema.ts";
import { findById as findLink } from "#resources/links/store.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { findById } from "#resources/payments/store.ts";
import { readPaymentToken } from "#resources/payments/token.ts";

/** The payment of a token. Runs as the engine. Throws `not_found`; for a forged token it reads no table. */
export async function paymentOf(tx: Tx, token: string): Promise<PaymentRow> {
  const id = readPaymentToken(token);
  const payment = id && (await findById(tx, id));
  if (!payment) throw noSuchPage();
  return payment;
}

export function noSuchPage(): ServiceError {
  return new ServiceError("not_found", "This payment page does not exist");
}

/** The payment link of this id. Runs as the engine. Throws `not_found`. */
export async function linkOf(tx: Tx, id: string): Promise<LinkRow> {
  const link = await findLink(tx, id);
  if (!link) throw new ServiceError("not_found", "This payment link does not exist");
  return link;
}
