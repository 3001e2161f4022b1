import type {
  Operations as ApiOperations,
  Beneficiary,
  Customer,
  Event,
  EventType,
  Payment,
  PaymentPart,
  Refund,
  Schedule,
  Transfer,
  Webhook,
  Withdrawal,
  WithdrawalRule,
} from "./api.ts";

/** The `data` of an event of this type: the resource as the API showed it at that time. */
export type EventData<Type extends EventType> = Type extends `payment.${string}`
  ? Payment
  : Type extends `payment_part.${string}`
    ? PaymentPart
    : Type extends `transfer.${string}`
      ? Transfer
      : Type extends `refund.${string}`
        ? Refund
        : Type extends `customer.${string}`
          ? Customer
          : Type extends `beneficiary.${string}`
            ? Beneficiary
            : Type extends `balance.${string}`
              ? BalanceCorrection
              : Type extends `schedule.${string}`
                ? Schedule
                : Type extends `withdrawal.${string}`
                  ? Withdrawal
                  : Type extends `withdrawal_rule.${string}`
                    ? WithdrawalRule
                    : Webhook;

/** A correction of the balance by the platform operator, or the repayment of a debt. */
export interface BalanceCorrection {
  readonly id: string;
  readonly kind: "reversal" | "adjustment" | "repayment";
  /** How the available balance changes; `none`: it does not change. */
  readonly direction: "in" | "out" | "none";
  readonly amount: number;
  /** The part of `amount` that the balance did not cover, which you now owe. */
  readonly debt: number;
  readonly currency: string;
  /** The number of the reversed entry. */
  readonly entry: string | null;
  readonly reason: string | null;
  readonly document: string | null;
  readonly created_at: string;
}

type WithEventType<Facts> = { readonly [Type in EventType]: Facts & TypedFields<Type> }[EventType];

interface TypedFields<Type extends EventType> {
  readonly type: Type;
  /** The same as `type`. */
  readonly event: Type;
  readonly data: EventData<Type>;
}

/**
 * An event of the feed. Checking `type` narrows the type of `data`. A newer service may send types that this SDK does
 * not know: ignore the types that you do not handle.
 */
export type KoloEvent = WithEventType<Omit<Event, keyof TypedFields<EventType>>>;

/** An event in the body of a webhook delivery. */
export type WebhookEvent = WithEventType<Pick<Event, "id" | "created_at" | "sequence">>;

interface EventAnswers {
  readonly listEvents: Omit<ApiOperations["listEvents"]["answer"], "items"> & { readonly items: readonly KoloEvent[] };
  readonly retrieveEvent: { readonly event: KoloEvent };
}

/** The operations of the API, with the event answers narrowed by type. */
export type Operations = {
  readonly [Name in keyof ApiOperations]: Name extends keyof EventAnswers
    ? Omit<ApiOperations[Name], "answer"> & { readonly answer: EventAnswers[Name] }
    : ApiOperations[Name];
};
