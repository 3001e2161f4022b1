import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asAmount, asRecord } from "#kernel/fields.ts";
import { type Phone, phoneFieldErrors, readMobile } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import {
  amountLimitError,
  type Channel,
  type ChannelUsable,
  channelAmountError,
  collectChannels,
  findChannel,
  mobileNumberError,
  noRouteError,
  notConnectedError,
  routeChannel,
} from "#providers/channels.ts";
import type { PaymentRow, PaymentStatus } from "./schema.ts";

/** The limits on the channels that may carry a payment. */
export interface ChannelLocks {
  readonly currency: string;
  readonly locked_channel: string | null;
  readonly locked_country: string | null;
  readonly locked_currency: string | null;
}

/** The locks of a payment that any channel of its currency may carry. */
export function anyChannelIn(currency: string): ChannelLocks {
  return { currency, locked_channel: null, locked_country: null, locked_currency: null };
}

/** Returns the channels over which a payment may be paid, in the order of the catalogue. */
export function channelsFor(
  locks: ChannelLocks,
  environment: Environment,
  isUsable: ChannelUsable,
): readonly Channel[] {
  return collectChannels(environment, isUsable).filter(
    (channel) =>
      channel.currency === locks.currency &&
      (locks.locked_channel === null || channel.id === locks.locked_channel) &&
      (locks.locked_country === null || channel.country === locks.locked_country) &&
      (locks.locked_currency === null || channel.currency === locks.locked_currency),
  );
}

