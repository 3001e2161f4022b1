import type { Failure } from "#kernel/failure-codes.ts";
import type { Id } from "#kernel/ids.ts";
import type { PayerAction } from "#kernel/payer-actions.ts";
import type { ProviderCause } from "#kernel/provider-causes.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { Exchange } from "./io/http-client.ts";

export type { Failure } from "#kernel/failure-codes.ts";
export type { PayerAction } from "#kernel/payer-actions.ts";

/** An account at a provider, from or to which money moves, with its decrypted credentials. */
export interface AccountCredentials {
  /** The account's id: the key for a plug-in's cached tokens. */
  readonly id: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The order passed to a plug-in. It is complete: a plug-in holds no state and reads no table. */
export interface ProviderOrder {
  readonly attempt: Id<"att">;
  readonly environment: Environment;
  /** Null for a provider without accounts, such as the sandbox. */
  readonly account: AccountCredentials | null;
  readonly kind: OrderKind;
  /** The channel the order was routed to: `cm.mtn`, never `cm.mobile`. */
  readonly channel: string;
  /** The provider's own name of the channel, from the catalogue; null for a provider that needs none. */
  readonly wallet: string | null;
  /** In the currency's smallest unit. */
  readonly amount: bigint;
  readonly currency: string;
  /** A phone number in E.164, or an account number. */
  readonly receiver: string;
  readonly receiver_name: string | null;
  readonly bank_code: string | null;
  readonly country: string;
  /** The merchant's reference, for the field that the provider shows in its reports. */
  readonly reference: string;
  readonly description: string | null;
  /** For a refund: the payment's reference at the provider. */
  readonly refund_of: string | null;
  /** The one-time code that the payer entered; null for most. */
  readonly otp: string | null;
  /** The result of `prepare`. Null only before it was called. */
  readonly provider_reference: string | null;
  /**
   * The provider's callback URL for this order, and for no other. A plug-in may write its last segment in hexadecimal
   * digits, and append a segment for the callback's purpose.
   */
  readonly callback_url: string;
  /** The `query_id` of `accepted`, for a provider that is not queried by the order's reference. */
  readonly query_id?: string | null;
  /** The last answer that `readAnswer` found in a callback of this order. */
  readonly callback_answer?: CallbackAnswer | null;
  /** The order has ended, and its outcome is checked again. */
  readonly is_ended?: boolean;
  /** For a payment: its hosted page, where the provider's own page returns the payer. Null for other orders. */
  readonly return_url: string | null;
  readonly sent_at: Instant | null;
  readonly now: Instant;
}

/** The answer of an authenticated callback, in the plug-in's own form. */
export interface CallbackAnswer {
  readonly text: string;
  readonly received_at: Instant;
}

export const ORDER_KINDS = ["transfer", "collect", "refund"] as const;

/** `transfer`: out to a beneficiary. `collect`: in from a payer. `refund`: back to a payer. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** The kinds of attempts. To a provider a withdrawal is a transfer. */
export type AttemptKind = OrderKind | "withdrawal";

/** The charge that a provider reports for an order, in the smallest unit. */
export interface ReportedCharge {
  readonly amount: bigint;
  /** Null: the amount contains the tax, if there is one. */
  readonly tax: bigint | null;
}

/**
 * The answer to a submission. Only `complete` and `rejected` are final. `unknown` is every unclear answer: a timeout
 * after the first byte, a reset, a 5xx, an unreadable body, "already submitted".
 */
export type SubmissionResult =
  | {
      readonly outcome: "accepted";
      /** The provider's page where the payer pays; absent: the payer confirms on the phone. */
      readonly redirect_url?: string | null;
      /** The provider's own id of the order, if queries need it. */
      readonly query_id?: string | null;
    }
  | {
      readonly outcome: "complete";
      readonly provider_id: string | null;
      readonly charge?: ReportedCharge | null;
      /** The money can come back for three days without a callback: the engine queries the order again. */
      readonly is_reversible?: boolean;
    }
  | { readonly outcome: "rejected"; readonly failure: Failure }
  /** The provider provably never received the order, so it may be sent again. */
  | { readonly outcome: "not_submitted"; readonly cause: ProviderCause }
  | {
      readonly outcome: "unknown";
      readonly cause: ProviderCause;
      /** The provider already has an order under this reference. */
      readonly is_duplicate?: boolean;
      /**
       * A refusal that does not prove that no money moved. It counts as a failure once repeated queries do not find the
       * order.
       */
      readonly refusal?: Failure;
    };

/** The answer to a query about an order that was (or may have been) submitted. */
export type Observation =
  | {
      readonly state: "pending";
      /** The provider's page where the payer pays; absent: it has none, or has not returned it yet. */
      readonly redirect_url?: string | null;
    }
  | {
      readonly state: "complete";
      readonly provider_id: string | null;
      /**
       * The amount the provider reports as moved; null if it reports none. If it differs from the order's amount, the
       * attempt does not complete.
       */
      readonly amount: bigint | null;
      /**
       * The receiver the provider reports, in E.164; null if it reports none. If it differs from the order's receiver,
       * the attempt does not complete.
       */
      readonly receiver?: string | null;
      /** The provider's charge for the order; absent or null if it reports none. */
      readonly charge?: ReportedCharge | null;
      /** The money can come back for three days without a callback: the engine queries the order again. */
      readonly is_reversible?: boolean;
    }
  | { readonly state: "failed"; readonly failure: Failure }
  /** The money moved and came back: the provider's books show both. */
  | { readonly state: "reversed" }
  | { readonly state: "not_found" }
  /** The outcome comes by callback: the provider has nothing to query, or answers the query itself by callback. */
  | { readonly state: "awaiting_callback" }
  | { readonly state: "unreachable"; readonly cause: ProviderCause };

/** The request of a provider's callback. It only triggers a query, and never ends an order. */
export interface ProviderCallback {
  readonly method: string;
  /** The sender's IP address, as the trusted proxies report it. */
  readonly address: string;
  /** As the provider sees it: the public URL of this service. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** The terms of an account for one wallet, as its provider reports them. */
export interface WalletTerms {
  /** The provider's own name of the channel. */
  readonly wallet: string;
  readonly kind: "collect" | "transfer";
  readonly currency: string;
  /** In the currency's smallest unit, both inclusive. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The action with which payers pay. */
  readonly action: PayerAction;
}

/** The holder of a number, as far as the provider reports it. */
export type AccountHolder =
  | {
      readonly state: "known";
      /** Null if the provider does not return names. */
      readonly name: string | null;
      /** Whether the wallet can receive; null if the provider does not report it. */
      readonly is_active: boolean | null;
    }
  | { readonly state: "not_found" }
  | { readonly state: "unreachable"; readonly cause: ProviderCause };

/** Whether a wallet's network works, as the provider reports it. */
export interface WalletAvailability {
  readonly wallet: string;
  /** The network takes no order of any kind. */
  readonly is_closed: boolean;
}

/**
 * The answer of a provider that compares a name with the holder's, and never returns it. `unavailable`: not for this
 * number.
 */
export type NameConfirmation =
  | { readonly state: "matches" | "differs" | "not_found" | "unavailable" }
  | { readonly state: "unreachable"; readonly cause: ProviderCause };

/** The pattern of a setting, with its description for the platform operator. */
export interface SettingFormat {
  readonly pattern: RegExp;
  readonly description: string;
}

const COMMON_FORMATS = {
  url: {
    pattern: /^https?:\/\/[^\s/?#]+(\/[^\s?#]*[^\s?#/])?$/,
    description: "It is a URL without a slash at its end",
  },
  yes_or_no: { pattern: /^(yes|no)$/, description: "It is yes or no" },
  rate: { pattern: /^(?=.*[1-9])\d{1,6}(\.\d{1,3})?$/, description: "It is a number above zero" },
} as const;

/** Patterns shared by the settings of many plug-ins. */
export const SETTING_FORMATS: Readonly<Record<keyof typeof COMMON_FORMATS, SettingFormat>> = COMMON_FORMATS;

/** One value that the platform operator enters to connect an account. */
export interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** Absent: the setting is required. */
  readonly fallback?: string;
  /** The fallback of a market, by its country, in place of `fallback`. The value of one market is refused in another. */
  readonly fallback_by_market?: Readonly<Record<string, string>>;
  /** The pattern of the value. Without it, only the first order would reveal a mistake. */
  readonly format?: SettingFormat;
  /** The value is never shown again once it is stored. */
  readonly is_secret?: boolean;
  /** Identifies the account: after a change, orders under way stay with the old account. */
  readonly is_identity?: boolean;
}

/** A part of an account that the provider sells by itself: an account has all of its settings, or none. */
export interface ProviderProduct {
  readonly name: string;
  readonly kinds: readonly OrderKind[];
  readonly settings: readonly string[];
}

export interface Capabilities {
  readonly kinds: readonly OrderKind[];
  /** Whether `prepare` calls the provider. */
  readonly prepares_remotely: boolean;
  /**
   * Whether the same order may be sent again under the same reference, because the provider deduplicates by reference.
   */
  readonly is_idempotent: boolean;
}

/**
 * A plug-in. It never retries, and it never throws for a provider's fault: only the engine (`dispatch.ts`) decides the
 * next step. All its calls go through the exchange it receives, which records them.
 */
export interface Provider {
  readonly id: string;
  readonly capabilities: Capabilities;
  /**
   * The settings of an account. Empty: the provider has no accounts. If the settings include `orders_per_second` and
   * `questions_per_second`, the engine limits its rate by them.
   */
  readonly settings: readonly Setting[];
  /** Absent: every account carries every kind of order. */
  readonly products?: readonly ProviderProduct[];
  /** The fields of requests and answers that may be stored; all others are left out. */
  readonly loggable_fields: ReadonlySet<string>;
  /**
   * Chooses the order's reference at the provider. Safe to repeat: it creates no order. The engine commits the
   * reference before it calls `submit`. Returns null if the provider cannot be reached; the engine retries later.
   */
  prepare(order: ProviderOrder, exchange: Exchange): Promise<{ readonly provider_reference: string } | null>;
  submit(order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult>;
  queryStatus(order: ProviderOrder, exchange: Exchange): Promise<Observation>;
  /** Whether a request has the form of this provider's callbacks. Any other request is dropped. */
  isCallback(callback: ProviderCallback): boolean;
  /**
   * The order that a callback to the provider's one fixed URL names; null for a malformed one. Absent: the provider calls
   * back to the URL of each order.
   */
  readCallback?(callback: ProviderCallback): { readonly provider_reference: string } | null;
  /**
   * Whether the callback is the provider's: signed, from its addresses, or the account expects no proof. Any other is
   * dropped, at either URL.
   */
  verifyCallback?(account: AccountCredentials, callback: ProviderCallback, exchange: Exchange): Promise<boolean>;
  /**
   * The part of an authenticated callback that `queryStatus` needs, for a provider whose queries return less than its
   * callbacks. It is stored in the clear for as long as the order, so it contains no number and no name. Null: the
   * callback has no outcome, and triggers no query.
   */
  readAnswer?(callback: ProviderCallback): string | null;
  /** The body of the answer to every callback; absent: an empty one. */
  readonly callback_response?: Readonly<Record<string, unknown>>;
  /** Signs in, for a provider without a query that moves no money; null: the credentials are valid. */
  signIn?(account: AccountCredentials, exchange: Exchange): Promise<ProviderCause | null>;
  /** The account's balance, in the smallest unit; null if the provider does not answer. */
  balance?(account: AccountCredentials, currency: string, exchange: Exchange): Promise<bigint | null>;
  /**
   * The terms of the account in its market, read when it is connected and once a day; null if the provider does not
   * answer. Absent: the catalogue alone has the limits.
   */
  configuration?(account: AccountCredentials, exchange: Exchange): Promise<readonly WalletTerms[] | null>;
  /** The state of the account's networks, queried once a minute; null if the provider does not answer. */
  availability?(account: AccountCredentials, exchange: Exchange): Promise<readonly WalletAvailability[] | null>;
  /** The wallet of a number in E.164, also of one that has changed its network; null if the provider does not know it. */
  predictWallet?(account: AccountCredentials, number: string, exchange: Exchange): Promise<string | null>;
  /** The holder of a number in E.164. `account` is null for a provider without accounts. */
  lookUp?(account: AccountCredentials | null, number: string, exchange: Exchange): Promise<AccountHolder>;
  /** Whether a number's holder has this name. An expected name is checked by this, else by `lookUp`. */
  confirmName?(
    account: AccountCredentials | null,
    number: string,
    name: string,
    exchange: Exchange,
  ): Promise<NameConfirmation>;
}
