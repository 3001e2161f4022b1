import { randomBytes } from "node:crypto";
import { fromMajor, toMajor } from "#kernel/money.ts";
import { type Book, type BookEntry, book, type Fate, type Fault } from "#providers/plugins/fakes/book.ts";
import { callbackSender } from "#providers/plugins/fakes/callbacks.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "#providers/plugins/fakes/server.ts";
import { violations } from "./contract.ts";
import { sandboxFate } from "./sandbox-numbers.ts";

/** A fake of MTN's server, for tests and for integrations tried by hand. */
export interface FakeMtn extends FakeServer {
  readonly book: Book;
  /** Waits until its callbacks under way have been sent. */
  callbacksSent(): Promise<void>;
  /** Requests that violated MTN's contract. */
  readonly violations: readonly string[];
  /** The settings of its account. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface FakeMtnOptions {
  readonly port?: number;
  readonly path?: string;
  readonly target_environment?: string;
  readonly currency?: string;
  /** The only host that may be called back; null: any. */
  readonly callback_host?: string | null;
}

const SUBSCRIPTION_KEYS = {
  collection: "f1c3a5e7b9d1424f8a6c0e2d4b6f8a1c",
  disbursement: "0a9b8c7d6e5f40312213243546576879",
};
const USERS: Readonly<Record<string, string>> = {
  collection: "6b1d2c3e-4f50-4a6b-8c7d-9e0f1a2b3c4d",
  disbursement: "7c2e3d4f-5061-4b7c-9d8e-0f1a2b3c4d5e",
};
const KEYS: Readonly<Record<string, string>> = {
  collection: "11112222333344445555666677778888",
  disbursement: "88887777666655554444333322221111",
};
const TOKEN_LIFE_S = 3_600;
const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const SLOW_MS = 60_000;
const FIREWALL_PAGE = "<html><head><title>Request Rejected</title></head><body>Your support ID is: 12345</body></html>";

interface State {
  readonly book: Book;
  readonly violations: string[];
  readonly tokens: Map<string, { product: string; until_ms: number }>;
  readonly users: Map<string, string>;
  readonly currency: string;
  readonly target_environment: string;
  readonly callback_host: string | null;
}

export async function fakeMtn(options: FakeMtnOptions = {}): Promise<FakeMtn> {
  // MTN's API description names PUT for callbacks, its portal POST: the fake alternates.
  const callbacks = callbackSender(resultOf, ["POST", "PUT"]);
  const state: State = {
    book: book({
      ...(options.path ? { path: options.path } : {}),
      onEnd: (entry) => callbacks.send(entry),
    }),
    violations: [],
    tokens: new Map(),
    users: new Map(Object.keys(USERS).map((product) => [USERS[product] ?? "", KEYS[product] ?? ""])),
    currency: options.currency ?? "XAF",
    target_environment: options.target_environment ?? "mtncameroon",
    callback_host: options.callback_host ?? null,
  };
  const server = await fakeServer(options.port ?? 0, (request) => answer(state, request));
  return {
    ...server,
    book: state.book,
    callbacksSent: callbacks.settled,
    violations: state.violations,
    settings: {
      base_url: server.url,
      target_environment: state.target_environment,
      currency: "",
      callbacks: "yes",
      collection_subscription_key: SUBSCRIPTION_KEYS.collection,
      collection_user: USERS.collection ?? "",
      collection_key: KEYS.collection ?? "",
      disbursement_subscription_key: SUBSCRIPTION_KEYS.disbursement,
      disbursement_user: USERS.disbursement ?? "",
      disbursement_key: KEYS.disbursement ?? "",
    },
  };
}

function answer(state: State, request: FakeRequest): FakeAnswer {
  const [, product = "", ...rest] = request.path.split("/");
  if (product === "v1_0" && rest[0] === "apiuser") return provisioning(state, request, rest.slice(1));
  if (product !== "collection" && product !== "disbursement") return { status: 404 };
  if (request.headers["ocp-apim-subscription-key"] !== SUBSCRIPTION_KEYS[product]) {
    const message = "Access denied due to invalid subscription key. Make sure to provide a valid key.";
    return { status: 401, body: { statusCode: 401, message } };
  }
  if (rest.join("/") === "token/" && request.method === "POST") return token(state, request, product);
  const bearer = state.tokens.get(request.headers.authorization ?? "");
  if (!bearer || bearer.product !== product || bearer.until_ms <= state.book.now_ms()) {
    return { status: 401, body: { message: "Unauthorized", code: "UNAUTHORIZED" } };
  }
  if (request.headers["x-target-environment"] === undefined) return { status: 503 };
  if (request.headers["x-target-environment"] !== state.target_environment) {
    return logicalError("NOT_ALLOWED_TARGET_ENVIRONMENT");
  }
  return operate(state, request, product, rest);
}

