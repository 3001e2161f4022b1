import type { Checkout, Invoice, Link } from "./checkout.ts";
import { parseCheckout, parseInvoice, parseLink, parsePaymentPath, parseWrongFields } from "./parse-response.ts";

/** The result of a request to the service. */
export type CheckoutResult<Value> =
  | { readonly kind: "success"; readonly value: Value }
  /** 304: the payment is unchanged since the last request. */
  | { readonly kind: "same" }
  /** The service refused the request; `fields` are the names of the invalid fields. */
  | { readonly kind: "refused"; readonly fields: readonly string[] }
  | { readonly kind: "absent" }
  /** Rate-limited, or the service is not available yet: retry after `after_ms` milliseconds. */
  | { readonly kind: "later"; readonly after_ms: number }
  /** No response, or one that is not from the service: the outcome of the request is unknown. */
  | { readonly kind: "lost" };

/** The requests about one payment. */
export interface CheckoutApi {
  load(): Promise<CheckoutResult<Checkout>>;
  /** `otp`: the one-time code of a number that needs one; else empty. */
  pay(channel: string, phone: string, otp: string): Promise<CheckoutResult<Checkout>>;
  cancel(): Promise<CheckoutResult<Checkout>>;
}

export function checkoutApi(token: string): CheckoutApi {
  const path = `/checkout/${encodeURIComponent(token)}`;
  let etag: string | null = null;
  return {
    async load() {
      const tagged = await callApi("GET", path, parseCheckout, undefined, etag);
      if (tagged.etag) etag = tagged.etag;
      return tagged.result;
    },
    async pay(channel, phone, otp) {
      etag = null;
      const body = { channel, phone, ...(otp === "" ? {} : { otp }) };
      return (await callApi("POST", path, parseCheckout, body)).result;
    },
    async cancel() {
      etag = null;
      return (await callApi("DELETE", path, parseCheckout)).result;
    },
  };
}

/** The order that a payment link's page sends. */
export interface LinkOrder {
  readonly amount: bigint | null;
  /** The payer's number, with the country's calling code. */
  readonly phone: string;
  readonly name: string;
}

export async function loadLink(id: string): Promise<CheckoutResult<Link>> {
  return (await callApi("GET", `/checkout/links/${encodeURIComponent(id)}`, parseLink)).result;
}

/** Creates the payment. The value is the path of the payment's page. */
export async function createLinkPayment(
  id: string,
  { amount, phone, name }: LinkOrder,
): Promise<CheckoutResult<string>> {
  const body = { ...(amount === null ? {} : { amount: Number(amount) }), phone, ...(name === "" ? {} : { name }) };
  return (await callApi("POST", `/checkout/links/${encodeURIComponent(id)}`, parsePaymentPath, body)).result;
}

export async function loadInvoice(token: string): Promise<CheckoutResult<Invoice>> {
  return (await callApi("GET", `/checkout/invoices/${encodeURIComponent(token)}`, parseInvoice)).result;
}

/** Creates a payment of a part of an invoice. The value is the path of the payment's page. */
export async function createInvoicePayment(token: string, amount: bigint): Promise<CheckoutResult<string>> {
  const path = `/checkout/invoices/${encodeURIComponent(token)}`;
  return (await callApi("POST", path, parsePaymentPath, { amount: Number(amount) })).result;
}

// Long enough to load 2 kB over a slow mobile connection; payers do not wait longer than this.
const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_MS = 2_000;

interface ResultWithEtag<Value> {
  readonly result: CheckoutResult<Value>;
  readonly etag: string | null;
}

async function callApi<Value>(
  method: string,
  path: string,
  parse: (body: unknown) => Value,
  body?: unknown,
  etag: string | null = null,
): Promise<ResultWithEtag<Value>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      // On a 304 the browser's cache would return the old body, whose `now` is out of date. The caller handles the 304.
      cache: "no-store",
      credentials: "omit",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(etag === null ? {} : { "if-none-match": etag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: abort.signal,
    });
    return { result: await interpretResponse(response, parse), etag: response.headers.get("etag") };
  } catch {
    return { result: { kind: "lost" }, etag: null };
  } finally {
    clearTimeout(timer);
  }
}

async function interpretResponse<Value>(
  response: Response,
  parse: (body: unknown) => Value,
): Promise<CheckoutResult<Value>> {
  if (response.status === 304) return { kind: "same" };
  if (response.status === 404) return { kind: "absent" };
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("retry-after") ?? "");
    return { kind: "later", after_ms: seconds > 0 ? seconds * 1_000 : DEFAULT_RETRY_MS };
  }
  if (response.status >= 500) return { kind: "lost" };
  const body: unknown = await response.json();
  return response.ok ? { kind: "success", value: parse(body) } : { kind: "refused", fields: parseWrongFields(body) };
}
