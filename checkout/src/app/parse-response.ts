import {
  type Brand,
  CHECKOUT_STATUSES,
  type Channel,
  type Checkout,
  INVOICE_STATUSES,
  type Instalment,
  type Invoice,
  LINK_STATES,
  type Link,
  type NumberForm,
  type Prefix,
  type SandboxNumber,
} from "./checkout.ts";

/** Parses `checkout` from an answer. Throws an `Error` if its shape is unknown. */
export function parseCheckout(body: unknown): Checkout {
  const json = objectAt(body, "checkout");
  return {
    status: parseOneOf(CHECKOUT_STATUSES, requireText(json, "status")),
    amount: requireAmount(json, "amount"),
    currency: requireText(json, "currency"),
    description: textOrNull(json, "description"),
    reference: requireText(json, "reference"),
    business: requireText(objectAt(json, "business"), "name"),
    brand: parseBrand(objectAt(json, "business")),
    sandbox: json.sandbox === true,
    channel: textOrNull(json, "channel"),
    phone: textOrNull(json, "phone"),
    payer_phone: textOrNull(json, "payer_phone"),
    failure_code: textOrNull(json, "failure_code"),
    has_failed: textOrNull(json, "failure_code") !== null || textOrNull(json, "failure_reason") !== null,
    tries_left: typeof json.tries_left === "number" ? json.tries_left : null,
    expires_at: requireText(json, "expires_at"),
    processing_at: textOrNull(json, "processing_at"),
    prompt_expires_at: textOrNull(json, "prompt_expires_at"),
    now: requireText(json, "now"),
    action_url: webAddressOrNull(textOrNull(json, "action_url")),
    callback: callbackOrNull(textOrNull(json, "callback")),
    invoice_path: textOrNull(json, "invoice_path"),
    channels: listAt(json, "channels").map(parseChannel),
    prefixes: parsePrefixes(json.prefixes),
    mobile_numbers: parseNumberForms(json.mobile_numbers),
    network_names: parseTexts(json.network_names),
    sandbox_numbers: listAt(json, "sandbox_numbers").map(parseSandboxNumber),
  };
}

/** Parses `link` from an answer. Throws an `Error` if its shape is unknown. */
export function parseLink(body: unknown): Link {
  const json = objectAt(body, "link");
  return {
    name: requireText(json, "name"),
    description: textOrNull(json, "description"),
    amount: amountOrNull(json, "amount"),
    currency: requireText(json, "currency"),
    country: requireText(json, "country"),
    calling_code: requireText(json, "calling_code"),
    mobile_numbers: isObject(json.mobile_numbers) ? parseNumberForm(json.mobile_numbers) : null,
    business: requireText(objectAt(json, "business"), "name"),
    brand: parseBrand(objectAt(json, "business")),
    sandbox: json.sandbox === true,
    state: parseOneOf(LINK_STATES, requireText(json, "state")),
    minimum: amountOrNull(json, "minimum"),
    maximum: amountOrNull(json, "maximum"),
  };
}

/** Parses `invoice` from an answer. Throws an `Error` if its shape is unknown. */
export function parseInvoice(body: unknown): Invoice {
  const json = objectAt(body, "invoice");
  const range = isObject(json.range) ? json.range : null;
  return {
    status: parseOneOf(INVOICE_STATUSES, requireText(json, "status")),
    amount: requireAmount(json, "amount"),
    amount_paid: requireAmount(json, "amount_paid"),
    amount_overdue: requireAmount(json, "amount_overdue"),
    currency: requireText(json, "currency"),
    description: textOrNull(json, "description"),
    reference: requireText(json, "reference"),
    instalments: listAt(json, "instalments").map(parseInstalment),
    next: amountOrNull(json, "next"),
    amounts: listAt(json, "amounts").map((amount) => requireAmount({ amount }, "amount")),
    range: range && { minimum: requireAmount(range, "minimum"), maximum: requireAmount(range, "maximum") },
    open_payments: listAt(json, "open_payments").map((payment) => ({
      path: parsePaymentPath(payment),
      amount: requireAmount(requireObject(payment), "amount"),
    })),
    business: requireText(objectAt(json, "business"), "name"),
    brand: parseBrand(objectAt(json, "business")),
    time_zone: requireText(json, "time_zone"),
    sandbox: json.sandbox === true,
    callback: callbackOrNull(textOrNull(json, "callback")),
    now: requireText(json, "now"),
  };
}

