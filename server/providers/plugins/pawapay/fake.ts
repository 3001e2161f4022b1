import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { fromMajor, minorUnitDigits, toMajor } from "#kernel/money.ts";
import { type Book, type BookEntry, book, type Fault } from "#providers/plugins/fakes/book.ts";
import { callbackSender } from "#providers/plugins/fakes/callbacks.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "#providers/plugins/fakes/server.ts";
import { sandboxFate } from "./sandbox-numbers.ts";
import { isSignedBy, signatureHeaders } from "./signature.ts";

/** A fake of pawaPay's server, for tests and for integrations tried by hand. */
export interface FakePawapay extends FakeServer {
  readonly book: Book;
  /** Waits until its callbacks under way have been sent. */
  callbacksSent(): Promise<void>;
  /** The settings of its account. */
  readonly settings: Readonly<Record<string, string>>;
  /** Requests that violated pawaPay's contract. */
  readonly violations: readonly string[];
  /** The URL of all callbacks, as entered in pawaPay's dashboard; null: none are sent. */
  setCallbackUrl(url: string | null): void;
  /** Closes a wallet's network: deposits are refused, payouts wait. */
  setClosed(wallet: string, is_closed: boolean): void;
  /** Changes how payers of a wallet confirm: PROVIDER_AUTH, PREAUTH or REDIRECT_AUTH. */
  setAuthType(wallet: string, auth_type: string): void;
  /** Empties the account, or fills it again. */
  setEmpty(is_empty: boolean): void;
  /** The headers that sign a callback; empty unless the fake signs. */
  sign(url: string, body: string): Readonly<Record<string, string>>;
  /** Accepts only requests signed with this key. */
  requireSignature(public_key: KeyObject | null): void;
}

export interface FakeWallet {
  readonly wallet: string;
  /** In major units. */
  readonly minimum: string;
  readonly maximum: string;
}

export interface FakePawapayOptions {
  readonly port?: number;
  readonly path?: string;
  /** pawaPay's name of the market, its currency and its wallets. */
  readonly country?: string;
  readonly currency?: string;
  readonly wallets?: readonly FakeWallet[];
  readonly signs_callbacks?: boolean;
}

const TOKEN = "fake-pawapay-token-4f9a27c1d86e";
const KEY_ID = "HTTP_EC_P256_KEY:1";
const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const SLOW_MS = 60_000;
const RECONCILIATION_AFTER_MS = 60_000;
const FIREWALL_PAGE = "<html><head><title>403 Forbidden</title></head><body>Request blocked</body></html>";
const UGANDA: readonly FakeWallet[] = [
  { wallet: "MTN_MOMO_UGA", minimum: "500", maximum: "5000000" },
  { wallet: "AIRTEL_OAPI_UGA", minimum: "500", maximum: "4000000" },
];

// The name of an operation's id in bodies.
const IDS: Readonly<Record<string, string>> = { deposits: "depositId", payouts: "payoutId", refunds: "refundId" };

interface State {
  readonly book: Book;
  readonly violations: string[];
  readonly country: string;
  readonly currency: string;
  readonly wallets: readonly FakeWallet[];
  readonly closed: Set<string>;
  readonly auth_types: Map<string, string>;
  readonly public_key: string;
  callback_url: string | null;
  is_empty: boolean;
  required_key: KeyObject | null;
}