// The product of each operation that the fake supports.
const PRODUCTS: Readonly<Record<string, string>> = {
  requesttopay: "collection",
  ...{ transfer: "disbursement", deposit: "disbursement", refund: "disbursement" },
};

function operate(state: State, request: FakeRequest, product: string, path: readonly string[]): FakeAnswer {
  const [version, operation = "", id, ...more] = path;
  const is_get = request.method === "GET";
  if (version === "v1_0" && is_get && operation === "account" && id === "balance" && more.length === 0) {
    return { status: 200, body: balanceOf(state, product) };
  }
  if (version === "v1_0" && is_get && operation === "accountholder" && id === "msisdn" && more.length === 2) {
    return holder(more[0] ?? "", more[1] ?? "");
  }
  if (PRODUCTS[operation] === product && more.length === 0) {
    const creates =
      version === "v1_0" || (version === "v2_0" && operation !== "requesttopay" && operation !== "transfer");
    if (creates && request.method === "POST" && id === undefined) return create(state, request, product, operation);
    if (version === "v1_0" && is_get && id !== undefined) return showOrder(state, operation, id);
  }
  // The gateway's own answer to an unknown operation.
  return { status: 404, body: { statusCode: 404, message: "Resource not found" } };
}

function provisioning(state: State, request: FakeRequest, [user, resource]: readonly string[]): FakeAnswer {
  if (user === undefined) {
    const id = request.headers["x-reference-id"] ?? "";
    if (!UUID_4.test(id)) return { status: 400 };
    if (state.users.has(id)) return conflict();
    state.users.set(id, "");
    return { status: 201 };
  }
  if (!state.users.has(user)) return notFound();
  if (resource !== "apikey") {
    return { status: 200, body: { providerCallbackHost: "example.org", targetEnvironment: "sandbox" } };
  }
  const apiKey = randomBytes(16).toString("hex");
  state.users.set(user, apiKey);
  return { status: 201, body: { apiKey } };
}

function token(state: State, request: FakeRequest, product: string): FakeAnswer {
  const fault = state.book.takeFault("token");
  if (fault) return faultAnswer(fault);
  if (request.body !== "") return { status: 400 };
  const basic = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
  const [user = "", key = ""] = basic.split(":");
  if (key === "" || state.users.get(user) !== key) return { status: 401, body: { error: "invalid_client" } };
  const text = `eyJ0eXAiOiJKV1QifQ.${randomBytes(24).toString("base64url")}`;
  state.tokens.set(`Bearer ${text}`, { product, until_ms: state.book.now_ms() + TOKEN_LIFE_S * 1_000 });
  return { status: 200, body: { access_token: text, token_type: "access_token", expires_in: TOKEN_LIFE_S } };
}

/** Checks an order as MTN does: refuses a malformed one, and stores any other. */
function create(state: State, request: FakeRequest, product: string, operation: string): FakeAnswer {
  const id = request.headers["x-reference-id"] ?? "";
  const problems = violations(product, operation, request.body);
  if (!UUID_4.test(id)) problems.push(`X-Reference-Id is no UUID of version 4: ${id}`);
  if (request.headers["content-type"] !== "application/json") problems.push("the body is not said to be JSON");
  if (request.headers["x-callback-url"] === "") problems.push("X-Callback-Url is empty");
  if (problems.length > 0) {
    state.violations.push(...problems);
    return { status: 400 };
  }
  const body: Readonly<Record<string, unknown>> = JSON.parse(request.body);
  const url = request.headers["x-callback-url"] ?? null;
  const is_other_host = url !== null && state.callback_host !== null && new URL(url).host !== state.callback_host;
  const party = partyOf(state, body);
  const fate = fateOf(state, party, operation);
  const fault = state.book.takeFaultFor(party);
  if (fault && !isReceived(fault)) return faultAnswer(fault);
  if (state.book.used.has(id)) return conflict();
  if (body.currency !== state.currency) return logicalError("INVALID_CURRENCY");
  if (is_other_host) return logicalError("INVALID_CALLBACK_URL_HOST");
  if (fault === "consumed") {
    state.book.consumeReference(id);
    return { status: 500, body: { code: "INTERNAL_PROCESSING_ERROR", message: "Internal processing error" } };
  }
  const { amount, currency, externalId } = body;
  state.book.receive(
    {
      ...{ id, kind: operation, amount: String(amount), currency: String(currency), party },
      ...{ external_id: String(externalId), callback_url: url, fields: body },
    },
    fate,
  );
  return fault ? faultAnswer(fault) : { status: 202 };
}

