/** A payment, as its page is told about it. Amounts are in the currency's smallest unit, instants in UTC. */
export interface Checkout {
  readonly status: CheckoutStatus;
  readonly amount: bigint;
  readonly currency: string;
  readonly description: string | null;
  readonly reference: string;
  readonly business: string;
  readonly sandbox: boolean;
  /** The channel and the masked number of the try under way, or of the last one. */
  readonly channel: string | null;
  readonly phone: string | null;
  /** The number the merchant knows the payer by. */
  readonly payer_phone: string | null;
  /** Why the last try brought no money. */
  readonly failure_code: string | null;
  readonly has_failed: boolean;
  readonly tries_left: number | null;
  readonly expires_at: string;
  readonly processing_at: string | null;
  /** The server's clock when it wrote this. */
  readonly now: string;
  /** Where the payer goes back to, complete with what the merchant is to learn; null where there is no such place. */
  readonly callback: string | null;
  readonly channels: readonly Channel[];
  readonly prefixes: Readonly<Record<string, readonly Prefix[]>>;
  readonly sandbox_numbers: readonly SandboxNumber[];
}

export const CHECKOUT_STATUSES = ["pending", "processing", "complete", "failed", "canceled", "expired"] as const;

export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** A way to pay. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  /** Whose numbers it takes; null for one that takes several operators'. */
  readonly operator: string | null;
  readonly country: string;
  readonly calling_code: string;
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** What the payer dials to find the request. */
  readonly ussd: string | null;
  /** The channels that one of several operators chooses from. */
  readonly routes: readonly string[];
}

/** The operator that numbers with these first digits belong to. */
export interface Prefix {
  readonly prefix: string;
  readonly operator: string;
}

export interface SandboxNumber {
  readonly phone: string;
  readonly outcome: string;
}

/** A payment link, as its page is told about it. `amount` is null where the payer decides. */
export interface Link {
  readonly name: string;
  readonly description: string | null;
  readonly amount: bigint | null;
  readonly currency: string;
  /** Where the payer's number is at home. */
  readonly country: string;
  readonly calling_code: string;
  readonly business: string;
  readonly sandbox: boolean;
  readonly active: boolean;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
}
