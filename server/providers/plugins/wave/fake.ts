import { fromMajor, minorUnitDigits, toMajor } from "#kernel/money.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { isRecord, type JsonObject } from "#providers/io/json.ts";
import { type Book, type BookEntry, book, DEFAULT_FATE, type Fate, type Fault } from "#providers/plugins/fakes/book.ts";
import { callbackSender } from "#providers/plugins/fakes/callbacks.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "#providers/plugins/fakes/server.ts";
import { endingOf, eventOf, recordOf, SESSION_LIFE_MS } from "./fake-records.ts";
import { failsOnce, sandboxFate } from "./sandbox-numbers.ts";
import { isSignedBy, signatureHeader } from "./signature.ts";

/** A fake of Wave's server, for tests and for integrations tried by hand. */
export interface FakeWave extends FakeServer {
  readonly book: Book;
  /** Waits until its webhooks under way have been sent. */
  callbacksSent(): Promise<void>;
  /** The settings of its account. */
  readonly settings: Readonly<Record<string, string>>;
  /** Requests that violated Wave's contract. */
  readonly violations: readonly string[];
  /** The URL of all webhooks, as entered in Wave's portal; null: none are sent. */
  setCallbackUrl(url: string | null): void;
  /** Sets the money in the wallet, in major units. */
  setBalance(amount: string): void;
  /** The answer of `verify_recipient` for a number: MATCH unless set. */
  setNameMatch(mobile: string, name_match: string): void;
  /** Accepts only requests signed with this secret; null: unsigned ones, too. */
  requireSignature(secret: string | null): void;
  /** The headers that sign a webhook. */
  sign(body: string): Readonly<Record<string, string>>;
}

export interface FakeWaveOptions {
  readonly port?: number;
  readonly path?: string;
  readonly currency?: string;
  readonly calling_code?: string;
  /** The time in which a payer pays on the page; by default at once. */
  readonly payer_ms?: number;
}

const KEY = "wave_sn_prod_fake4f9a27c1d86e";
const WEBHOOK_SECRET = "wave_sn_WHS_fake81c2d96e5a";
const SLOW_MS = 60_000;
const FIREWALL_PAGE = "<html><head><title>403 Forbidden</title></head><body>Request blocked</body></html>";
// A number that is asked about more often than this in five minutes is blocked for an hour.
const VERIFY_LIMIT = { max: 30, window_ms: 5 * MINUTE_MS, block_ms: 60 * MINUTE_MS };
// Wave refuses these payouts in the answer to the request; other failures show in the payout's status.
const REFUSED_AT_ONCE = /^(insufficient-funds|recipient-)/;
const TEXT_MAX = 255;
const REASON_MAX = 40;

interface State {
  readonly book: Book;
  readonly violations: string[];
  readonly currency: string;
  readonly calling_code: string;
  readonly payer_ms: number;
  /** The requests by `Idempotency-Key`. */
  readonly requests: Map<string, { readonly body: string; readonly id: string }>;
  readonly ids_by_reference: Map<string, string[]>;
  readonly name_matches: Map<string, string>;
  readonly questions: Map<string, number[]>;
  readonly blocked_until: Map<string, number>;
  base_url: string;
  callback_url: string | null;
  /** In the smallest unit, after the first `counted` movements. */
  balance: bigint;
  counted: number;
  signing_secret: string | null;
}