export async function fakePawapay(options: FakePawapayOptions = {}): Promise<FakePawapay> {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const private_key = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const sign = (url: string, body: string): Readonly<Record<string, string>> =>
    options.signs_callbacks
      ? signatureHeaders(
          { method: "POST", url, headers: { "content-type": "application/json" }, body },
          { key: private_key, key_id: KEY_ID },
          Date.now(),
        )
      : {};
  const callbacks = callbackSender(callbackOf, ["POST"], sign);
  const state: State = {
    book: book({ ...(options.path ? { path: options.path } : {}), onEnd: (entry) => callbacks.send(entry) }),
    violations: [],
    country: options.country ?? "UGA",
    currency: options.currency ?? "UGX",
    wallets: options.wallets ?? UGANDA,
    closed: new Set(),
    auth_types: new Map(),
    public_key: keys.publicKey.export({ type: "spki", format: "pem" }).toString(),
    callback_url: null,
    is_empty: false,
    required_key: null,
  };
  const server = await fakeServer(options.port ?? 0, (request) => answer(state, server_url(), request));
  function server_url(): string {
    return server.url;
  }
  return {
    ...server,
    book: state.book,
    sign,
    callbacksSent: callbacks.settled,
    violations: state.violations,
    settings: {
      base_url: server.url,
      country: state.country,
      api_token: TOKEN,
      signed_callbacks: options.signs_callbacks ? "yes" : "no",
    },
    setCallbackUrl: (url) => {
      state.callback_url = url;
    },
    setClosed(wallet, is_closed) {
      if (is_closed) state.closed.add(wallet);
      else state.closed.delete(wallet);
    },
    setAuthType: (wallet, auth_type) => void state.auth_types.set(wallet, auth_type),
    setEmpty: (is_empty) => {
      state.is_empty = is_empty;
    },
    requireSignature: (public_key) => {
      state.required_key = public_key;
    },
  };
}

function answer(state: State, base_url: string, request: FakeRequest): FakeAnswer {
  const { method, path } = request;
  if (method === "GET" && path === "/v2/public-key/http") {
    return { status: 200, body: [{ id: KEY_ID, key: state.public_key }] };
  }
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, "NO_AUTHENTICATION");
  const [, , operation = "", id, ...more] = path.split("/");
  if (operation in IDS && more.length === 0) {
    if (method === "POST" && id === undefined) return create(state, base_url, request, operation);
    if (method === "GET" && id !== undefined) return show(state, operation, id);
  }
  if (method === "GET" && path === "/v2/active-conf") return { status: 200, body: configuration(state) };
  if (method === "GET" && path === "/v2/availability") return { status: 200, body: availability(state) };
  if (method === "GET" && path === "/v2/wallet-balances") return { status: 200, body: balances(state) };
  if (method === "POST" && path === "/v2/predict-provider") return predict(state, request);
  return { status: 404, body: { message: "Not found" } };
}

function refusal(status: number, failureCode: string): FakeAnswer {
  return { status, body: { failureReason: { failureCode, failureMessage: "See the code" } } };
}

function create(state: State, base_url: string, request: FakeRequest, operation: string): FakeAnswer {
  const { required_key } = state;
  if (required_key !== null) {
    const { method, path, headers, body } = request;
    const key = required_key.export({ type: "spki", format: "pem" }).toString();
    if (!isSignedBy({ method, url: `${base_url}${path}`, headers, body }, key, Date.now()))
      return refusal(403, "HTTP_SIGNATURE_ERROR");
  }
  const name = IDS[operation] ?? "";
  const body: Readonly<Record<string, unknown>> = JSON.parse(request.body);
  const id = String(body[name]);
  const problems = violations(state, body, operation, id);
  if (problems.length > 0) {
    state.violations.push(...problems);
    return refusal(400, "INVALID_INPUT");
  }
  const party = partyOf(state, body);
  const fault = state.book.takeFaultFor(party);
  if (fault && !isReceived(fault)) return faultAnswer(fault);
  if (state.book.used.has(id)) return { status: 200, body: { [name]: id, status: "DUPLICATE_IGNORED" } };
  if (fault === "consumed") {
    state.book.consumeReference(id);
    return refusal(500, "UNKNOWN_ERROR");
  }
  const reason = rejectionOf(state, body, operation);
  if (reason !== null) {
    // A rejected order leaves no record: its id is not found.
    return fault
      ? faultAnswer(fault)
      : { status: 200, body: { [name]: id, status: "REJECTED", failureReason: { failureCode: reason } } };
  }
  const { wallet } = detailsOf(body);
  const is_enqueued = operation !== "deposits" && state.closed.has(wallet);
  const fate = sandboxFate(party, operation) ?? state.book.fateFor(party);
  state.book.receive(
    {
      ...{ id, kind: operation, amount: String(body.amount), currency: String(body.currency), party },
      ...{ external_id: String(body.clientReferenceId ?? id), callback_url: state.callback_url, fields: body },
    },
    is_enqueued ? { ...fate, after_ms: Number.POSITIVE_INFINITY } : fate,
  );
  if (fault) return faultAnswer(fault);
  return {
    status: 200,
    body: { [name]: id, status: is_enqueued ? "ENQUEUED" : "ACCEPTED", ...redirectOf(state, body) },
  };
}

