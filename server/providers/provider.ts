import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { Exchange } from "./exchange.ts";

/** An account at a provider: whose money moves, and what the provider knows us by. The settings are in the clear. */
export interface Account {
  /** The connection's id: what a plug-in may remember tokens by. */
  readonly id: string;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * What a plug-in is asked to move. Everything it needs is here; it holds no state and reads no table.
 */
export interface Order {
  readonly attempt: Id<"att">;
  readonly environment: Environment;
  /** Null for a provider that needs none, as the sandbox. */
  readonly account: Account | null;
  readonly kind: OrderKind;
  /** The channel the order was routed to: `cm.mtn`, never `cm.mobile`. */
  readonly channel: string;
  /** In the currency's smallest unit. */
  readonly amount: bigint;
  readonly currency: string;
  /** A number in E.164, or an account number. */
  readonly receiver: string;
  readonly receiver_name: string | null;
  readonly bank_code: string | null;
  readonly country: string;
  /** The merchant's reference: it goes where the provider shows it in reports. */
  readonly reference: string;
  readonly description: string | null;
  /** For a refund: what the payment it gives back was called at the provider. */
  readonly refund_of: string | null;
  /** What `prepare` gave. Null only before it was called. */
  readonly provider_reference: string | null;
  /** Where the provider may call us back about this order, and about no other. */
  readonly notice_url: string;
  readonly sent_at: Instant | null;
  readonly now: Instant;
}

export const ORDER_KINDS = ["transfer", "collect", "refund"] as const;

/** Out to a beneficiary; in from a payer; back to a payer. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Why money did not move, in words all providers share (`reference`: each plug-in's own mapping file). */
export const FAILURE_CODES = [
  "insufficient_funds",
  "recipient_not_found",
  "recipient_not_allowed",
  "name_mismatch",
  "payer_not_found",
  "limit_reached",
  "rejected_by_payer",
  "expired",
  "canceled",
  "provider_configuration",
  "provider_error",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

export interface Failure {
  readonly code: FailureCode;
  /** For the merchant: what happened, in a sentence. */
  readonly reason: string;
}

/**
 * The answer to a submission. Only `complete` and `rejected` are endings. `unknown` is everything that is not clearly
 * one of the others: a timeout after the first byte, a reset, a 5xx, an unreadable body, "already submitted".
 */
export type Submission =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "complete"; readonly provider_id: string | null }
  | { readonly outcome: "rejected"; readonly failure: Failure }
  /** Provably never received: it may be sent again. */
  | { readonly outcome: "not_submitted"; readonly cause: string }
  | {
      readonly outcome: "unknown";
      readonly cause: string;
      /** The provider says it has an order under this reference already. */
      readonly is_duplicate?: boolean;
      /** It said no, in a way that does not prove that nothing happened. Believed once it is never found. */
      readonly refusal?: Failure;
    };

/** The answer to a question about an order that was (or may have been) submitted. */
export type Observation =
  | { readonly state: "pending" }
  | {
      readonly state: "complete";
      readonly provider_id: string | null;
      /** What the provider says it moved; null where it does not say. Another amount than ours completes nothing. */
      readonly amount: bigint | null;
      /** Whose number it says it was, in E.164; null where it does not say. Another than ours completes nothing. */
      readonly receiver?: string | null;
    }
  | { readonly state: "failed"; readonly failure: Failure }
  | { readonly state: "not_found" }
  | { readonly state: "unreachable"; readonly cause: string };

/** What a provider called us back with. It is a hint to ask, never the answer. */
export interface Notice {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Whom a number belongs to, as far as the provider says. */
export type Holder =
  | {
      readonly state: "known";
      /** Null where it does not tell names. */
      readonly name: string | null;
      /** Whether the wallet can receive; null where it does not say. */
      readonly is_active: boolean | null;
    }
  | { readonly state: "not_found" }
  | { readonly state: "unreachable"; readonly cause: string };

/** What a setting looks like, and how an operator is told so. */
export interface Form {
  readonly pattern: RegExp;
  readonly said: string;
}

const USUAL = {
  url: { pattern: /^https?:\/\/[^\s/?#]+(\/[^\s?#]*[^\s?#/])?$/, said: "It is a URL without a slash at its end" },
  yes_or_no: { pattern: /^(yes|no)$/, said: "It is yes or no" },
  rate: { pattern: /^(?=.*[1-9])\d{1,6}(\.\d{1,3})?$/, said: "It is a number above zero" },
} as const;

/** Forms that settings of many plug-ins have. */
export const FORMS: Readonly<Record<keyof typeof USUAL, Form>> = USUAL;

/** One thing an operator says to connect an account. */
export interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** Absent: it must be given. */
  readonly fallback?: string;
  /** What it looks like, where it is given: the first order would find out too late. */
  readonly form?: Form;
  /** Never shown again once it is stored. */
  readonly is_secret?: boolean;
  /** Tells one account from another: when it changes, orders under way stay with the old one. */
  readonly is_identity?: boolean;
}

export interface Capabilities {
  readonly kinds: readonly OrderKind[];
  /** Whether `prepare` speaks to the provider. */
  readonly prepares_remotely: boolean;
  /** Whether sending the same order again under the same reference is safe: the provider knows it by it. */
  readonly is_idempotent: boolean;
}

/**
 * A plug-in. It never retries, it never throws for what the provider does or fails to do: only the engine
 * (`dispatch.ts`) decides what happens next. It speaks through the exchange it is handed, which keeps a record.
 */
export interface Provider {
  readonly id: string;
  readonly capabilities: Capabilities;
  /**
   * What an account consists of. Empty: none is needed. The engine keeps to `orders_per_second` and
   * `questions_per_second` where there are such settings.
   */
  readonly settings: readonly Setting[];
  /** The fields of requests and answers that may stand in a record; all others are left out of it. */
  readonly shown: ReadonlySet<string>;
  /**
   * Chooses the reference the order will have at the provider. Free of effect and repeatable; the engine commits the
   * reference before it calls `submit`. A provider that cannot be reached gives `null`: tried again later.
   */
  prepare(order: Order, exchange: Exchange): Promise<{ readonly provider_reference: string } | null>;
  submit(order: Order, exchange: Exchange): Promise<Submission>;
  ask(order: Order, exchange: Exchange): Promise<Observation>;
  /** Whether a notice could come from this provider at all. One that could not is dropped. */
  readNotice(notice: Notice): boolean;
  /** What the account holds, in the smallest unit; null when the provider does not answer. */
  balance?(account: Account, currency: string, exchange: Exchange): Promise<bigint | null>;
  /** Whom a number in E.164 belongs to. `account` is null for a provider that needs none. */
  lookUp?(account: Account | null, number: string, exchange: Exchange): Promise<Holder>;
}