export async function fakeWave(options: FakeWaveOptions = {}): Promise<FakeWave> {
  const sign = (body: string): Readonly<Record<string, string>> => {
    const [time, signature] = signatureHeader(WEBHOOK_SECRET, body, Date.now()).split(",");
    // While a secret is replaced, Wave sends a signature with each: here, the first one is not ours.
    return { "wave-signature": `${time},v1=${"0".repeat(64)},${signature}` };
  };
  const callbacks = callbackSender(
    (entry) => eventOf(state.base_url, entry),
    ["POST"],
    (_url, body) => sign(body),
  );
  const sendOutcome = (entry: BookEntry) => {
    if (entry.callback_url !== null && endingOf(entry) !== "expired") callbacks.send(entry);
  };
  const state: State = {
    book: book({ ...(options.path ? { path: options.path } : {}), onEnd: sendOutcome }),
    violations: [],
    currency: options.currency ?? "XOF",
    calling_code: options.calling_code ?? "221",
    payer_ms: options.payer_ms ?? 0,
    requests: new Map(),
    ids_by_reference: new Map(),
    name_matches: new Map(),
    questions: new Map(),
    blocked_until: new Map(),
    base_url: "",
    callback_url: null,
    balance: 10n ** 12n,
    counted: 0,
    signing_secret: null,
  };
  const server = await fakeServer(options.port ?? 0, (request) => answer(state, request, callbacks.send));
  state.base_url = server.url;
  return {
    ...server,
    book: state.book,
    sign,
    callbacksSent: callbacks.settled,
    violations: state.violations,
    settings: { base_url: server.url, checkout_key: KEY, payout_key: KEY, webhook_secret: WEBHOOK_SECRET },
    setCallbackUrl: (url) => {
      state.callback_url = url;
    },
    setBalance: (amount) => {
      state.counted = state.book.movements.length;
      state.balance = fromMajor(amount, state.currency) ?? 0n;
    },
    setNameMatch: (mobile, name_match) => void state.name_matches.set(mobile, name_match),
    requireSignature: (secret) => {
      state.signing_secret = secret;
    },
  };
}

function answer(state: State, request: FakeRequest, notify: (entry: BookEntry) => void): FakeAnswer {
  const { method, path, headers, body } = request;
  const [, launched] = /^\/launch\/(cos-\w+)$/.exec(path) ?? [];
  if (launched !== undefined) return launchPage(state, launched);
  const refused = unauthorized(state, headers, body);
  if (refused) return refused;
  if (method === "POST" && path === "/v1/payout") return createPayout(state, request);
  if (method === "POST" && path === "/v1/checkout/sessions") return createSession(state, request, notify);
  if (method === "GET" && path === "/v1/payouts/search") return search(state, request, "pt");
  if (method === "GET" && path === "/v1/checkout/sessions/search") return search(state, request, "cos");
  const [, refunded] = /^\/v1\/checkout\/sessions\/([\w-]+)\/refund$/.exec(path) ?? [];
  if (method === "POST" && refunded !== undefined) return refund(state, request, refunded);
  if (method === "POST" && path === "/v1/verify_recipient") return verify(state, request);
  if (method === "GET" && path === "/v1/balance")
    return { status: 200, body: { amount: toMajor(balanceOf(state), state.currency), currency: state.currency } };
  return refusal(404, "not-found");
}

function unauthorized(state: State, headers: FakeRequest["headers"], body: string): FakeAnswer {
  if (headers.authorization === undefined) return refusal(401, "missing-auth-header");
  if (headers.authorization !== `Bearer ${KEY}`) return refusal(401, "no-matching-api-key");
  const { signing_secret: secret } = state;
  if (secret === null) return null;
  return isSignedBy(headers["wave-signature"] ?? "", body, secret, Date.now()) ? null : refusal(401, "invalid-auth");
}

function refusal(status: number, code: string, details?: readonly string[]): FakeAnswer {
  return { status, body: { code, message: "See the code", ...(details ? { details: details.map(detailOf) } : {}) } };
}

function detailOf(msg: string): object {
  return { loc: ["body"], msg };
}

function createPayout(state: State, request: FakeRequest): FakeAnswer {
  const body: JsonObject = JSON.parse(request.body);
  const { mobile, receive_amount, currency, payment_reason = "" } = body;
  const party = String(mobile).replace("+", "");
  const problems = [
    ...problemsOf(state, body, receive_amount),
    /^\+\d{8,15}$/.test(String(mobile)) ? null : `mobile ${mobile}`,
    String(payment_reason).length <= REASON_MAX ? null : "payment_reason is too long",
    request.headers["idempotency-key"] === undefined ? "Idempotency-Key is missing" : null,
  ];
  return create(
    state,
    request,
    { kind: "payout", prefix: "pt", party, amount: String(receive_amount), problems },
    () => {
      const { book, calling_code } = state;
      if (currency !== state.currency) return { refused: refusal(400, "currency-mismatch") };
      if (!party.startsWith(calling_code)) return { refused: refusal(400, "country-mismatch") };
      const amount = fromMajor(String(receive_amount), state.currency) ?? 0n;
      if (amount > balanceOf(state)) return { refused: refusal(422, "insufficient-funds") };
      const fate = sandboxFate(party, "payout") ?? book.fateFor(party);
      const is_refused = fate.after_ms === 0 && fate.turns_after_ms === undefined && REFUSED_AT_ONCE.test(fate.ending);
      return is_refused ? { refused: refusal(422, fate.ending) } : { fate: { ...fate, notices: "none" } };
    },
  );
}

