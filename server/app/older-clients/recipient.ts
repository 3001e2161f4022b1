import type { RawRouteCall } from "#http/route.ts";
import { invalid } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { findChannel } from "#providers/channels.ts";

/**
 * Reads the older body of a recipient: `channel` instead of `type`. The channel gives `type`, `currency` and `country`
 * if they are absent. `number`, or else `account_number`, receives the money; the older `phone` was a contact only.
 * Throws `invalid` for an unknown channel. A body with `type` has the present form.
 */
export function olderRecipient(call: RawRouteCall): RawRouteCall {
  const { channel: id, number, ...body } = withoutEmpty(call.body);
  if (typeof id !== "string" || body.type !== undefined) return call;
  const channel = findChannel(id);
  if (!channel) throw invalid("channel", "unknown_channel", "The channel is invalid");
  const inferred = { type: channel.type, currency: channel.currency, country: channel.country, ...body };
  return { ...call, body: { ...inferred, ...accountOf(channel.type, number, body) } };
}

function accountOf(
  type: string,
  number: unknown,
  { account_number, phone }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (type === "bank_account") return { account_number: account_number ?? number };
  return { phone: number ?? account_number ?? phone, account_number: undefined };
}

/** The fields of a body that are neither empty nor null: an optional field may be sent so (interface-decisions 2). */
export function withoutEmpty(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(asRecord(body)).filter(([, value]) => value !== null && value !== ""));
}
