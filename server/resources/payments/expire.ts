import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { eventData } from "./show.ts";
import { expireDue } from "./store.ts";

const EXPIRED_PER_TURN = 500;

/**
 * Ends pending payments whose time is over. One that somebody is paying is left alone: the payer may still confirm, and
 * what arrives then counts. True when there may be more.
 */
export async function expirePayments(tx: Tx): Promise<boolean> {
  const expired = await expireDue(tx, EXPIRED_PER_TURN);
  await record(
    tx,
    expired.map((payment) => ({
      ...{ scope: payment, type: "payment.expired", resource: payment.id, sequence: payment.sequence },
      data: eventData(payment),
    })),
  );
  return expired.length === EXPIRED_PER_TURN;
}
