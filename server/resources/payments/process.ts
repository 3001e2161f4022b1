import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, badRequest, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import { type PayerAction, payerActionOf } from "#kernel/payer-actions.ts";
import type { Scope } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { type Carrier, carrierAmountError, findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { createAttempts } from "#providers/attempts.ts";
import type { Channel } from "#providers/channels.ts";
import { remainingPause } from "#providers/health/health.ts";
import { BLOCKED_MESSAGE, isBlocked } from "#resources/blocks/check.ts";
import { customerBlocked } from "#resources/customers/block.ts";
import { findPayer, isPhoneBlocked } from "#resources/customers/store.ts";
import { feeFor } from "#resources/fees/rules.ts";
import { findAll as findFees } from "#resources/fees/store.ts";
import { countOrder } from "#resources/limits/count.ts";
import { paymentValidationFailed } from "./parse-order.ts";
import { eventData } from "./present.ts";
import { findChargeRoute } from "./rules.ts";
import type { PaymentRow, ProcessPayment } from "./schema.ts";
import { lock, startProcessing } from "./store.ts";

/** The payer's choice of channel and number. */
export interface ChargeRequest {
  readonly channel: string;
  /** Null to use the payment's own number, or else the customer's. */
  readonly phone: string | null;
  /** The name of the number's field in the body, for error messages. */
  readonly phone_field: string;
  readonly country: string | null;
  /** The payer's one-time code; null without one. `otp_field` is its name in the body. */
  readonly otp: string | null;
  readonly otp_field: string;
  /** The amounts and currencies that the request repeats. */
  readonly repeated?: readonly Pick<ProcessPayment, "amount" | "currency">[];
  /** True if the request is from the hosted page, where the payer may try again after a failure. */
  readonly is_hosted: boolean;
}

/** A payment in processing, with its payer's action. */
export interface StartedCharge {
  readonly payment: PaymentRow;
  readonly action: PayerAction;
}

/** The limit of tries per payment: each try rings the payer's phone. */
export const TRIES_MAX = 20;

/**
 * Requests the money from the payer, and moves the payment from pending to processing. Throws `not_found`; `invalid`
 * for a channel, country or number that does not fit, for a missing one-time code, for a paused channel, for a blocked
 * customer, and for any other status; `bad_request` without any number.
 */
export async function processPayment(
  tx: Tx,
  scope: Scope,
  id_or_reference: string,
  charge: ChargeRequest,
): Promise<StartedCharge> {
  const payment = await lock(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
  if (payment.status !== "pending" || payment.expires_at <= tx.now) {
    throw new ServiceError("payment_not_processable", "Payment cannot be processed in its current state");
  }
  if (payment.tries >= TRIES_MAX) throw new ServiceError("payment_tries_exhausted", "This payment was tried too often");
  for (const repeated of charge.repeated ?? []) rejectOther(payment, repeated);
  const payer = await findPayer(tx, scope, payment.customer);
  if (payer && payer.blocked_at !== null) throw customerBlocked();
  const phone = charge.phone ?? payment.payer_phone ?? payer?.phone ?? null;
  if (phone === null) throw badRequest(charge.phone_field, "required", "This field is required");
  const accounts = await findUsableAccounts(tx, [scope]);
  const charge_route = findChargeRoute(payment, charge.channel, phone, charge.country, charge.phone_field, (channel) =>
    accounts.has(scope, channel, "collect"),
  );
  if ("problems" in charge_route) throw paymentValidationFailed(charge_route.problems);
  const carrier = accounts.carrier(scope, charge_route.routed, "collect");
  assert(carrier, "a usable channel has a carrier");
  await requireOpen(tx, carrier, charge_route.routed, payment.amount);

  const party = charge_route.phone.e164;
  if (await isPhoneBlocked(tx, scope, party)) throw customerBlocked();
  const action = payerActionOf(scope.environment, party, carrier.action);
  if (action === "otp" && charge.otp === null) throw otpRequired(charge.otp_field, charge_route.routed);
  if (await isBlocked(tx, { ...scope, party })) throw invalid(charge.phone_field, "payer_blocked", BLOCKED_MESSAGE);
  await countOrder(
    tx,
    {
      ...{
        merchant: scope.merchant,
        environment: scope.environment,
        amount: payment.amount,
        currency: payment.currency,
      },
      ...{ counted_at: tx.now, key: null, person: null, is_payment: true },
      otherParty: () => party,
    },
    payment.id,
  );
  const fee = feeFor(payment.amount, await findFees(tx, [scope], "collect"), charge_route.routed.id);
  const started = await startProcessing(tx, scope, payment.id, {
    channel: charge.channel,
    phone: charge_route.phone.e164,
    fee: fee > payment.amount ? payment.amount : fee,
    is_hosted_try: charge.is_hosted,
  });
  assert(started, "a pending payment that is locked can be started");
  await Promise.all([
    createAttempts(tx, [
      {
        scope,
        subject: started.id,
        kind: "collect",
        channel: charge_route.routed.id,
        provider: carrier.provider,
        provider_account: carrier.account,
        amount: started.amount,
        currency: started.currency,
        receiver: charge_route.phone.e164,
        receiver_name: null,
        bank_code: null,
        country: charge_route.routed.country,
        reference: started.reference,
        description: started.description,
        otp: action === "otp" ? charge.otp : null,
        due_at: tx.now,
      },
    ]),
    recordEvents(tx, [
      { scope, type: "payment.processing", resource: started.id, sequence: started.sequence, data: eventData(started) },
    ]),
  ]);
  return { payment: started, action };
}

/** Throws `invalid` for an amount outside of the account's limits, and for a paused channel. */
async function requireOpen(tx: Tx, carrier: Carrier, channel: Channel, amount: bigint): Promise<void> {
  const amount_error = carrierAmountError(amount, channel, carrier);
  if (amount_error) throw paymentValidationFailed({ channel: [amount_error] });
  // Refuse instead of queueing: the payer is waiting and can choose another channel now.
  const paused_ms = carrier.account && (await remainingPause(tx, carrier.account, channel.id));
  if (paused_ms === null) return;
  const message = `The channel ${channel.id} is paused: its network does not answer. Try again later`;
  const fields = { channel: [fieldError("channel_paused", message)] };
  const retry_after_s = Math.ceil(paused_ms / SECOND_MS);
  throw new ServiceError("validation_failed", "Validation failed", { fields, retry_after_s });
}

/** The error of a number whose network asks for a one-time code. Nothing was sent: the payer gets the code first. */
function otpRequired(field: string, { id, dial_code }: Channel): Error {
  const way = dial_code === null ? "" : ` by dialling ${dial_code}`;
  const message = `This number needs a one-time code: the payer gets it from the network${way}`;
  return invalid(field, "otp_required", message, { channel: id });
}

/** Throws `invalid` for another amount or currency: the payer would confirm the payment's own. */
function rejectOther(payment: PaymentRow, { amount, currency }: Pick<ProcessPayment, "amount" | "currency">): void {
  if (amount !== undefined && BigInt(amount) !== payment.amount) {
    throw invalid("amount", "immutable_field", `The payment's amount is ${payment.amount}: create another payment`);
  }
  if (currency !== undefined && currency !== payment.currency) {
    throw invalid(
      "currency",
      "immutable_field",
      `The payment's currency is ${payment.currency}: create another payment`,
    );
  }
}
