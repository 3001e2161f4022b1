import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { Channel } from "#providers/channels.ts";
import type { ApprovalState } from "#resources/approvals/schema.ts";
import { dataKey, type InlineBeneficiary } from "#resources/beneficiaries/inline-beneficiary.ts";
import { checkChannel, type ParsedReceiver, parseRecipient, type Recipient } from "#resources/transfers/rules.ts";
import type { TransferTexts, TransferTiming } from "#resources/transfers/schema.ts";

/** The data of one requested transfer, not yet validated. */
export interface TransferOrder extends TransferTexts {
  readonly scope: Scope;
  readonly amount: bigint;
  readonly currency: string;
  readonly channel: string;
  readonly recipient: Recipient;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The bulk that the transfer belongs to. */
  readonly bulk: Id<"btr"> | null;
  /** The approval state of that bulk, decided for the bulk as a whole before its transfers are evaluated. */
  readonly approval?: ApprovalState | null;
  /** Absent or null: the transfer is sent at once. */
  readonly timing?: TransferTiming | null;
  /** The person who orders it; null for an API key. */
  readonly requested_by: Person | null;
  /** Whether it is accepted although it may be a duplicate; null: as the merchant's guard says. */
  readonly allow_duplicate: boolean | null;
  /** The API key that orders it; null for a person, and for the run of a schedule. */
  readonly key: Id<"key"> | null;
  /**
   * The account holder's name that the network must report for the number; the transfer is not sent under another name.
   */
  readonly expect_name?: string | null;
}

/** An order with an existing channel and a valid recipient. */
export interface ParsedTransferOrder {
  readonly order: TransferOrder;
  readonly channel: Channel;
  /** Null for a stored beneficiary, which is found by `order.recipient.id`. */
  readonly inline: {
    readonly data: InlineBeneficiary;
    readonly data_key: Buffer;
    readonly receiver: ParsedReceiver;
  } | null;
}

/** Checks an order against the channel catalogue alone. Reads no table. */
export function parseTransferOrder(order: TransferOrder): ParsedTransferOrder | ServiceError {
  const { channel, problems } = checkChannel(order.channel, order.scope.environment, order.currency, order.amount);
  if (channel === null) return transferValidationFailed(problems);
  const { recipient } = order;
  if (recipient.by === "id") return problems ? transferValidationFailed(problems) : { order, channel, inline: null };

  const receiver = parseRecipient(recipient, channel);
  if ("problems" in receiver) return transferValidationFailed({ ...problems, ...receiver.problems });
  if (problems) return transferValidationFailed(problems);
  const data: InlineBeneficiary = {
    name: recipient.name,
    email: recipient.email,
    phone: receiver.phone,
    phone_typed: recipient.phone,
    account_number: recipient.account_number,
    bank_code: recipient.bank_code,
    country: receiver.country,
    currency: receiver.currency,
    type: receiver.type,
  };
  return { order, channel, inline: { data, data_key: dataKey(data), receiver } };
}

export function transferValidationFailed(problems: FieldErrors): ServiceError {
  return new ServiceError("validation_failed", "Validation failed", { fields: problems });
}
