import { assert, type FieldError, type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asAmount, asRecord } from "#kernel/fields.ts";
import { futureError, momentErrors } from "#kernel/moments.ts";
import { type Phone, phoneFieldErrors, readMobile, readPhone } from "#kernel/phone.ts";
import type { Environment } from "#kernel/scope.ts";
import { type Instant, readMoment } from "#kernel/time.ts";
import {
  type Channel,
  carriersOf,
  channelAmountError,
  findChannel,
  mobileNumberError,
  noRouteError,
  notConnectedError,
  routeChannel,
} from "#providers/channels.ts";
import type { BeneficiaryType } from "#resources/beneficiaries/schema.ts";
import {
  SCHEDULED_DAYS_MAX,
  type TimingFields,
  type TransferRow,
  type TransferStatus,
  type TransferTiming,
} from "./schema.ts";

/** The recipient as the request contains it: a beneficiary's id, or the data. */
export type Recipient =
  | { readonly by: "id"; readonly id: string }
  | {
      readonly by: "data";
      /** The body's field, for error messages: `beneficiary_data`, or `beneficiary` in the deprecated form. */
      readonly field: string;
      readonly name: string | null;
      readonly phone: string;
      readonly email: string | null;
      readonly account_number: string | null;
      readonly bank_code: string | null;
      readonly country: string | null;
    };

/** The recipient's data, read from the stored beneficiary or parsed from the request. */
export interface ParsedReceiver {
  readonly name: string | null;
  readonly bank_code: string | null;
  readonly type: BeneficiaryType;
  readonly country: string;
  readonly currency: string;
  readonly phone: Phone | null;
  /** The number or account that receives the money. */
  readonly number: string;
}

/** The channel and the field errors of the request. The channel is null if it cannot carry transfers. */
export type ChannelCheck =
  | { readonly channel: Channel; readonly problems: FieldErrors | null }
  | { readonly channel: null; readonly problems: FieldErrors };

/**
 * Returns the channel of a transfer, or the field errors if it cannot be used (`interface.md` 7, interface-decisions 16
 * and 17). `amount` is null if it is not fixed yet.
 */
export function checkChannel(
  id: string,
  environment: Environment,
  currency: string | null,
  amount: bigint | null,
): ChannelCheck {
  const channel = findChannel(id);
  if (!channel?.kinds.includes("transfer")) {
    return { channel: null, problems: { channel: [fieldError("unknown_channel", "The channel is invalid")] } };
  }
  if (carriersOf(channel, environment).length === 0) return { channel: null, ...notConnected(id, environment) };
  const problems: Record<string, readonly FieldError[]> = {};
  if (currency !== null && currency !== channel.currency) {
    const params = { channel: id, currency: channel.currency };
    const message = `The channel ${id} carries ${channel.currency}`;
    problems.currency = [fieldError("channel_currency_mismatch", message, params)];
  }
  const amount_error = amount === null ? null : channelAmountError(amount, channel);
  if (amount_error) problems.amount = [amount_error];
  return { channel, problems: Object.keys(problems).length > 0 ? problems : null };
}

/**
 * Field errors that need only the channel catalogue. Malformed parts of the body are skipped: the schema reports them.
 */