function createSession(state: State, request: FakeRequest, notify: (entry: BookEntry) => void): FakeAnswer {
  const body: JsonObject = JSON.parse(request.body);
  const { amount, currency, success_url, error_url, restrict_payer_mobile } = body;
  const party = String(restrict_payer_mobile ?? "anybody").replace("+", "");
  const problems = [
    ...problemsOf(state, body, amount),
    ...[success_url, error_url].map((url) => (isSecureUrl(String(url)) ? null : `the URL ${url}`)),
  ];
  const order = { kind: "session", prefix: "cos", party, amount: String(amount), problems };
  return create(
    state,
    request,
    order,
    () => {
      if (currency !== state.currency) return { refused: refusal(400, "currency-mismatch") };
      const fate = sandboxFate(party, "session") ?? state.book.fateFor(party);
      // A page that the payer leaves expires.
      const after_ms = fate.after_ms + state.payer_ms;
      const is_late = after_ms > SESSION_LIFE_MS;
      return { fate: is_late ? { ...fate, ending: "expired", after_ms: SESSION_LIFE_MS } : { ...fate, after_ms } };
    },
    (entry) => {
      if (failsOnce(party)) notify(entry);
    },
  );
}

/** A secure URL, or one of this machine. */
function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
}

function problemsOf({ currency }: State, body: JsonObject, amount: unknown): readonly (string | null)[] {
  const is_whole = minorUnitDigits(currency) === 0;
  return [
    (is_whole ? /^[1-9]\d*$/ : /^(0|[1-9]\d*)(\.\d{1,2})?$/).test(String(amount)) ? null : `amount ${amount}`,
    typeof body.currency === "string" ? null : "currency is missing",
    String(body.client_reference ?? "").length <= TEXT_MAX ? null : "client_reference is too long",
  ];
}

interface NewOrder {
  readonly kind: string;
  readonly prefix: string;
  readonly party: string;
  readonly amount: string;
  readonly problems: readonly (string | null)[];
}

type Decision = { readonly refused: FakeAnswer } | { readonly fate: Fate };

/** Executes an order once per `Idempotency-Key`; repeats its current state for the same request. */
function create(
  state: State,
  request: FakeRequest,
  { kind, prefix, party, amount, problems }: NewOrder,
  decide: () => Decision,
  onReceived: (entry: BookEntry) => void = () => {},
): FakeAnswer {
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) {
    state.violations.push(...found);
    return refusal(400, "request-validation-error", found);
  }
  const fault = state.book.takeFaultFor(party);
  if (fault && !isReceived(fault)) return faultAnswer(fault);
  const key = request.headers["idempotency-key"] ?? "";
  const earlier = state.requests.get(key);
  if (earlier && earlier.body !== request.body) return refusal(409, "idempotency-mismatch");
  if (fault === "consumed") {
    state.requests.set(key, { body: "", id: "" });
    return refusal(500, "internal-server-error");
  }
  const repeated = earlier && state.book.entries.get(earlier.id);
  if (repeated) return fault ? faultAnswer(fault) : { status: 200, body: recordOf(state.base_url, repeated) };
  const decision = decide();
  if ("refused" in decision) return fault ? faultAnswer(fault) : decision.refused;
  const body: JsonObject = JSON.parse(request.body);
  const reference = String(body.client_reference ?? "");
  const id = `${prefix}-${(state.book.entries.size + 1).toString(36).padStart(8, "0")}`;
  state.requests.set(key, { body: request.body, id });
  state.ids_by_reference.set(reference, [...(state.ids_by_reference.get(reference) ?? []), id]);
  const callback_url = kind === "session" ? state.callback_url : null;
  const { currency } = state;
  const order = { id, kind, amount, currency, party, external_id: reference, callback_url, fields: body };
  const entry = state.book.receive(order, decision.fate);
  onReceived(entry);
  return fault ? faultAnswer(fault) : { status: 200, body: recordOf(state.base_url, entry) };
}

