import type { RawRouteCall } from "#http/route.ts";
import { badRequest, invalid } from "#kernel/errors.ts";
import { readPhone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { allChannels, carriersOf, findChannel } from "#providers/channels.ts";
import type { Beneficiary } from "#resources/beneficiaries/schema.ts";
import { withoutEmpty } from "./recipient.ts";

/** The stored records that complete an older body. */
export interface StoredRecords {
  beneficiary(scope: Scope, id: string): Promise<Beneficiary | null>;
  merchantCountry(scope: Scope): Promise<string>;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the older body of a transfer; null if the body has the present form, which needs no look-up.
 *
 * - `recipientId` is another name of `recipient`. A `beneficiary` object beside it only repeats the recipient.
 * - `number` or `account_number` of a recipient's object is the phone.
 * - Without `channel`, a `recipient` gives it: the channel of its type, country and currency.
 */
export function writeOlderTransfer(call: RawRouteCall, records: StoredRecords): Promise<RawRouteCall> | null {
  const { body } = call;
  if (typeof body !== "object" || body === null) return null;
  const is_older =
    "recipientId" in body || "recipient" in body || ("beneficiary" in body && isObject(body.beneficiary));
  return is_older ? presentForm(call, records) : null;
}

async function presentForm(call: RawRouteCall, records: StoredRecords): Promise<RawRouteCall> {
  const { scope } = call;
  const { recipientId: id, ...sent } = withoutEmpty(call.body);
  if (id !== undefined && sent.recipient !== undefined && sent.recipient !== id) {
    throw badRequest("recipientId", "recipient_ambiguous", "Give one recipient: recipientId, or recipient");
  }
  const recipient = sent.recipient ?? id;
  const named = { ...sent, ...(recipient === undefined ? {} : { recipient }) };
  rejectTwoNumbers(named);
  await rejectOtherId(scope, named, records);
  const body = await withoutRepetition(scope, named, records);
  const with_phones = { ...body, ...phonesOf(body) };
  const is_recipient_alone = body.beneficiary === undefined && body.beneficiary_data === undefined;
  if (body.channel !== undefined || recipient === undefined || !is_recipient_alone) {
    return { ...call, body: with_phones };
  }
  const channel = await channelOf(scope, with_phones.recipient, records);
  return { ...call, body: channel === null ? with_phones : { ...with_phones, channel } };
}

/**
 * Throws `invalid_request` for an object with two different numbers. On `/recipients` the money goes to `number`, or else
 * `account_number`; here it would go to `phone`, which older clients used for a contact.
 */
function rejectTwoNumbers({ channel, beneficiary, recipient }: Body): void {
  if (isBankChannel(channel)) return;
  for (const [field, data] of [["beneficiary", beneficiary] as const, ["recipient", recipient] as const]) {
    if (!isObject(data)) continue;
    const { phone, number, account_number, country } = withoutEmpty(data);
    const sent_numbers = [phone, number, account_number].filter((one) => one !== undefined);
    const numbers = new Set(sent_numbers.map((one) => comparableNumber(one, country)));
    if (numbers.size > 1) throw ambiguousRecipient(field);
  }
}

function comparableNumber(number: unknown, country: unknown): string {
  const text = String(number);
  return readPhone(text, typeof country === "string" ? country : DEFAULT_COUNTRY)?.e164 ?? text.replace(/\s/g, "");
}

// Only to compare two spellings of one number.
const DEFAULT_COUNTRY = "CM";

/** Throws `invalid_request` for an object whose `id` is not the stored beneficiary with its number. */
async function rejectOtherId(scope: Scope, body: Body, records: StoredRecords): Promise<void> {
  const { beneficiary, recipient } = body;
  for (const [field, data] of [["beneficiary", beneficiary] as const, ["recipient", recipient] as const]) {
    if (!isObject(data)) continue;
    const { id } = withoutEmpty(data);
    if (id === undefined) continue;
    if (field === "beneficiary" && typeof recipient === "string") {
      if (id !== recipient) throw ambiguousRecipient(field);
      continue;
    }
    const stored = typeof id === "string" ? await records.beneficiary(scope, id) : null;
    const sent_number = paidNumber(data, isBankChannel(body.channel));
    if (stored === null || (sent_number !== undefined && !isNumberOf(stored, sent_number))) {
      throw ambiguousRecipient(field);
    }
  }
}

function ambiguousRecipient(field: string): Error {
  return badRequest(field, "recipient_ambiguous", "Give one recipient: this object names two");
}

/**
 * Removes a `beneficiary` object that repeats the stored recipient. One with another number stays: the order then names
 * two recipients and is refused, because either could be the wrong one.
 */
async function withoutRepetition(scope: Scope, body: Body, records: StoredRecords): Promise<Body> {
  const { beneficiary, ...others } = body;
  if (typeof body.recipient !== "string" || !isObject(beneficiary)) return body;
  const stored = await records.beneficiary(scope, body.recipient);
  if (stored === null) return others;
  // Without a channel, the recipient's type gives it.
  const goes_to_bank = body.channel === undefined ? stored.type === "bank_account" : isBankChannel(body.channel);
  const sent_number = paidNumber(beneficiary, goes_to_bank);
  return sent_number === undefined || isNumberOf(stored, sent_number) ? others : body;
}

/** Returns the number that receives the money. For a bank that is the account number: its phone is a contact. */
function paidNumber(data: object, goes_to_bank: boolean): unknown {
  const { number, phone, account_number } = withoutEmpty(data);
  return goes_to_bank ? (account_number ?? number ?? phone) : (number ?? phone ?? account_number);
}

function isNumberOf({ phone, country, account_number }: Beneficiary, number: unknown): boolean {
  if (typeof number !== "string") return false;
  if (account_number !== null && number.replace(/\s/g, "") === account_number.replace(/\s/g, "")) return true;
  return phone !== null && readPhone(number, country)?.e164 === phone;
}

/** The objects for the recipient, with `number` or `account_number` as their phone unless they go to a bank account. */
function phonesOf({ channel, beneficiary, recipient }: Body): Body {
  if (isBankChannel(channel)) return {};
  const objects = Object.entries({ beneficiary, recipient }).filter(([, value]) => isObject(value));
  return Object.fromEntries(objects.map(([name, value]) => [name, withPhone(withoutEmpty(value))]));
}

function isBankChannel(channel: unknown): boolean {
  return typeof channel === "string" && findChannel(channel)?.type === "bank_account";
}

function withPhone(data: Body): Body {
  if (data.phone !== undefined) return data;
  const { number, account_number, ...others } = data;
  const phone = number ?? account_number;
  return phone === undefined ? others : { ...others, phone };
}

/** The channel that pays a recipient; null if several would, or none. Throws `invalid` for an unknown id. */
async function channelOf(scope: Scope, recipient: unknown, records: StoredRecords): Promise<string | null> {
  if (typeof recipient === "string") {
    const stored = await records.beneficiary(scope, recipient);
    if (!stored) throw invalid("beneficiary", "unknown_beneficiary", "The beneficiary was not found");
    return findOnlyChannel(scope, stored);
  }
  const { country, phone } = withoutEmpty(recipient);
  if (typeof country === "string") return findOnlyChannel(scope, { type: "mobile_money", country });
  const own_country = await records.merchantCountry(scope);
  const number_country = typeof phone === "string" ? readPhone(phone, own_country)?.country : null;
  return findOnlyChannel(scope, { type: "mobile_money", country: number_country ?? own_country });
}

/** Prefers a channel that routes by the number's network, such as `cm.mobile`. */
function findOnlyChannel(
  { environment }: Scope,
  { type, country, currency }: Pick<Beneficiary, "type" | "country"> & { readonly currency?: string },
): string | null {
  const usable = allChannels().filter(
    (channel) =>
      channel.kinds.includes("transfer") &&
      channel.type === type &&
      channel.country === country &&
      (currency === undefined || channel.currency === currency) &&
      carriersOf(channel, environment).length > 0,
  );
  const routing = usable.filter(({ routes }) => routes.length > 0);
  const [only, ...others] = routing.length > 0 ? routing : usable;
  return only && others.length === 0 ? only.id : null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