function violations(
  state: State,
  body: Readonly<Record<string, unknown>>,
  operation: string,
  id: string,
): readonly string[] {
  const { number, wallet } = detailsOf(body);
  const message = body.customerMessage;
  const is_refund = operation === "refunds";
  const whole = minorUnitDigits(state.currency) === 0;
  return [
    UUID_4.test(id) ? null : `the id is no UUID of version 4: ${id}`,
    (whole ? /^[1-9]\d*$/ : /^(0|[1-9]\d*)(\.\d{1,2})?$/).test(String(body.amount)) ? null : `amount ${body.amount}`,
    message === undefined || /^[A-Za-z0-9 ]{4,22}$/.test(String(message)) ? null : `customerMessage ${message}`,
    is_refund || /^\d{8,15}$/.test(number) ? null : `phoneNumber ${number}`,
    is_refund || state.wallets.some((one) => one.wallet === wallet) ? null : `provider ${wallet}`,
    is_refund && typeof body.depositId !== "string" ? "depositId is missing" : null,
    state.auth_types.get(wallet) === "PREAUTH" && operation === "deposits" && body.preAuthorisationCode === undefined
      ? "preAuthorisationCode is missing"
      : null,
  ].filter((problem) => problem !== null);
}

/** The code with which pawaPay rejects an order at once; null if it takes it. */
function rejectionOf(state: State, body: Readonly<Record<string, unknown>>, operation: string): string | null {
  if (body.currency !== state.currency) return "INVALID_CURRENCY";
  if (operation === "refunds") {
    const deposit = state.book.entries.get(String(body.depositId));
    if (!deposit) return "NOT_FOUND";
    if (deposit.state !== "complete") return "INVALID_STATE";
    return null;
  }
  const { wallet } = detailsOf(body);
  const terms = state.wallets.find((one) => one.wallet === wallet);
  const amount = fromMajor(String(body.amount), state.currency) ?? 0n;
  const [minimum, maximum] = [terms?.minimum, terms?.maximum].map(
    (text) => fromMajor(text ?? "", state.currency) ?? 0n,
  );
  if (amount < (minimum ?? 0n) || amount > (maximum ?? 0n)) return "AMOUNT_OUT_OF_BOUNDS";
  if (operation === "deposits") return state.closed.has(wallet) ? "PROVIDER_TEMPORARILY_UNAVAILABLE" : null;
  return state.is_empty ? "PAWAPAY_WALLET_OUT_OF_FUNDS" : null;
}