function refund(state: State, { headers }: FakeRequest, id: string): FakeAnswer {
  const session = state.book.entries.get(id);
  if (session?.kind !== "session") return refusal(404, "checkout-session-not-found");
  const fault = state.book.takeFaultFor(session.party);
  if (fault && !isReceived(fault)) return faultAnswer(fault);
  if (fault === "consumed") return refusal(500, "internal-server-error");
  if (endingOf(session) !== "complete") return fault ? faultAnswer(fault) : refusal(400, "checkout-refund-failed");
  const refund_id = `ref-${id}`;
  if (!state.book.entries.has(refund_id)) {
    const amount = fromMajor(session.amount, state.currency) ?? 0n;
    if (amount > balanceOf(state)) return fault ? faultAnswer(fault) : refusal(422, "insufficient-funds");
    const { currency, party } = session;
    const external_id = headers["idempotency-key"] ?? refund_id;
    const order = { id: refund_id, kind: "refund", amount: session.amount, currency, party, external_id };
    state.book.receive({ ...order, callback_url: null, fields: {} }, { ...DEFAULT_FATE, notices: "none" });
  }
  return fault ? faultAnswer(fault) : { status: 200 };
}

function search(state: State, { query }: FakeRequest, prefix: string): FakeAnswer {
  const fault = state.book.takeFault("ask");
  if (fault) return faultAnswer(fault);
  const ids = state.ids_by_reference.get(query.get("client_reference") ?? "") ?? [];
  const found = ids.filter((id) => id.startsWith(`${prefix}-`)).flatMap((id) => state.book.find(id) ?? []);
  return { status: 200, body: { result: found.map((entry) => recordOf(state.base_url, entry)) } };
}

function verify(state: State, { body }: FakeRequest): FakeAnswer {
  const { mobile }: JsonObject = JSON.parse(body);
  const number = String(mobile);
  const now_ms = state.book.now_ms();
  if ((state.blocked_until.get(number) ?? 0) > now_ms) return refusal(429, "too-many-requests");
  const recent = (state.questions.get(number) ?? []).filter((at) => now_ms - at < VERIFY_LIMIT.window_ms);
  state.questions.set(number, [...recent, now_ms]);
  if (recent.length >= VERIFY_LIMIT.max) {
    state.blocked_until.set(number, now_ms + VERIFY_LIMIT.block_ms);
    return refusal(429, "too-many-requests");
  }
  return { status: 200, body: { within_limits: true, name_match: state.name_matches.get(number) ?? "MATCH" } };
}

/** The money in the wallet: the movements since the last call are added. */
function balanceOf(state: State): bigint {
  for (const { kind, amount, is_reversal } of state.book.movements.slice(state.counted)) {
    const moved = fromMajor(amount, state.currency) ?? 0n;
    state.balance += (kind === "session") === is_reversal ? -moved : moved;
  }
  state.counted = state.book.movements.length;
  return state.balance;
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
      return refusal(429, "too-many-requests");
    case "unauthorized":
      return refusal(401, "api-key-revoked");
    case "maintenance":
      return refusal(503, "service-unavailable");
    case "not_found":
      return { status: 200, body: { result: [] } };
    default:
      return refusal(500, "internal-server-error");
  }
}

/** The page of the wallet, where the simulated payer pays after a while. */
function launchPage(state: State, id: string): FakeAnswer {
  const entry = state.book.entries.get(id);
  if (!entry || !isRecord(entry.fields)) return { status: 404, body: "<p>No such session</p>" };
  const back = String(entry.fields.success_url).replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const seconds = Math.ceil(entry.fate.after_ms / SECOND_MS);
  const text = `<p>Simulator of Wave: the payment of ${entry.amount} ${entry.currency} ends ${seconds} s after its start.</p>`;
  return { status: 200, body: `${text}<p><a href="${back}">Back to the shop</a></p>` };
}
