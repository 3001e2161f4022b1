import type { FieldErrors } from "#kernel/errors.ts";
import { amountIn, recordIn } from "#kernel/fields.ts";
import { impossiblePhone, mobileWanted, type Phone, readMobile } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import {
  type Channel,
  collectChannels,
  findChannel,
  limitsText,
  noRouteText,
  route,
  type Usable,
} from "#providers/channels.ts";
import type { PaymentRow, PaymentStatus } from "./schema.ts";

/** The limits on the channels that may carry a payment. */
export interface Locks {
  readonly currency: string;
  readonly locked_channel: string | null;
  readonly locked_country: string | null;
  readonly locked_currency: string | null;
}

/** The channels a payment may be paid over, in the order of the catalogue. */
export function channelsFor(locks: Locks, environment: Environment, isUsable: Usable): readonly Channel[] {
  return collectChannels(environment, isUsable).filter(
    (channel) =>
      channel.currency === locks.currency &&
      (locks.locked_channel === null || channel.id === locks.locked_channel) &&
      (locks.locked_country === null || channel.country === locks.locked_country) &&
      (locks.locked_currency === null || channel.currency === locks.locked_currency),
  );
}

export interface Limits {
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** The smallest minimum and the largest maximum of these channels; null without a channel. */
export function limitsOf([first, ...rest]: readonly Channel[]): Limits | null {
  if (!first) return null;
  return rest.reduce<Limits>(
    (limits, { minimum, maximum }) => ({
      minimum: minimum < limits.minimum ? minimum : limits.minimum,
      maximum: maximum > limits.maximum ? maximum : limits.maximum,
    }),
    { minimum: first.minimum, maximum: first.maximum },
  );
}

/** The reasons why a payment could never be paid, by field; null when it can. `amount` is null when the payer chooses it. */
export function unpayable(
  { amount, ...locks }: Locks & { readonly amount: bigint | null },
  environment: Environment,
  isUsable: Usable,
): FieldErrors | null {
  const channels = channelsFor(locks, environment, isUsable);
  const limits = limitsOf(channels);
  if (limits) {
    if (amount === null || channels.some(({ minimum, maximum }) => amount >= minimum && amount <= maximum)) return null;
    return { amount: [`Enter an amount from ${limits.minimum} to ${limits.maximum} ${locks.currency}`] };
  }
  const { locked_channel, locked_country, currency } = locks;
  if (locked_channel !== null && !findChannel(locked_channel)?.kinds.includes("collect")) {
    return { locked_channel: ["The channel is invalid"] };
  }
  const carried = channelsFor(
    { ...locks, locked_channel: null, locked_country: null, locked_currency: null },
    environment,
    isUsable,
  );
  if (carried.length === 0) return { currency: [`No channel collects ${currency} in the ${environment} environment`] };
  if (locked_channel !== null)
    return { locked_channel: [`The channel ${locked_channel} does not collect ${currency}`] };
  if (locked_country !== null) return { locked_country: [`No channel collects ${currency} in ${locked_country}`] };
  return { locked_currency: [`It differs from the currency ${currency}`] };
}

/**
 * Field errors that need no stored data: the catalogue's refusals and impossible phone numbers. Parts of the body that
 * cannot be read are skipped.
 */
export function foreseeable(body: unknown, environment: Environment): FieldErrors {
  const { phone, customer } = recordIn(body);
  const phones = { ...impossiblePhone("phone", phone), ...impossiblePhone("customer.phone", recordIn(customer).phone) };
  return { ...unpayableIn(body, environment), ...phones };
}

function unpayableIn(body: unknown, environment: Environment): FieldErrors {
  const { amount, currency, locked_channel = null, locked_country = null, locked_currency = null } = recordIn(body);
  const isTextOrNull = (value: unknown): value is string | null => typeof value === "string" || value === null;
  if (typeof currency !== "string" || !isTextOrNull(locked_channel)) return {};
  if (!isTextOrNull(locked_country) || !isTextOrNull(locked_currency)) return {};
  const locks = { currency, locked_channel, locked_country, locked_currency };
  return unpayable({ ...locks, amount: amountIn(amount) }, environment, () => true) ?? {};
}

/** The number to charge and the channel that carries the charge. */
export interface Way {
  /** The channel that was requested. */
  readonly channel: Channel;
  /** The network's own channel that carries the payment. */
  readonly routed: Channel;
  readonly provider: string;
  readonly phone: Phone;
}

/** The way a payer chose, or the problems with it, by the body's field. */
export function readWay(
  payment: Pick<PaymentRow, "amount" | "environment"> & Locks,
  channel_id: string,
  phone_text: string,
  country: string | null,
  phone_field: string,
  isUsable: Usable,
): Way | { readonly problems: FieldErrors } {
  const channel = channelsFor(payment, payment.environment, isUsable).find((one) => one.id === channel_id);
  if (!channel) return { problems: { channel: ["The channel is invalid"] } };
  if (payment.amount < channel.minimum || payment.amount > channel.maximum) {
    return { problems: { channel: [`The channel ${channel.id} takes ${limitsText(channel)}`] } };
  }
  if (country !== null && country !== channel.country) {
    return { problems: { country: [`The channel ${channel.id} collects in ${channel.country}`] } };
  }
  const phone = readMobile(phone_text, channel.country);
  if (!phone) return { problems: { [phone_field]: [mobileWanted(phone_text, channel.country)] } };
  const routed = route(channel, phone);
  const provider = routed?.providers[payment.environment];
  if (!routed || !provider) return { problems: { channel: [noRouteText(channel, phone)] } };
  if (!isUsable(provider)) {
    const where = `in the ${payment.environment} environment`;
    return { problems: { channel: [`The channel ${routed.id} is not connected ${where}`] } };
  }
  return { channel, routed, provider, phone };
}

const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ["processing", "canceled", "expired"],
  processing: ["complete", "failed", "canceled", "pending", "expired"],
  complete: [],
  failed: [],
  canceled: [],
  expired: [],
};

/** The statuses from which a payment may reach `to`; an `update` requires one of them. */
export function before(to: PaymentStatus): readonly PaymentStatus[] {
  const all: readonly PaymentStatus[] = ["pending", "processing", "complete", "failed", "canceled", "expired"];
  return all.filter((from) => NEXT[from].includes(to));
}

/** The status of a payment after a failed try (interface-decisions 22). */
export function afterFailure(
  payment: Pick<PaymentRow, "is_hosted_try" | "expires_at">,
  code: string,
  now: string,
): "pending" | "expired" | "failed" | "canceled" {
  if (payment.is_hosted_try) return payment.expires_at <= now ? "expired" : "pending";
  return code === "rejected_by_payer" ? "canceled" : "failed";
}
