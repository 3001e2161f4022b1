import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { type Failure, failUnsentAttempts } from "#providers/attempts.ts";
import { updateInvoicesOf } from "#resources/invoices/progress.ts";
import { eventData } from "./present.ts";
import { endPayments } from "./settle.ts";
import { expireDue, findUnsent } from "./store.ts";

const EXPIRED_PER_RUN = 500;

/**
 * Expires pending payments past their expiry. A payment in processing stays, because the payer may still confirm it.
 * Returns true if there may be more.
 */
export async function expirePayments(tx: Tx): Promise<boolean> {
  const expired = await expireDue(tx, EXPIRED_PER_RUN);
  await recordEvents(
    tx,
    expired.map((payment) => ({
      ...{ scope: payment, type: "payment.expired", resource: payment.id, sequence: payment.sequence },
      data: eventData(payment),
    })),
  );
  await updateInvoicesOf(tx, expired);
  return expired.length === EXPIRED_PER_RUN;
}

const NOT_SENT_FAILURE: Failure = {
  code: "provider_unavailable",
  reason: "The provider could not be reached before the payment's time was over",
};

/**
 * Ends payments whose request the provider has not accepted before their expiry, so that no payer receives the request
 * days later. A direct charge fails; a payment on the hosted page expires. Returns true if there may be more.
 */
export async function endUnsentPayments(tx: Tx): Promise<boolean> {
  const late = await findUnsent(tx, EXPIRED_PER_RUN);
  if (late.length === 0) return false;
  await endPayments(tx, await failUnsentAttempts(tx, late, NOT_SENT_FAILURE));
  return late.length === EXPIRED_PER_RUN;
}
