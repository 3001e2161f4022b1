import type { Checkout, Link } from "./checkout.ts";
import { readCheckout, readLink, readPaymentPath, readWrongFields } from "./read.ts";

/** The result of a request to the service. */
export type Answer<Value> =
  | { readonly kind: "given"; readonly value: Value }
  /** 304: nothing has changed since the last request. */
  | { readonly kind: "same" }
  /** The service refused the request; `fields` are the wrong fields it names. */
  | { readonly kind: "refused"; readonly fields: readonly string[] }
  | { readonly kind: "absent" }
  /** Rate-limited, or the service is not available yet: retry after `after_ms` milliseconds. */
  | { readonly kind: "later"; readonly after_ms: number }
  /** No answer, or an answer that is not from the service: the outcome is unknown. */
  | { readonly kind: "lost" };

/** The requests about one payment. */
export interface CheckoutApi {
  look(): Promise<Answer<Checkout>>;
  pay(channel: string, phone: string): Promise<Answer<Checkout>>;
  cancel(): Promise<Answer<Checkout>>;
}

export function checkoutApi(token: string): CheckoutApi {
  const path = `/checkout/${encodeURIComponent(token)}`;
  let tag: string | null = null;
  return {
    async look() {
      const answer = await ask("GET", path, readCheckout, undefined, tag);
      if (answer.tag) tag = answer.tag;
      return answer.answer;
    },
    async pay(channel, phone) {
      tag = null;
      return (await ask("POST", path, readCheckout, { channel, phone })).answer;
    },
    async cancel() {
      tag = null;
      return (await ask("DELETE", path, readCheckout)).answer;
    },
  };
}

/** The order that a payment link's page sends. */
export interface LinkOrder {
  readonly amount: bigint | null;
  /** With the country's calling code. */
  readonly phone: string;
  readonly name: string;
}

export async function lookAtLink(id: string): Promise<Answer<Link>> {
  return (await ask("GET", `/checkout/links/${encodeURIComponent(id)}`, readLink)).answer;
}

/** Creates the payment. The value is the path of the payment's page. */
export async function openLink(id: string, { amount, phone, name }: LinkOrder): Promise<Answer<string>> {
  const body = { ...(amount === null ? {} : { amount: Number(amount) }), phone, ...(name === "" ? {} : { name }) };
  return (await ask("POST", `/checkout/links/${encodeURIComponent(id)}`, readPaymentPath, body)).answer;
}

// Longer than a slow mobile connection needs for 2 kB, shorter than a payer's patience.
const TIMEOUT_MS = 15_000;
const USUAL_WAIT_MS = 2_000;

interface Tagged<Value> {
  readonly answer: Answer<Value>;
  readonly tag: string | null;
}

async function ask<Value>(
  method: string,
  path: string,
  read: (body: unknown) => Value,
  body?: unknown,
  tag: string | null = null,
): Promise<Tagged<Value>> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      // The browser's cache would combine an old `now` with a new answer.
      cache: "no-store",
      credentials: "omit",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(tag === null ? {} : { "if-none-match": tag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: stop.signal,
    });
    return { answer: await understand(response, read), tag: response.headers.get("etag") };
  } catch {
    return { answer: { kind: "lost" }, tag: null };
  } finally {
    clearTimeout(timer);
  }
}

async function understand<Value>(response: Response, read: (body: unknown) => Value): Promise<Answer<Value>> {
  if (response.status === 304) return { kind: "same" };
  if (response.status === 404) return { kind: "absent" };
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("retry-after") ?? "");
    return { kind: "later", after_ms: seconds > 0 ? seconds * 1_000 : USUAL_WAIT_MS };
  }
  if (response.status >= 500) return { kind: "lost" };
  const body: unknown = await response.json();
  return response.ok ? { kind: "given", value: read(body) } : { kind: "refused", fields: readWrongFields(body) };
}
