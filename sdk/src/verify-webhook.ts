import { createHmac, timingSafeEqual } from "node:crypto";
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
  readonly tolerance_s?: number;
  /** The current time in Unix seconds. Default: this machine's clock. */
  readonly now_s?: number;
}

const TOLERANCE_S = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]{24,}={0,2})$/;

/**
 * Verifies a webhook request and returns its event. A returned event comes from Kolo, is unchanged and is no replay of
 * an old request.
 *
 * @param raw_body The body exactly as received, before any parser changes it.
 * @param secret The webhook's secret, `whsec_…`. During a rotation of the secret, give both.
 * @throws `WebhookVerificationError`, and nothing else. Its `code` is the reason: answer the request with HTTP 400.
 */
export function verifyWebhook(
  raw_body: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
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
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = keys.map((key) => createHmac("sha256", key).update(signed).digest());
  // The header holds one signature for each valid secret, separated by spaces.
  const signatures = signature_header
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [Buffer.from(part.slice(3), "base64")] : []));
  if (
    !signatures.some((signature) => expected.some((expected_signature) => equalBuffers(signature, expected_signature)))
  ) {
    throw new WebhookVerificationError(
      "bad_signature",
      "No signature fits: another secret, or a body that was changed",
    );
  }
  return parseEvent(body, id);
}

/** The types exclude an undefined secret, but a missing environment variable is undefined at run time. */
function secretKeys(secret: string | readonly string[]): readonly Buffer[] {
  const keys = [secret ?? []].flat().map(secretKey);
  if (keys.length === 0) throw new WebhookVerificationError("bad_secret", "There is no secret to verify with");
  return keys;
}

function toBytes(body: RawBody): Buffer {
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  throw new WebhookVerificationError(
    "parsed_body",
    "Give the body as it arrived, a text or bytes, before anything parses it: " +
      'in Express by express.raw({ type: "application/json" }), in Fetch by await request.text()',
  );
}

function secretKey(secret: string): Buffer {
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (encoded === undefined) throw new WebhookVerificationError("bad_secret", "A secret is whsec_ and base64");
  return Buffer.from(encoded, "base64");
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
function equalBuffers(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseEvent(body: Buffer, id: string): WebhookEvent {
  const event = parsed(body.toString("utf8"));
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