function detailsOf(body: Readonly<Record<string, unknown>>): { readonly number: string; readonly wallet: string } {
  const party = body.payer ?? body.recipient;
  const details = isObject(party) ? party.accountDetails : null;
  const { phoneNumber = "", provider = "" } = isObject(details) ? details : {};
  return { number: String(phoneNumber), wallet: String(provider) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function partyOf(state: State, body: Readonly<Record<string, unknown>>): string {
  const { number } = detailsOf(body);
  return number === "" ? (state.book.entries.get(String(body.depositId))?.party ?? "unknown") : number;
}

function redirectOf(state: State, body: Readonly<Record<string, unknown>>): object {
  const is_redirect = state.auth_types.get(detailsOf(body).wallet) === "REDIRECT_AUTH" && body.payer !== undefined;
  return { nextStep: is_redirect ? "GET_AUTH_URL" : "FINAL_STATUS" };
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
      return { status: 200, body: {}, after_ms: SLOW_MS };
    case "page":
      return { status: 403, body: FIREWALL_PAGE };
    case "too_many":
      return { status: 429, body: { message: "Too many requests" } };
    case "unauthorized":
      return refusal(401, "NO_AUTHENTICATION");
    case "maintenance":
      return { status: 503, body: FIREWALL_PAGE };
    case "not_found":
      return { status: 200, body: { status: "NOT_FOUND" } };
    default:
      return refusal(500, "UNKNOWN_ERROR");
  }
}

function show(state: State, operation: string, id: string): FakeAnswer {
  const fault = state.book.takeFault("ask");
  if (fault) return faultAnswer(fault);
  const entry = state.book.find(id);
  if (entry?.kind !== operation) return { status: 200, body: { status: "NOT_FOUND" } };
  const is_redirect =
    operation === "deposits" && state.auth_types.get(detailsOf(entry.fields).wallet) === "REDIRECT_AUTH";
  const redirect =
    is_redirect && entry.state === "pending"
      ? { nextStep: "REDIRECT_TO_AUTH_URL", authorizationUrl: `https://wallet.example/authorize/${id}` }
      : {};
  const is_old = state.book.now_ms() - entry.received_ms > RECONCILIATION_AFTER_MS;
  return { status: 200, body: { status: "FOUND", data: { ...resultOf(entry, is_old), ...redirect } } };
}

/** The body of callbacks is flat, that of answers is wrapped. */
function callbackOf(entry: BookEntry): object {
  return resultOf(entry, false);
}

function resultOf(entry: BookEntry, is_old: boolean): object {
  // pawaPay reports amounts with two decimals, whatever the order had.
  const amount = entry.amount.includes(".") ? entry.amount : `${entry.amount}.00`;
  const common = { ...entry.fields, amount };
  if (entry.state === "pending") return { ...common, status: is_old ? "IN_RECONCILIATION" : "ACCEPTED" };
  if (entry.state === "complete") return { ...common, status: "COMPLETED", providerTransactionId: entry.provider_id };
  const failureCode = entry.fate.ending === "complete" ? "UNSPECIFIED_FAILURE" : entry.fate.ending;
  return { ...common, status: "FAILED", failureReason: { failureCode, failureMessage: "See the code" } };
}

function configuration(state: State): object {
  const providers = state.wallets.map(({ wallet, minimum, maximum }) => {
    const limits = { minAmount: minimum, maxAmount: maximum, decimalsInAmount: "NONE", status: "OPERATIONAL" };
    const deposit = { ...limits, authType: state.auth_types.get(wallet) ?? "PROVIDER_AUTH", pinPrompt: "AUTOMATIC" };
    const operationTypes = { DEPOSIT: deposit, PAYOUT: limits };
    return { provider: wallet, currencies: [{ currency: state.currency, operationTypes }] };
  });
  return { companyName: "Example", countries: [{ country: state.country, providers }] };
}

function availability({ wallets, closed, country }: State): object {
  const providers = wallets.map(({ wallet: provider }) => {
    const word = closed.has(provider) ? "CLOSED" : "OPERATIONAL";
    return { provider, operationTypes: { DEPOSIT: word, PAYOUT: word, REFUND: word } };
  });
  return [{ country, providers }];
}

function balances(state: State): object {
  let sum = 10_000_000n;
  for (const { kind, amount, is_reversal } of state.book.movements) {
    const change = fromMajor(amount, state.currency) ?? 0n;
    sum += (kind === "deposits") === is_reversal ? -change : change;
  }
  const { country, currency } = state;
  return { balances: [{ country, currency, balance: state.is_empty ? "0" : toMajor(sum, currency), provider: "" }] };
}

function predict({ country, wallets }: State, request: FakeRequest): FakeAnswer {
  const { phoneNumber } = JSON.parse(request.body);
  return { status: 200, body: { country, provider: wallets[0]?.wallet, phoneNumber } };
}
