import { EVENT_MEANINGS, EVENT_TYPES, type EventType } from "#events/catalogue.ts";
import type { ApiDescription } from "#http/openapi.ts";
import type { TSchema } from "#kernel/fields.ts";
import { Beneficiary } from "#resources/beneficiaries/schema.ts";
import { BalanceCorrectionEvent } from "#resources/corrections/schema.ts";
import { Customer } from "#resources/customers/schema.ts";
import { Invoice } from "#resources/invoices/schema.ts";
import { Payment } from "#resources/payments/schema.ts";
import { Refund } from "#resources/refunds/schema.ts";
import { Schedule } from "#resources/schedules/schema.ts";
import { PaymentPart } from "#resources/splits/schema.ts";
import { Transfer } from "#resources/transfers/schema.ts";
import { Webhook } from "#resources/webhooks/schema.ts";
import { WithdrawalRule } from "#resources/withdrawal-rules/schema.ts";
import { Withdrawal } from "#resources/withdrawals/schema.ts";

type Prefix<Name extends EventType> = Name extends `${infer First}.${string}` ? First : never;

/** The data of events, by the first word of their type. */
const EVENT_DATA: Readonly<Record<Prefix<EventType>, TSchema>> = {
  payment: Payment,
  payment_part: PaymentPart,
  invoice: Invoice,
  transfer: Transfer,
  customer: Customer,
  beneficiary: Beneficiary,
  refund: Refund,
  withdrawal: Withdrawal,
  withdrawal_rule: WithdrawalRule,
  balance: BalanceCorrectionEvent,
  schedule: Schedule,
  webhook: Webhook,
};

function dataOf(type: EventType): TSchema {
  const [, data] = Object.entries(EVENT_DATA).find(([prefix]) => type.startsWith(`${prefix}.`)) ?? [];
  if (data === undefined) throw new Error(`The events ${type} have no schema`);
  return data;
}

export const API_DESCRIPTION: ApiDescription = {
  tags: {
    Payments: "Collect money: on the hosted page, or by a direct charge of a mobile money number.",
    "Payment links": "Pages that take many payments, each from another payer.",
    Invoices: "Sums that a payer pays at once or in parts, until a date.",
    Refunds: "Send the money of a payment back, in full or in parts.",
    "Split payments": "Parts of a payment for linked merchants, paid to them at once or held until you release them.",
    Transfers: "Send money from the balance to a person or business.",
    "Bulk transfers": "Send up to 10,000 transfers at once. All are accepted, or none.",
    Schedules: "Send the same list of transfers every day, week or month.",
    Beneficiaries: "Stored recipients of transfers.",
    Customers: "Stored payers.",
    Balance: "The money that the merchant has, and each entry that changed it.",
    Withdrawals: "Move the balance to a bank account or wallet of the merchant.",
    Catalogue: "Channels, countries, currencies and banks.",
    Webhooks: "URLs that receive signed events, and the deliveries to them.",
    Events: "The feed of everything that happened, for programs without a URL of their own.",
  },
  events: EVENT_TYPES.map((type) => ({ type, meaning: EVENT_MEANINGS[type], data: dataOf(type) })),
};
