import type { EventType } from "./api.ts";
import type { WebhookEvent } from "./event-types.ts";

/**
 * The reason why a request was rejected. `bad_secret` and `parsed_body` are mistakes in your program, not in the
 * request.
 */
export type WebhookErrorCode =
  | "missing_header"
  | "bad_secret"
  | "bad_timestamp"
  | "bad_signature"
  | "bad_body"
  | "parsed_body";

/** The error of a rejected request: answer it with HTTP 400. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.name = "WebhookVerificationError";
    this.code = code;
  }

  toJSON(): { readonly name: string; readonly message: string; readonly code: WebhookErrorCode } {
    return { name: this.name, message: this.message, code: this.code };
  }
}

/** The headers of Node, Fetch, Express, Fastify and others. Names match in any case. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

/** The body exactly as received, before any parser. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export interface VerifyOptions {
  /**
   * The largest difference between the request's timestamp and the current time, in seconds, either way. Default: 300.
   */
  readonly tolerance_s?: number | undefined;
  /** The current time in Unix seconds. Default: this machine's clock. */
  readonly now_s?: number | undefined;
}

const TOLERANCE_S = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]{24,}={0,2})$/;

/**
 * Verifies a webhook request and returns its event. A returned event comes from Kolo, is unchanged and is no replay of
 * an old request. It uses WebCrypto only, so it runs on servers and edge runtimes.
 *
 * Rejects with `WebhookVerificationError`, and nothing else. Its `code` is the reason: answer the request with HTTP
 * 400.
 *
 * @param raw_body The body exactly as received, before any parser changes it.
 * @param secret The webhook's secret, `whsec_…`. During a rotation of the secret, give both.
 */
export async function verifyWebhook(
  raw_body: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = secretKeys(secret);
  const body = toBytes(raw_body);
  const id = requireHeader(headers, "webhook-id");
  const timestamp = requireHeader(headers, "webhook-timestamp");
  const signature_header = requireHeader(headers, "webhook-signature");
  const now_s = options.now_s ?? Date.now() / 1_000;
  const is_recent = Math.abs(now_s - Number(timestamp)) <= (options.tolerance_s ?? TOLERANCE_S);
  if (!/^\d{1,12}$/.test(timestamp) || !is_recent) {
    throw new WebhookVerificationError("bad_timestamp", "The request was signed too long ago, or in the future");
  }
  const signed = signedBytes(id, timestamp, body);
  const expected = await Promise.all(keys.map((key) => signatureOf(key, signed)));
  // The header holds one signature for each valid secret, separated by spaces.
  const signatures = signature_header.split(" ");
  if (!signatures.some((signature) => expected.some((expected_signature) => areEqual(signature, expected_signature)))) {
    throw new WebhookVerificationError(
      "bad_signature",
      "No signature fits: another secret, or a body that was changed",
    );
  }
  return parseEvent(body, id);
}

/** The event that `signTestWebhook` sends. Missing fields are filled in. */
export interface TestEvent {
  readonly type: EventType;
  readonly data: object;
  readonly id?: string | undefined;
  readonly created_at?: string | undefined;
  readonly sequence?: number | undefined;
}

/** A request to your webhook's receiver: POST `body` with `headers`. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Makes the request that Kolo would send for an event, for the tests of your receiver.
 *
 * @param secret The secret that your receiver verifies with, `whsec_…`.
 * @param options `now_s` is the time of the signature, in Unix seconds. Default: this machine's clock.
 */
export async function signTestWebhook(
  event: TestEvent,
  secret: string,
  options: Pick<VerifyOptions, "now_s"> = {},
): Promise<SignedWebhook> {
  const now_s = Math.floor(options.now_s ?? Date.now() / 1_000);
  const {
    type,
    data,
    id = `evt_${crypto.randomUUID().replaceAll("-", "")}`,
    created_at = new Date(now_s * 1_000).toISOString(),
    sequence = 1,
  } = event;
  const body = JSON.stringify({ id, type, event: type, created_at, sequence, data });
  const bytes = toBytes(body);
  const [key] = secretKeys(secret);
  const signature = key === undefined ? "" : await signatureOf(key, signedBytes(id, String(now_s), bytes));
  const single = await hmac(toBytes(secret), bytes);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(now_s),
      "webhook-signature": signature,
      "x-service-signature": [...single].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    },
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

function signedBytes(id: string, timestamp: string, body: Bytes): Bytes {
  const head = toBytes(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

/** The signature in the format of the header `webhook-signature`. */
async function signatureOf(key: Bytes, signed: Bytes): Promise<string> {
  return `v1,${btoa(String.fromCharCode(...(await hmac(key, signed))))}`;
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const crypto_key = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", crypto_key, message));
}

/** The types exclude an undefined secret, but a missing environment variable is undefined at run time. */
function secretKeys(secret: string | readonly string[]): readonly Bytes[] {
  const keys = [secret ?? []].flat().map(secretKey);
  if (keys.length === 0) throw new WebhookVerificationError("bad_secret", "There is no secret to verify with");
  return keys;
}

/** Does not use `instanceof`, which is false for bytes of another realm, as in Jest. */
function toBytes(body: RawBody): Bytes {
  if (typeof body === "string") return new TextEncoder().encode(body);
  const is_bytes = ArrayBuffer.isView(body) || Object.prototype.toString.call(body) === "[object ArrayBuffer]";
  if (is_bytes) return new Uint8Array(body);
  throw new WebhookVerificationError(
    "parsed_body",
    "Give the body as it arrived, a text or bytes, before anything parses it: " +
      'in Express by express.raw({ type: "application/json" }), in Fetch by await request.text()',
  );
}

function secretKey(secret: string): Bytes {
  const [, encoded] = SECRET.exec(secret) ?? [];
  // 4 digits of base64 are 3 bytes; a single digit left over is less than a byte.
  if (encoded === undefined || encoded.replace(/=+$/, "").length % 4 === 1) {
    throw new WebhookVerificationError("bad_secret", "A secret is whsec_ and base64");
  }
  return Uint8Array.from(atob(encoded.replace(/=+$/, "")), (character) => character.charCodeAt(0));
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value === "") throw new WebhookVerificationError("missing_header", `There is no ${name} header`);
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (isFetchHeaders(headers)) return headers.get(name) ?? "";
  const header_value = Object.entries(headers ?? {}).find(([header_name]) => header_name.toLowerCase() === name)?.[1];
  return typeof header_value === "string" ? header_value : (header_value?.[0] ?? "");
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers?.get === "function";
}

/** Compares in constant time, so that response times reveal nothing about the signature. */
function areEqual(received: string, expected: string): boolean {
  if (received.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= received.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

function parseEvent(body: Bytes, id: string): WebhookEvent {
  const event = parsed(new TextDecoder().decode(body));
  if (typeof event !== "object" || event === null || event.id !== id) {
    throw new WebhookVerificationError("bad_body", "The body is not the event its headers name");
  }
  return event;
}

function parsed(text: string): WebhookEvent | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