export function validateTransferAgainstCatalogue(
  body: unknown,
  environment: Environment,
  bulk_currency: unknown = undefined,
): FieldErrors {
  const body_fields = asRecord(body);
  const { channel: id, amount, currency = bulk_currency } = body_fields;
  const fields = ["beneficiary_data", "beneficiary", "recipient"];
  const phones = fields.map((field) => phoneFieldErrors(`${field}.phone`, asRecord(body_fields[field]).phone));
  if (typeof id !== "string" || id === "") return Object.assign({}, ...phones);
  const { channel, problems } = checkChannel(id, environment, textIn(currency), asAmount(amount));
  if (channel === null) return Object.assign({}, problems, ...phones);
  const recipients = fields.flatMap((field) => {
    const { phone, ...data } = asRecord(body_fields[field]);
    if (typeof phone !== "string" || phone === "") return [];
    const { account_number, bank_code, country } = data;
    const common = { by: "data", field, name: null, email: null, phone } as const;
    const account_fields = {
      account_number: textIn(account_number),
      bank_code: textIn(bank_code),
      country: textIn(country),
    };
    const receiver = parseRecipient({ ...common, ...account_fields }, channel);
    return "problems" in receiver ? [receiver.problems] : [];
  });
  return Object.assign({}, problems, ...recipients);
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The field error for a channel without a usable provider in this environment. */
export function notConnected(id: string, environment: Environment): { readonly problems: FieldErrors } {
  return { problems: { channel: [notConnectedError(id, environment)] } };
}

/** Parses the recipient's data, and requires the fields that the channel needs. */
export function parseRecipient(
  recipient: Recipient & { readonly by: "data" },
  channel: Channel,
): ParsedReceiver | { readonly problems: FieldErrors } {
  const fieldName = (name: string): string => `${recipient.field}.${name}`;
  const country = recipient.country ?? channel.country;
  if (country !== channel.country) {
    return { problems: { [fieldName("country")]: [countryMismatch(channel)] } };
  }
  const { name, bank_code } = recipient;
  const common = { name, bank_code, type: channel.type, country, currency: channel.currency };
  const is_account = channel.type === "bank_account";
  const problems: Record<string, readonly FieldError[]> = {};
  for (const name of is_account ? (["account_number", "bank_code"] as const) : []) {
    if (recipient[name] !== null) continue;
    const message = `The channel ${channel.id} needs it`;
    problems[fieldName(name)] = [fieldError("required_by_channel", message, { channel: channel.id })];
  }
  const phone =
    channel.type === "mobile_money" ? readMobile(recipient.phone, country) : readPhone(recipient.phone, country);
  if (phone?.country !== country)
    return { problems: { ...problems, [fieldName("phone")]: [phoneError(recipient.phone, channel)] } };
  if (Object.keys(problems).length > 0) return { problems };
  return { ...common, phone, number: is_account ? (recipient.account_number ?? "") : phone.e164 };
}

/** The error if a channel cannot pay a stored beneficiary; null if it can. */
export function findMismatch(receiver: ParsedReceiver, channel: Channel): FieldError | null {
  if (receiver.type !== channel.type) {
    const message = `The channel ${channel.id} does not pay a beneficiary of the type ${receiver.type}`;
    return fieldError("beneficiary_type_mismatch", message, { channel: channel.id, type: receiver.type });
  }
  if (receiver.country !== channel.country) return countryMismatch(channel);
  if (receiver.currency !== channel.currency) {
    const { currency } = receiver;
    return fieldError("beneficiary_currency_mismatch", `The beneficiary receives ${currency}`, { currency });
  }
  return null;
}

function countryMismatch({ id, country }: Channel): FieldError {
  return fieldError("channel_country_mismatch", `The channel ${id} pays in ${country}`, { channel: id, country });
}

/** The channel of the number's network, or the field error if the number belongs to no single network. */
export function routeToNetwork(
  channel: Channel,
  receiver: ParsedReceiver,
): Channel | { readonly problems: FieldErrors } {
  const network_channel = routeChannel(channel, receiver.phone);
  return network_channel ?? { problems: { channel: [noRouteError(channel, receiver.phone)] } };
}

const NEXT_STATUSES: Readonly<Record<TransferStatus, readonly TransferStatus[]>> = {
  pending: ["processing", "failed", "canceled"],
  processing: ["complete", "failed"],
  complete: [],
  failed: [],
  canceled: [],
};

/** Whether a transfer may change from one status to another (interface-decisions 19). */
export function isAllowedTransition(from: TransferStatus, to: TransferStatus): boolean {
  return NEXT_STATUSES[from].includes(to);
}

/**
 * The latest status that precedes `to`, for the `where` clause of an update. For `complete` and `failed` it is
 * `processing`.
 */
export function statusBefore(to: "processing" | "complete" | "failed" | "canceled"): TransferStatus {
  const all: readonly TransferStatus[] = ["pending", "processing"];
  const from = all.findLast((status) => isAllowedTransition(status, to));
  assert(from, "every status but the first has a predecessor");
  return from;
}

/** Whether only the due time can still delay a transfer: no approval is pending, and its money is held. */
export function mayBeSent({ approval, funds_state }: Pick<TransferRow, "approval" | "funds_state">): boolean {
  return approval !== "waiting" && funds_state !== "awaited";
}

/** Whether the ledger contains a hold for the transfer, open or ended. */
export function hasHold({ funds_state }: Pick<TransferRow, "funds_state">): boolean {
  return funds_state === null || funds_state === "held";
}

/** The earliest time to send a transfer: its due time, or `now` if it has no due time in the future. */
export function firstSendAt({ scheduled_at }: Pick<TransferRow, "scheduled_at">, now: Instant): Instant {
  return scheduled_at !== null && scheduled_at > now ? scheduled_at : now;
}

/** The error if a due time has passed or is too far ahead; null otherwise. */
export function timingError(scheduled_at: Instant, now: Instant): FieldError | null {
  return futureError(scheduled_at, now, SCHEDULED_DAYS_MAX);
}

/** The field errors of a body's timing that need no stored data. */
export function validateTiming(body: unknown): FieldErrors {
  const { scheduled_at, reserve_funds } = asRecord(body);
  if (typeof scheduled_at === "string") return momentErrors("scheduled_at", scheduled_at);
  return scheduled_at === undefined && reserve_funds !== undefined
    ? { reserve_funds: [fieldError("schedule_missing", "Send this with scheduled_at, or leave it out")] }
    : {};
}

/** Reads the timing from a body that passed `validateTiming`; null if it has no due time. */
export function readTiming({ scheduled_at, reserve_funds }: TimingFields): TransferTiming | null {
  const at = scheduled_at === undefined ? null : readMoment(scheduled_at);
  return at === null ? null : { scheduled_at: at, reserve_funds: reserve_funds ?? "now" };
}

function phoneError(text: string, channel: Channel): FieldError {
  return channel.type === "mobile_money"
    ? mobileNumberError(text, channel.country)
    : fieldError("phone_of_other_country", `Enter a telephone number of ${channel.country}`, {
        country: channel.country,
      });
}
