import type {
  Operations as ApiOperations,
  Beneficiary,
  Customer,
  Event,
  EventType,
  Payment,
  Refund,
  Transfer,
  Webhook,
} from "./api.ts";

/** What an event of a type is about: the resource as the API showed it then. */
export type EventData<Type extends EventType> = Type extends `payment.${string}`
  ? Payment
  : Type extends `transfer.${string}`
    ? Transfer
    : Type extends `refund.${string}`
      ? Refund
      : Type extends `customer.${string}`
        ? Customer
        : Type extends `beneficiary.${string}`
          ? Beneficiary
          : Webhook;

type Typed<Facts> = { readonly [Type in EventType]: Facts & TypedFields<Type> }[EventType];

interface TypedFields<Type extends EventType> {
  readonly type: Type;
  /** The same as `type`. */
  readonly event: Type;
  readonly data: EventData<Type>;
}

/**
 * An event of the feed: look at `type`, and `data` is known. A service that is newer than this client may send types that are
 * not in this list; pass over what you do not know.
 */
export type KoloEvent = Typed<Omit<Event, keyof TypedFields<EventType>>>;

/** An event as it arrives at a webhook. */
export type WebhookEvent = Typed<Pick<Event, "id" | "created_at" | "sequence">>;

interface EventAnswers {
  readonly listEvents: Omit<ApiOperations["listEvents"]["answer"], "items"> & { readonly items: readonly KoloEvent[] };
  readonly retrieveEvent: { readonly event: KoloEvent };
}

/** The API's operations; those that give events give them by their types. */
export type Operations = {
  readonly [Name in keyof ApiOperations]: Name extends keyof EventAnswers
    ? Omit<ApiOperations[Name], "answer"> & { readonly answer: EventAnswers[Name] }
    : ApiOperations[Name];
};