function partyOf(state: State, body: Readonly<Record<string, unknown>>): string {
  const party = body.payer ?? body.payee;
  if (typeof party === "object" && party !== null && "partyId" in party) return String(party.partyId);
  return state.book.entries.get(String(body.referenceIdToRefund))?.party ?? "unknown";
}

function fateOf(state: State, party: string, operation: string): Fate {
  return sandboxFate(party, operation) ?? state.book.fateFor(party);
}

function isReceived(fault: Fault): boolean {
  return fault === "lost_after" || fault === "error_after" || fault === "slow" || fault === "consumed";
}

function faultAnswer(fault: Fault): FakeAnswer {
  switch (fault) {
    case "lost_before":
    case "lost_after":
      return null;
    case "slow":
      return { status: 202, after_ms: SLOW_MS };
    case "page":
      return { status: 403, body: FIREWALL_PAGE };
    case "too_many":
      return { status: 429, body: { statusCode: 429, message: "Rate limit is exceeded. Try again in 1 seconds." } };
    case "unauthorized":
      return { status: 401, body: { statusCode: 401, message: "Unauthorized" } };
    case "maintenance":
      return { status: 503, body: { code: "SERVICE_UNAVAILABLE", message: "Service temporarily unavailable" } };
    case "not_found":
      return notFound();
    default:
      return { status: 500, body: { code: "INTERNAL_PROCESSING_ERROR", message: "An internal error occurred" } };
  }
}

function showOrder(state: State, operation: string, id: string): FakeAnswer {
  const fault = state.book.takeFault("ask");
  if (fault) return faultAnswer(fault);
  if (!UUID_4.test(id)) return { status: 400 };
  const entry = state.book.find(id);
  return entry?.kind === operation ? { status: 200, body: resultOf(entry) } : notFound();
}

function resultOf(entry: BookEntry): object {
  const { referenceIdToRefund: _, ...fields } = entry.fields;
  if (entry.state === "pending") return { ...fields, status: "PENDING" };
  if (entry.state === "complete") {
    // MTN's status query returns the amount without decimals that are zero.
    const amount = entry.amount.replace(/\.0+$/, "");
    return { ...fields, amount, financialTransactionId: entry.provider_id, status: "SUCCESSFUL" };
  }
  const code = entry.fate.ending === "complete" ? "INTERNAL_PROCESSING_ERROR" : entry.fate.ending;
  const reason = entry.fate.has_reason_object ? { code, message: "See the code" } : code;
  return { ...fields, status: "FAILED", reason };
}

function balanceOf(state: State, product: string): object {
  let sum = 10_000_000n;
  for (const { kind, amount, is_reversal } of state.book.movements) {
    const is_in = kind === "requesttopay";
    if (is_in !== (product === "collection")) continue;
    const change = fromMajor(amount, state.currency) ?? 0n;
    sum += is_in === is_reversal ? -change : change;
  }
  return { availableBalance: toMajor(sum, state.currency), currency: state.currency };
}

/**
 * The last digit selects the holder, so that a test can choose: 7 has no holder, 8 is a closed wallet, 9 hides the
 * name.
 */
function holder(number: string, resource: string): FakeAnswer {
  if (!/^\d{8,15}$/.test(number) || !["active", "basicuserinfo"].includes(resource)) return { status: 400 };
  const end = number.slice(-1);
  if (end === "7") return notFound();
  if (resource === "active") return { status: 200, body: { result: end !== "8" } };
  if (end === "9") return { status: 403, body: { code: "NOT_ALLOWED", message: "Not allowed" } };
  return { status: 200, body: { given_name: "Jane", family_name: "Mballa", locale: "fr_FR", status: "ACTIVE" } };
}

function logicalError(code: string): FakeAnswer {
  return { status: 500, body: { code, message: "Authorization failed or the request is not allowed" } };
}

function notFound(): FakeAnswer {
  return { status: 404, body: { code: "RESOURCE_NOT_FOUND", message: "Requested resource was not found." } };
}

function conflict(): FakeAnswer {
  const message = "Duplicated reference id. Creation of resource failed.";
  return { status: 409, body: { code: "RESOURCE_ALREADY_EXIST", message } };
}
