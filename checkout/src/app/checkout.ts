/** A payment as the service shows it to the payer. Amounts are in the currency's smallest unit, times in UTC. */
export interface Checkout {
  readonly status: CheckoutStatus;
  readonly amount: bigint;
  readonly currency: string;
  readonly description: string | null;
  readonly reference: string;
  readonly business: string;
  readonly brand: Brand;
  readonly sandbox: boolean;
  /** The channel of the current or last payment attempt. `phone` is the number it used, masked. */
  readonly channel: string | null;
  readonly phone: string | null;
  /** The payer's number as the merchant gave it. */
  readonly payer_phone: string | null;
  /** The reason why the last attempt failed. */
  readonly failure_code: string | null;
  readonly has_failed: boolean;
  readonly tries_left: number | null;
  readonly expires_at: string;
  readonly processing_at: string | null;
  /** The expiry of the request on the phone; null without a request, and for a network without a known limit. */
  readonly prompt_expires_at: string | null;
  /** The server's time when it created this response. */
  readonly now: string;
  /** The page of the provider where the payer pays; null if the payer confirms on the phone. */
  readonly action_url: string | null;
  /** The merchant's return URL, with the payment's result in its query; null if the merchant set none. */
  readonly callback: string | null;
  /** The path of the page of its invoice; null for a payment without one. */
  readonly invoice_path: string | null;
  readonly channels: readonly Channel[];
  readonly prefixes: Readonly<Record<string, readonly Prefix[]>>;
  /** By country. */
  readonly mobile_numbers: Readonly<Record<string, NumberForm>>;
  /** The networks' names, by their ids. */
  readonly network_names: Readonly<Record<string, string>>;
  readonly sandbox_numbers: readonly SandboxNumber[];
}

export const CHECKOUT_STATUSES = ["pending", "processing", "complete", "failed", "canceled", "expired"] as const;

export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** A payment channel. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  /** The mobile network whose numbers the channel accepts; null for a channel of several networks. */
  readonly network: string | null;
  readonly country: string;
  readonly calling_code: string;
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The USSD code that the payer dials to find the request. */
  readonly ussd: string | null;
  /** Instructions to the payer, to read before the code, by language; null for the page's general text. */
  readonly instruction: Readonly<Record<string, string>> | null;
  /** For a channel of several networks: the ids of the single-network channels that it routes to. */
  readonly routes: readonly string[];
}

/** Maps a number prefix to the mobile network that owns it. */
export interface Prefix {
  readonly prefix: string;
  readonly network: string;
}

/** The form of a country's mobile numbers, without calling code and trunk zero. */
export interface NumberForm {
  readonly digits: number;
  readonly first_digits: readonly string[];
}

export interface SandboxNumber {
  readonly phone: string;
  readonly outcome: string;
}

/** The colour and the logo of a business; null for the service's own. */
export interface Brand {
  readonly logo: string | null;
  readonly shades: { readonly light: string; readonly dark: string } | null;
}

/** A payment link as the service shows it to the payer. `amount` is null if the payer chooses it. */
export interface Link {
  readonly name: string;
  readonly description: string | null;
  readonly amount: bigint | null;
  readonly currency: string;
  /** The country of the payer's number. */
  readonly country: string;
  readonly calling_code: string;
  /** Null if the service does not have the country's form. */
  readonly mobile_numbers: NumberForm | null;
  readonly business: string;
  readonly brand: Brand;
  readonly sandbox: boolean;
  readonly state: LinkState;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
}

export const LINK_STATES = ["open", "stopped", "limit_reached", "rest_reserved"] as const;

/** Whether a link takes payments. `rest_reserved`: open payments of others take the rest of its limit. */
export type LinkState = (typeof LINK_STATES)[number];

/** An invoice as the service shows it to a payer. */
export interface Invoice {
  readonly status: InvoiceStatus;
  readonly amount: bigint;
  readonly amount_paid: bigint;
  readonly amount_overdue: bigint;
  readonly currency: string;
  readonly description: string | null;
  readonly reference: string;
  readonly instalments: readonly Instalment[];
  /** The part that is due next; null if nothing is left to pay. */
  readonly next: bigint | null;
  /** The exact amounts that may be paid, ascending. */
  readonly amounts: readonly bigint[];
  /** Any amount in it may be paid, too; null: only the exact amounts. */
  readonly range: { readonly minimum: bigint; readonly maximum: bigint } | null;
  readonly open_payments: readonly OpenPayment[];
  readonly business: string;
  readonly brand: Brand;
  /** The time zone of the due dates. */
  readonly time_zone: string;
  readonly sandbox: boolean;
  readonly callback: string | null;
  readonly now: string;
}

export const INVOICE_STATUSES = ["open", "partly_paid", "paid", "overdue", "canceled"] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** A part of an invoice. Payments fill the parts in order. */
export interface Instalment {
  readonly amount: bigint;
  readonly amount_paid: bigint;
  readonly due_at: string;
}

/** A payment of an invoice that has not ended. */
export interface OpenPayment {
  readonly path: string;
  readonly amount: bigint;
}
