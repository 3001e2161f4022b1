import {
  CHECKOUT_STATUSES,
  type Channel,
  type Checkout,
  type CheckoutStatus,
  type Link,
  type Prefix,
  type SandboxNumber,
} from "./checkout.ts";

/** Parses `checkout` from an answer. Throws an `Error` if its shape is unknown. */
export function readCheckout(body: unknown): Checkout {
  const given = recordAt(body, "checkout");
  return {
    status: status(text(given, "status")),
    amount: amount(given, "amount"),
    currency: text(given, "currency"),
    description: textOrNull(given, "description"),
    reference: text(given, "reference"),
    business: text(recordAt(given, "business"), "name"),
    sandbox: given.sandbox === true,
    channel: textOrNull(given, "channel"),
    phone: textOrNull(given, "phone"),
    payer_phone: textOrNull(given, "payer_phone"),
    failure_code: textOrNull(given, "failure_code"),
    has_failed: textOrNull(given, "failure_code") !== null || textOrNull(given, "failure_reason") !== null,
    tries_left: typeof given.tries_left === "number" ? given.tries_left : null,
    expires_at: text(given, "expires_at"),
    processing_at: textOrNull(given, "processing_at"),
    now: text(given, "now"),
    callback: webAddress(textOrNull(given, "callback")),
    channels: list(given, "channels").map(readChannel),
    prefixes: readPrefixes(given.prefixes),
    sandbox_numbers: list(given, "sandbox_numbers").map(readSandboxNumber),
  };
}

/** Parses `link` from an answer. Throws an `Error` if its shape is unknown. */
export function readLink(body: unknown): Link {
  const given = recordAt(body, "link");
  return {
    name: text(given, "name"),
    description: textOrNull(given, "description"),
    amount: amountOrNull(given, "amount"),
    currency: text(given, "currency"),
    country: text(given, "country"),
    calling_code: text(given, "calling_code"),
    business: text(recordAt(given, "business"), "name"),
    sandbox: given.sandbox === true,
    active: given.active === true,
    minimum: amountOrNull(given, "minimum"),
    maximum: amountOrNull(given, "maximum"),
  };
}

/** Parses the path of the payment's page from the answer of a link. */
export function readPaymentPath(body: unknown): string {
  // The service's configured host can differ from the one in the browser: use only the path.
  return new URL(text(record(body), "url"), "http://localhost").pathname;
}

/** The names of the wrong fields in a refusal. */
export function readWrongFields(body: unknown): readonly string[] {
  return isRecord(body) && isRecord(body.errors) ? Object.keys(body.errors) : [];
}

function readChannel(value: unknown): Channel {
  const given = record(value);
  return {
    id: text(given, "id"),
    name: text(given, "name"),
    operator: textOrNull(given, "operator"),
    country: text(given, "country"),
    calling_code: text(given, "calling_code"),
    minimum: amount(given, "minimum"),
    maximum: amount(given, "maximum"),
    ussd: textOrNull(given, "ussd"),
    routes: list(given, "routes").filter(isText),
  };
}

function readPrefixes(value: unknown): Readonly<Record<string, readonly Prefix[]>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.keys(value).map((country) => [country, list(value, country).map(readPrefix)] as const),
  );
}

function readPrefix(value: unknown): Prefix {
  const given = record(value);
  return { prefix: text(given, "prefix"), operator: text(given, "operator") };
}

function readSandboxNumber(value: unknown): SandboxNumber {
  const given = record(value);
  return { phone: text(given, "phone"), outcome: text(given, "outcome") };
}

function status(value: string): CheckoutStatus {
  const known = CHECKOUT_STATUSES.find((one) => one === value);
  if (!known) throw new TypeError(`An unknown status: ${value}`);
  return known;
}

// Allows http and https only, because the payer's browser opens this address.
function webAddress(value: string | null): string | null {
  return value !== null && /^https?:\/\//i.test(value) ? value : null;
}

type Given = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function record(value: unknown): Given {
  if (!isRecord(value)) throw new TypeError("An object was expected");
  return value;
}

function recordAt(value: unknown, field: string): Given {
  return record(record(value)[field]);
}

function list(given: Given, field: string): readonly unknown[] {
  const value = given[field];
  return Array.isArray(value) ? value : [];
}

function text(given: Given, field: string): string {
  const value = given[field];
  if (!isText(value)) throw new TypeError(`A text was expected: ${field}`);
  return value;
}

function textOrNull(given: Given, field: string): string | null {
  const value = given[field];
  return isText(value) && value !== "" ? value : null;
}

function amount(given: Given, field: string): bigint {
  const value = amountOrNull(given, field);
  if (value === null) throw new TypeError(`An amount was expected: ${field}`);
  return value;
}

function amountOrNull(given: Given, field: string): bigint | null {
  const value = given[field];
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : null;
}