export interface AmountLimits {
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** Returns the smallest minimum and the largest maximum of these channels; null without a channel. */
export function limitsOf([first, ...rest]: readonly AmountLimits[]): AmountLimits | null {
  if (!first) return null;
  return rest.reduce<AmountLimits>(
    (limits, { minimum, maximum }) => ({
      minimum: minimum < limits.minimum ? minimum : limits.minimum,
      maximum: maximum > limits.maximum ? maximum : limits.maximum,
    }),
    { minimum: first.minimum, maximum: first.maximum },
  );
}

/**
 * Returns the reasons why a payment could never be paid, by field; null if it can. `amount` is null if the payer
 * chooses it.
 */
export function validatePayable(
  { amount, ...locks }: ChannelLocks & { readonly amount: bigint | null },
  environment: Environment,
  isUsable: ChannelUsable,
): FieldErrors | null {
  const channels = channelsFor(locks, environment, isUsable);
  const limits = limitsOf(channels);
  if (limits) {
    if (amount === null || channels.some(({ minimum, maximum }) => amount >= minimum && amount <= maximum)) return null;
    const message = `Enter an amount from ${limits.minimum} to ${limits.maximum} ${locks.currency}`;
    return { amount: [amountLimitError(amount, { ...limits, currency: locks.currency }, message)] };
  }
  const { locked_channel, locked_country, currency } = locks;
  if (locked_channel !== null && !findChannel(locked_channel)?.kinds.includes("collect")) {
    return { locked_channel: [fieldError("unknown_channel", "The channel is invalid")] };
  }
  const unlocked = channelsFor(anyChannelIn(locks.currency), environment, isUsable);
  if (unlocked.length === 0) {
    const message = `No channel collects ${currency} in the ${environment} environment`;
    return { currency: [fieldError("no_collecting_channel", message, { currency, environment })] };
  }
  if (locked_channel !== null) {
    const message = `The channel ${locked_channel} does not collect ${currency}`;
    return { locked_channel: [fieldError("channel_not_collecting", message, { channel: locked_channel, currency })] };
  }
  if (locked_country !== null) {
    const message = `No channel collects ${currency} in ${locked_country}`;
    return { locked_country: [fieldError("no_channel_in_country", message, { currency, country: locked_country })] };
  }
  const message = `It differs from the currency ${currency}`;
  return { locked_currency: [fieldError("locked_currency_mismatch", message, { currency })] };
}

/**
 * Returns the field errors that need no stored data: conflicts with the channel catalogue, and impossible phone
 * numbers. Skips malformed parts of the body.
 */
export function validatePaymentAgainstCatalogue(body: unknown, environment: Environment): FieldErrors {
  const { phone, customer } = asRecord(body);
  const phones = {
    ...phoneFieldErrors("phone", phone),
    ...phoneFieldErrors("customer.phone", asRecord(customer).phone),
  };
  return { ...validatePayableBody(body, environment), ...phones };
}

function validatePayableBody(body: unknown, environment: Environment): FieldErrors {
  const { amount, currency, locked_channel = null, locked_country = null, locked_currency = null } = asRecord(body);
  const isTextOrNull = (value: unknown): value is string | null => typeof value === "string" || value === null;
  if (typeof currency !== "string" || !isTextOrNull(locked_channel)) return {};
  if (!isTextOrNull(locked_country) || !isTextOrNull(locked_currency)) return {};
  const locks = { currency, locked_channel, locked_country, locked_currency };
  return validatePayable({ ...locks, amount: asAmount(amount) }, environment, () => true) ?? {};
}

/** The channel and the number of a charge. */
export interface ChargeRoute {
  /** The channel in the request. */
  readonly channel: Channel;
  /** The network's own channel, which carries the charge. */
  readonly routed: Channel;
  readonly phone: Phone;
}

/** Returns the route for the payer's choice of channel and number, or the field errors of that choice. */
export function findChargeRoute(
  payment: Pick<PaymentRow, "amount" | "environment"> & ChannelLocks,
  channel_id: string,
  phone_text: string,
  country: string | null,
  phone_field: string,
  isUsable: ChannelUsable,
): ChargeRoute | { readonly problems: FieldErrors } {
  const channel = channelsFor(payment, payment.environment, isUsable).find((one) => one.id === channel_id);
  if (!channel) return { problems: { channel: [fieldError("unknown_channel", "The channel is invalid")] } };
  const amount_error = channelAmountError(payment.amount, channel);
  if (amount_error) return { problems: { channel: [amount_error] } };
  if (country !== null && country !== channel.country) {
    const message = `The channel ${channel.id} collects in ${channel.country}`;
    const params = { channel: channel.id, country: channel.country };
    return { problems: { country: [fieldError("channel_country_mismatch", message, params)] } };
  }
  const phone = readMobile(phone_text, channel.country);
  if (!phone) return { problems: { [phone_field]: [mobileNumberError(phone_text, channel.country)] } };
  const routed = routeChannel(channel, phone);
  if (!routed) return { problems: { channel: [noRouteError(channel, phone)] } };
  if (!isUsable(routed)) {
    return { problems: { channel: [notConnectedError(routed.id, payment.environment)] } };
  }
  // The contract with the network limits the order, whatever the limits of the channel that routes to it.
  const routed_error = channelAmountError(payment.amount, routed);
  if (routed_error) return { problems: { channel: [routed_error] } };
  return { channel, routed, phone };
}

const NEXT_STATUSES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ["processing", "canceled", "expired"],
  processing: ["complete", "failed", "canceled", "pending", "expired"],
  complete: [],
  failed: [],
  canceled: [],
  expired: [],
};

/** Returns the statuses from which a payment may change to `to`. Each update requires one of them. */
export function statusesBefore(to: PaymentStatus): readonly PaymentStatus[] {
  const all: readonly PaymentStatus[] = ["pending", "processing", "complete", "failed", "canceled", "expired"];
  return all.filter((from) => NEXT_STATUSES[from].includes(to));
}

/** Returns a payment's status after a failed try (interface-decisions 22). */
export function statusAfterFailure(
  payment: Pick<PaymentRow, "is_hosted_try" | "expires_at">,
  code: string,
  now: string,
): "pending" | "expired" | "failed" | "canceled" {
  if (payment.is_hosted_try) return payment.expires_at <= now ? "expired" : "pending";
  return code === "rejected_by_payer" ? "canceled" : "failed";
}
