import { Balances } from "./balance.ts";
import { Beneficiaries } from "./beneficiaries.ts";
import { BulkTransfers } from "./bulk-transfers.ts";
import { type CallOptions, type ClientOptions, createCall } from "./call.ts";
import { Catalogue } from "./catalogue.ts";
import { Customers } from "./customers.ts";
import { Events } from "./events.ts";
import { Invoices } from "./invoices.ts";
import { PaymentLinks } from "./payment-links.ts";
import { Payments } from "./payments.ts";
import { Refunds } from "./refunds.ts";
import { Schedules } from "./schedules.ts";
import { SplitPayments } from "./split-payments.ts";
import { Transfers } from "./transfers.ts";
import { Webhooks } from "./webhooks.ts";
import { Withdrawals } from "./withdrawals.ts";

/** The address of the service, the keys, and the defaults of every call. */
export interface KoloOptions extends Omit<CallOptions, "idempotency_key" | "signal"> {
  /** The address of the service, such as `https://pay.example.cm`. */
  readonly url: string;
  /** The public key, `live_pk_…` or `test_pk_…`. It selects the environment. */
  readonly public_key: string;
  /** The private key. Payments, customers and the catalogue work without it. */
  readonly private_key?: string | undefined;
  /** The name of your program, such as `my-shop/2.1`. Appended to the `User-Agent` of every request. */
  readonly app_name?: string | undefined;
  /** Sends the requests instead of the global `fetch`, for example through a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * The client of the Kolo API, with one property per resource. Use it on servers only: a browser or an app would expose
 * the keys, and uses `PublishableKolo`.
 *
 * Every write carries an idempotency key: yours, or one that the client generates. Each retry sends the same key, so
 * the write happens once even if an answer is lost. Fields have the names and units of the API: amounts are whole
 * numbers of the currency's smallest unit.
 */
export class Kolo {
  readonly payments: Payments;
  readonly payment_links: PaymentLinks;
  readonly invoices: Invoices;
  readonly refunds: Refunds;
  readonly split_payments: SplitPayments;
  readonly transfers: Transfers;
  readonly bulk_transfers: BulkTransfers;
  readonly schedules: Schedules;
  readonly beneficiaries: Beneficiaries;
  readonly customers: Customers;
  readonly balance: Balances;
  readonly withdrawals: Withdrawals;
  readonly catalogue: Catalogue;
  readonly webhooks: Webhooks;
  readonly events: Events;

  /**
   * Checks the options; sends nothing. Throws `TypeError` if the address or a key is malformed, or if the keys are
   * swapped.
   */
  constructor(options: KoloOptions) {
    const call = createCall(clientOptions(options));
    this.payments = new Payments(call);
    this.payment_links = new PaymentLinks(call);
    this.invoices = new Invoices(call);
    this.refunds = new Refunds(call);
    this.split_payments = new SplitPayments(call);
    this.transfers = new Transfers(call);
    this.bulk_transfers = new BulkTransfers(call);
    this.schedules = new Schedules(call);
    this.beneficiaries = new Beneficiaries(call);
    this.customers = new Customers(call);
    this.balance = new Balances(call);
    this.withdrawals = new Withdrawals(call);
    this.catalogue = new Catalogue(call);
    this.webhooks = new Webhooks(call);
    this.events = new Events(call);
  }
}

function clientOptions({ url, public_key, private_key, ...options }: KoloOptions): ClientOptions {
  return {
    ...options,
    app_name: checkAppName(options.app_name),
    url: checkUrl(url),
    public_key: checkKey("public_key", public_key, /^(live|test)_(sk|pub)_/),
    private_key: private_key === undefined ? undefined : checkKey("private_key", private_key, /^(live|test)_(pk|pub)_/),
  };
}

/** Validates the address and removes its trailing slash, because every path begins with one. */
export function checkUrl(url: string): string {
  const read = parseUrl(url);
  if (
    !read ||
    !/^https?:$/.test(read.protocol) ||
    `${read.username}${read.password}${read.search}${read.hash}` !== ""
  ) {
    throw new TypeError("url is the address of Kolo, such as https://pay.example.cm");
  }
  return read.href.replace(/\/+$/, "");
}

function parseUrl(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/** A line break in the value would start a second header (header injection). */
function checkAppName(app_name: string | undefined): string | undefined {
  if (app_name !== undefined && !/^[!-~][ -~]{0,99}$/.test(app_name)) {
    throw new TypeError("app_name is 1 to 100 visible ASCII characters");
  }
  return app_name;
}

/** Validates a key. The error message omits the key, because errors are often logged. */
export function checkKey(name: string, key: string, other_key_pattern: RegExp): string {
  if (typeof key !== "string" || !/^[!-~]+$/.test(key)) {
    throw new TypeError(`${name} is not a key: it is missing, or has spaces or a line's end in it`);
  }
  if (other_key_pattern.test(key)) throw new TypeError(`${name} is a key of another kind: it belongs elsewhere`);
  return key;
}
