import type { Phone } from "#kernel/phone.ts";
import { allChannels, type Channel, networkOf } from "#providers/channels.ts";

/** The fields of the receiving account that the choice of a channel depends on. */
export interface Destination {
  readonly type: "mobile_money" | "bank_account";
  readonly country: string;
  readonly currency: string;
  /** Null for a bank account. */
  readonly phone: Phone | null;
}

/**
 * Returns the channel for a withdrawal. Returns null if no channel reaches the account or accepts the amount; the
 * platform operator then pays it through a bank.
 */
export function findWithdrawalChannel({ type, country, currency, phone }: Destination, amount: bigint): Channel | null {
  const network = phone && networkOf(phone);
  const channel = allChannels().find(
    (one) =>
      one.type === type &&
      one.country === country &&
      one.currency === currency &&
      one.kinds.includes("transfer") &&
      one.routes.length === 0 &&
      (type === "bank_account" || (network !== null && one.network === network)) &&
      amount >= one.minimum &&
      amount <= one.maximum,
  );
  return channel && !channel.is_off ? channel : null;
}
