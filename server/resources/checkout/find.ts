import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { findLogo as findLogoRow, type LogoRow } from "#resources/branding/store.ts";
import type { PaymentLinkRow } from "#resources/links/schema.ts";
import { findById as findLink } from "#resources/links/store.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { findById } from "#resources/payments/store.ts";
import { parsePaymentToken } from "#resources/payments/token.ts";

/** Returns the payment of a token. Runs as the engine. Throws `not_found`; for a forged token it reads no table. */
export async function findPaymentByToken(tx: Tx, token: string): Promise<PaymentRow> {
  const id = parsePaymentToken(token);
  const payment = id && (await findById(tx, id));
  if (!payment) throw pageNotFound();
  return payment;
}

export function pageNotFound(): ServiceError {
  return new ServiceError("payment_page_not_found", "This payment page does not exist");
}

/** Returns the logo with this fingerprint. Throws `not_found`. */
export async function findLogo(tx: Tx, hash: string): Promise<LogoRow> {
  const logo = await findLogoRow(tx, hash);
  if (!logo) throw pageNotFound();
  return logo;
}

/** Returns the payment link with this id. Runs as the engine. Throws `not_found`. */
export async function findPaymentLink(tx: Tx, id: string): Promise<PaymentLinkRow> {
  const link = await findLink(tx, id);
  if (!link) throw new ServiceError("payment_link_unknown", "This payment link does not exist");
  return link;
}
