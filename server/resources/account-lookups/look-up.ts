import { fieldError, ServiceError } from "#kernel/errors.ts";
import type { Static } from "#kernel/fields.ts";
import { causeText } from "#kernel/provider-causes.ts";
import type { Scope } from "#kernel/scope.ts";
import type { FindHolder } from "#providers/account-holder.ts";
import { matchNames } from "#providers/name-match.ts";
import { transferValidationFailed } from "#resources/transfers/create/parse-order.ts";
import { checkChannel, notConnected, parseRecipient, routeToNetwork } from "#resources/transfers/rules.ts";
import type { Lookup, NewLookup } from "./schema.ts";

/**
 * Queries the number's network for the account holder. Throws `invalid` for a channel or number that does not fit,
 * `unavailable` if the network does not respond, and `too_many_requests`.
 */
export async function lookUpHolder(
  holderOf: FindHolder,
  scope: Scope,
  request: Static<typeof NewLookup>,
): Promise<Static<typeof Lookup>> {
  const { carrier, phone } = resolveRoute(scope, request);
  const channel = carrier.id;
  const holder = await holderOf(scope, carrier, phone);
  const common = { channel, phone, active: null, name: null, match: null };
  switch (holder.state) {
    case "known": {
      const { name, is_active: active } = holder;
      const match = request.name === undefined || name === null ? null : matchNames(request.name, name);
      return { ...common, found: true, active, name, match };
    }
    case "name_unavailable":
      return { ...common, found: true };
    case "not_found":
      return { ...common, found: false };
    case "not_connected":
      throw transferValidationFailed(notConnected(channel, scope.environment).problems);
    case "too_many":
      throw new ServiceError("too_many_lookups", "Too many look-ups at once", { retry_after_s: 2 });
    default:
      throw new ServiceError("provider_unavailable", "The network does not answer. Try again later", {
        cause: causeText(holder.cause),
        retry_after_s: 30,
      });
  }
}

function resolveRoute({ environment }: Scope, { channel: id, phone }: Static<typeof NewLookup>) {
  const person = { name: null, email: null, account_number: null, bank_code: null, country: null };
  const checked = checkChannel(id, environment, null, null);
  if (checked.channel === null) throw transferValidationFailed(checked.problems);
  if (checked.channel.type !== "mobile_money") {
    const message = `The channel ${id} does not pay to telephone numbers`;
    throw transferValidationFailed({ channel: [fieldError("channel_without_phone", message, { channel: id })] });
  }
  const receiver = parseRecipient({ by: "data", field: "", phone, ...person }, checked.channel);
  if ("problems" in receiver) throw transferValidationFailed({ phone: Object.values(receiver.problems).flat() });
  const channel = routeToNetwork(checked.channel, receiver);
  if ("problems" in channel) throw transferValidationFailed(channel.problems);
  return { carrier: channel, phone: receiver.number };
}