/** A logo of this service only, and colours in digits only: the page sets both. */
function parseBrand({ logo, shades }: JsonObject): Brand {
  const is_own_logo = isString(logo) && /^\/pay\/logo\/[0-9a-f]{32}$/.test(logo);
  const isColor = (text: unknown): text is string => isString(text) && /^#[0-9a-f]{6}$/.test(text);
  const has_shades = isObject(shades) && isColor(shades.light) && isColor(shades.dark);
  return {
    logo: is_own_logo ? logo : null,
    shades: has_shades ? { light: String(shades.light), dark: String(shades.dark) } : null,
  };
}

function parseInstalment(value: unknown): Instalment {
  const json = requireObject(value);
  return {
    amount: requireAmount(json, "amount"),
    amount_paid: requireAmount(json, "amount_paid"),
    due_at: requireText(json, "due_at"),
  };
}

/** Parses the path of the payment's page from the response that created a payment of a link or an invoice. */
export function parsePaymentPath(body: unknown): string {
  // The service's configured host can differ from the browser's: keep only the path.
  return new URL(requireText(requireObject(body), "url"), "http://localhost").pathname;
}

/** Returns the names of the invalid fields from a refusal. */
export function parseWrongFields(body: unknown): readonly string[] {
  return isObject(body) && isObject(body.errors) ? Object.keys(body.errors) : [];
}

function parseChannel(value: unknown): Channel {
  const json = requireObject(value);
  return {
    id: requireText(json, "id"),
    name: requireText(json, "name"),
    network: textOrNull(json, "operator"),
    country: requireText(json, "country"),
    calling_code: requireText(json, "calling_code"),
    minimum: requireAmount(json, "minimum"),
    maximum: requireAmount(json, "maximum"),
    ussd: textOrNull(json, "ussd"),
    instruction: isObject(json.instruction) ? parseTexts(json.instruction) : null,
    routes: listAt(json, "routes").filter(isString),
  };
}

function parsePrefixes(value: unknown): Readonly<Record<string, readonly Prefix[]>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.keys(value).map((country) => [country, listAt(value, country).map(parsePrefix)] as const),
  );
}

function parsePrefix(value: unknown): Prefix {
  const json = requireObject(value);
  return { prefix: requireText(json, "prefix"), network: requireText(json, "operator") };
}

function parseNumberForms(value: unknown): Readonly<Record<string, NumberForm>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([country, form]) => [country, parseNumberForm(form)]));
}

function parseNumberForm(value: unknown): NumberForm {
  const json = requireObject(value);
  if (typeof json.digits !== "number") throw new TypeError("A number was expected: digits");
  return { digits: json.digits, first_digits: listAt(json, "first_digits").filter(isString) };
}

function parseTexts(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, text]) => (isString(text) ? [[name, text]] : [])));
}

function parseSandboxNumber(value: unknown): SandboxNumber {
  const json = requireObject(value);
  return { phone: requireText(json, "phone"), outcome: requireText(json, "outcome") };
}

function parseOneOf<Value extends string>(values: readonly Value[], value: string): Value {
  const match = values.find((one) => one === value);
  if (!match) throw new TypeError(`An unknown status: ${value}`);
  return match;
}

/** The payer's browser opens this address: no other scheme is allowed. */
function webAddressOrNull(value: string | null): string | null {
  return value !== null && /^https?:\/\//i.test(value) ? value : null;
}

/** A web address, or one of an app, whose scheme has a dot: `javascript:` and the like have none. */
function callbackOrNull(value: string | null): string | null {
  return value !== null && /^(?:https?|[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+):\/\//i.test(value) ? value : null;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function requireObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError("An object was expected");
  return value;
}

function objectAt(value: unknown, field: string): JsonObject {
  return requireObject(requireObject(value)[field]);
}

function listAt(json: JsonObject, field: string): readonly unknown[] {
  const value = json[field];
  return Array.isArray(value) ? value : [];
}

function requireText(json: JsonObject, field: string): string {
  const value = json[field];
  if (!isString(value)) throw new TypeError(`A text was expected: ${field}`);
  return value;
}

function textOrNull(json: JsonObject, field: string): string | null {
  const value = json[field];
  return isString(value) && value !== "" ? value : null;
}

function requireAmount(json: JsonObject, field: string): bigint {
  const value = amountOrNull(json, field);
  if (value === null) throw new TypeError(`An amount was expected: ${field}`);
  return value;
}

function amountOrNull(json: JsonObject, field: string): bigint | null {
  const value = json[field];
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : null;
}
