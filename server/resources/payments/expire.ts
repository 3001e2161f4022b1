import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { type Failure, giveUp } from "#providers/attempts.ts";
import { endPayments } from "./settle.ts";
import { eventData } from "./show.ts";
import { expireDue, findUnasked } from "./store.ts";

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

const UNASKED: Failure = {
  code: "provider_error",
  reason: "The provider could not be reached before the payment's time was over",
};

/**
 * Ends payments whose time is over before their provider took them: a payer is not asked days later for what was not to be
 * had then. By direct charge they fail, on the hosted page they expire. True when there may be more.
 */
export async function endUnasked(tx: Tx): Promise<boolean> {
  const late = await findUnasked(tx, EXPIRED_PER_TURN);
  if (late.length === 0) return false;
  await endPayments(tx, await giveUp(tx, late, UNASKED));
  return late.length === EXPIRED_PER_TURN;
}
