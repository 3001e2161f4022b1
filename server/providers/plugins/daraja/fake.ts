import { constants, generateKeyPairSync, type KeyObject, privateDecrypt, randomBytes } from "node:crypto";
import { SECOND_MS } from "#kernel/time.ts";
import { isRecord, type JsonObject, jsonOf, textOf } from "#providers/io/json.ts";
import { type Book, type BookEntry, book, type Fault } from "#providers/plugins/fakes/book.ts";
import { callbackSender } from "#providers/plugins/fakes/callbacks.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "#providers/plugins/fakes/server.ts";
import { isTimedOutFirst, sandboxFate } from "./sandbox-numbers.ts";

/** A fake of Safaricom's server, for tests and for integrations tried by hand. */
export interface FakeDaraja extends FakeServer {
  readonly book: Book;
  /** Waits until its callbacks under way have been sent. */
  callbacksSent(): Promise<void>;
  /** The settings of its account. */
  readonly settings: Readonly<Record<string, string>>;
  /** Requests that violated Safaricom's contract. */
  readonly violations: readonly string[];
  /** Reports payouts to this number as timed out in the queue, and executes them nevertheless. */
  timeOut(party: string): void;
  /** Drops every callback from now on, or sends them again. */
  dropCallbacks(are_dropped: boolean): void;
}

export interface FakeDarajaOptions {
  readonly port?: number;
  readonly path?: string;
  /** More requests than this in a second are refused; absent: no limit. */
  readonly requests_per_second?: number;
  /** Receives the callbacks in place of their URLs. */
  readonly deliver?: (url: string, body: string) => void;
}

const CONSUMER = { key: "fake-consumer-key-81f0", secret: "fake-consumer-secret-5d2e9c" };
const COLLECTION_SHORTCODE = "174379";
const PASSKEY = "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919";
const PAYOUT_SHORTCODE = "600000";
const INITIATOR = { name: "testapi", password: "Safaricom123!!" };
const WRONG_CREDENTIALS_MAX = 3;
const SLOW_MS = 60_000;
// A query that comes earlier is answered as if the push were still being processed.
const QUERY_AFTER_MS = 10 * SECOND_MS;
const FIREWALL_PAGE = "<html><head><title>Incapsula</title></head><body>Request unsuccessful</body></html>";
const FORBIDDEN_WORDS = /mpesa|safaricom|exe|cmd|sql|query/i;

interface State {
  readonly book: Book;
  readonly violations: string[];
  readonly private_key: KeyObject;
  readonly timed_out: Set<string>;
  readonly conversations: Map<string, string>;
  readonly requests_per_second: number;
  post(url: string, body: object): void;
  token: string;
  wrong_credentials: number;
  second: number;
  requests: number;
}

// Short, and one for all fakes of a process: each payout and each status query decrypts with it.
let keys: ReturnType<typeof newKeys> | null = null;
function newKeys() {
  return generateKeyPairSync("rsa", { modulusLength: 1_024 });
}

export async function fakeDaraja(options: FakeDarajaOptions = {}): Promise<FakeDaraja> {
  keys ??= newKeys();
  const { deliver } = options;
  let are_dropped = false;
  const callbacks = callbackSender(callbackOf, ["POST"], undefined, async (url, request) => {
    if (are_dropped) return;
    if (deliver) deliver(url, request.body);
    else await fetch(url, request);
  });
  const state: State = {
    book: book({ ...(options.path ? { path: options.path } : {}), onEnd: (entry) => callbacks.send(entry) }),
    violations: [],
    private_key: keys.privateKey,
    timed_out: new Set(),
    conversations: new Map(),
    requests_per_second: options.requests_per_second ?? Number.POSITIVE_INFINITY,
    post: callbacks.post,
    token: "",
    wrong_credentials: 0,
    second: 0,
    requests: 0,
  };
  const server = await fakeServer(options.port ?? 0, (request) => answer(state, request));
  return {
    ...server,
    book: state.book,
    callbacksSent: callbacks.settled,
    violations: state.violations,
    timeOut: (party) => void state.timed_out.add(party),
    dropCallbacks: (dropped) => {
      are_dropped = dropped;
    },
    settings: {
      base_url: server.url,
      consumer_key: CONSUMER.key,
      consumer_secret: CONSUMER.secret,
      collection_shortcode: COLLECTION_SHORTCODE,
      passkey: PASSKEY,
      payout_shortcode: PAYOUT_SHORTCODE,
      initiator_name: INITIATOR.name,
      initiator_password: INITIATOR.password,
      certificate: keys.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
      callback_addresses: "127.0.0.1,::1",
    },
  };
}

function answer(state: State, request: FakeRequest): FakeAnswer {
  const { method, path, headers } = request;
  if (method === "GET" && path === "/oauth/v1/generate") return signIn(state, request);
  if (isSpike(state)) return error(429, "500.003.03", "Spike arrest violation");
  if (headers.authorization !== `Bearer ${state.token}`) return error(404, "404.001.03", "Invalid Access Token");
  const body = jsonOf(request.body);
  if (method !== "POST" || !isRecord(body)) return error(400, "400.002.05", "Invalid Request Payload");
  switch (path) {
    case "/mpesa/stkpush/v1/processrequest":
      return push(state, body);
    case "/mpesa/stkpushquery/v1/query":
      return pushStatus(state, body);
    case "/mpesa/b2c/v3/paymentrequest":
      return payout(state, body);
    case "/mpesa/transactionstatus/v1/query":
      return payoutStatus(state, body);
    default:
      return { status: 404, body: FIREWALL_PAGE };
  }
}

/** A new token ends the one before. */
function signIn(state: State, { headers, query }: FakeRequest): FakeAnswer {
  const fault = state.book.takeFault("token");
  if (fault) return faultAnswer(fault);
  const basic = Buffer.from(`${CONSUMER.key}:${CONSUMER.secret}`).toString("base64");
  if (headers.authorization !== `Basic ${basic}`) return error(400, "400.008.01", "Invalid Authentication passed");
  if (query.get("grant_type") !== "client_credentials") return error(400, "400.008.02", "Invalid grant type passed");
  state.token = randomBytes(14).toString("hex");
  return { status: 200, body: { access_token: state.token, expires_in: "3599" } };
}

function isSpike(state: State): boolean {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== state.second) Object.assign(state, { second, requests: 0 });
  state.requests += 1;
  return state.requests > state.requests_per_second;
}

function error(status: number, errorCode: string, errorMessage: string): FakeAnswer {
  return { status, body: { requestId: randomBytes(8).toString("hex"), errorCode, errorMessage } };
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
      return error(429, "500.003.03", "Spike arrest violation");
    case "unauthorized":
      return error(404, "404.001.03", "Invalid Access Token");
    case "maintenance":
      return { status: 503, body: FIREWALL_PAGE };
    default:
      return error(500, "500.003.1001", "Service is currently unreachable. Please try again later.");
  }
}

function isReceived(fault: Fault): boolean {
  return fault === "lost_after" || fault === "error_after" || fault === "slow";
}

function push(state: State, body: JsonObject): FakeAnswer {
  const party = String(body.PhoneNumber);
  const problem =
    passwordProblem(body) ??
    amountProblem(body) ??
    urlProblem(body, "CallBackURL") ??
    lengthProblem(body, "AccountReference", 12) ??
    lengthProblem(body, "TransactionDesc", 13) ??
    (/^254[17]\d{8}$/.test(party) && body.PartyA === party ? null : "PhoneNumber") ??
    (body.TransactionType === "CustomerPayBillOnline" && body.PartyB !== COLLECTION_SHORTCODE ? "PartyB" : null);
  if (problem !== null) return refuse(state, problem);
  const fault = state.book.takeFaultFor(party);
  if (fault && !isReceived(fault)) return faultAnswer(fault);
  const id = `ws_CO_${randomBytes(10).toString("hex")}`;
  receive(state, body, { id, kind: "push", party, url: String(body.CallBackURL) });
  if (fault) return faultAnswer(fault);
  return {
    status: 200,
    body: {
      MerchantRequestID: randomBytes(6).toString("hex"),
      CheckoutRequestID: id,
      ResponseCode: "0",
      ResponseDescription: "Success. Request accepted for processing",
      CustomerMessage: "Success. Request accepted for processing",
    },
  };
}

function payout(state: State, body: JsonObject): FakeAnswer {
  const id = String(body.OriginatorConversationID);
  const party = String(body.PartyB);
  const problem =
    amountProblem(body) ??
    urlProblem(body, "ResultURL") ??
    urlProblem(body, "QueueTimeOutURL") ??
    lengthProblem(body, "Remarks", 100) ??
    (/^254[17]\d{8}$/.test(party) ? null : "PartyB") ??
    (body.PartyA === PAYOUT_SHORTCODE ? null : "PartyA") ??
    (/^(Business|Salary|Promotion)Payment$/.test(String(body.CommandID)) ? null : "CommandID");
  if (problem !== null) return refuse(state, problem);
  const fault = state.book.takeFaultFor(party);
  if (fault && fault !== "consumed" && !isReceived(fault)) return faultAnswer(fault);
  if (state.book.used.has(id)) return error(500, "500.002.1001", "Duplicate OriginatorConversationID");
  if (fault === "consumed") {
    state.book.consumeReference(id);
    return faultAnswer(fault);
  }
  state.conversations.set(id, `AG_${randomBytes(10).toString("hex")}`);
  receive(state, body, { id, kind: "payout", party, url: String(body.ResultURL) });
  if (state.timed_out.has(party) || isTimedOutFirst(party))
    state.post(String(body.QueueTimeOutURL), { Result: { ...resultHead(state, id), ResultCode: "1", ResultDesc: "" } });
  return fault ? faultAnswer(fault) : { status: 200, body: acceptance(state, id) };
}

function acceptance(state: State, id: string): object {
  const ConversationID = state.conversations.get(id);
  return { ConversationID, OriginatorConversationID: id, ResponseCode: "0", ResponseDescription: "Accept the service" };
}

function receive(
  state: State,
  body: JsonObject,
  {
    id,
    kind,
    party,
    url,
  }: { readonly id: string; readonly kind: string; readonly party: string; readonly url: string },
): void {
  const fate = initiatorFate(state, body) ?? sandboxFate(party, kind === "push") ?? state.book.fateFor(party);
  // Neither operation carries the merchant's reference in a form that can be compared: the callback URL names the order.
  const external_id = url.slice(0, url.lastIndexOf("/"));
  const order = { id, kind, amount: String(body.Amount), currency: "KES", party, external_id, callback_url: url };
  state.book.receive({ ...order, fields: body }, fate);
}

/** A payout with wrong credentials is accepted, and fails. Too many of them lock the initiator. */
function initiatorFate(state: State, body: JsonObject) {
  if (body.SecurityCredential === undefined || isInitiator(state, body, "InitiatorName")) return null;
  state.wrong_credentials += 1;
  const ending = state.wrong_credentials > WRONG_CREDENTIALS_MAX ? "8006" : "2001";
  return { ending, after_ms: 0, notices: "once" } as const;
}

function isInitiator({ private_key, wrong_credentials }: State, body: JsonObject, field: string): boolean {
  if (wrong_credentials > WRONG_CREDENTIALS_MAX) return false;
  const encrypted = Buffer.from(String(body.SecurityCredential), "base64");
  const key = { key: private_key, padding: constants.RSA_PKCS1_PADDING };
  return body[field] === INITIATOR.name && privateDecrypt(key, encrypted).toString("utf8") === INITIATOR.password;
}

/** The field with a mistake is named in a sentence, as Safaricom's gateway does it. */
function refuse(state: State, field: string): FakeAnswer {
  state.violations.push(field);
  return error(400, "400.002.02", `Bad Request - Invalid ${field}`);
}

function passwordProblem({ BusinessShortCode, Timestamp, Password }: JsonObject): string | null {
  const timestamp = String(Timestamp);
  if (BusinessShortCode !== COLLECTION_SHORTCODE) return "BusinessShortCode";
  if (!/^20\d{12}$/.test(timestamp)) return "Timestamp";
  const expected = Buffer.from(`${COLLECTION_SHORTCODE}${PASSKEY}${timestamp}`).toString("base64");
  return Password === expected ? null : "Password";
}

function amountProblem({ Amount }: JsonObject): string | null {
  return /^[1-9]\d{0,5}$/.test(String(Amount)) && Number(Amount) <= 250_000 ? null : "Amount";
}

function urlProblem(body: JsonObject, field: string): string | null {
  const path = URL.parse(String(body[field]))?.pathname ?? "";
  return path !== "" && !FORBIDDEN_WORDS.test(path) ? null : field;
}

function lengthProblem(body: JsonObject, field: string, length_max: number): string | null {
  const text = textOf(body[field]);
  return text !== null && text.length <= length_max ? null : field;
}

const PROCESSING = "The transaction is being processed";

function pushStatus(state: State, body: JsonObject): FakeAnswer {
  const problem = passwordProblem(body);
  if (problem !== null) return refuse(state, problem);
  const fault = state.book.takeFault("ask");
  if (fault && fault !== "not_found") return faultAnswer(fault);
  const id = String(body.CheckoutRequestID);
  const entry = fault ? null : state.book.find(id);
  if (entry?.kind !== "push") return error(500, "500.001.1001", "The transaction does not exist");
  const is_early = state.book.now_ms() - entry.received_ms < QUERY_AFTER_MS;
  if (entry.state === "pending" && is_early) return error(500, "500.001.1001", PROCESSING);
  const code = entry.state === "pending" ? "4999" : codeOf(entry);
  const MerchantRequestID = randomBytes(6).toString("hex");
  const head = { ResponseCode: "0", ResponseDescription: "Accepted", MerchantRequestID, CheckoutRequestID: id };
  return { status: 200, body: { ...head, ResultCode: code, ResultDesc: "See the code" } };
}

/** The answer to a status query comes by callback, as the result does. */
function payoutStatus(state: State, body: JsonObject): FakeAnswer {
  const fault = state.book.takeFault("ask");
  if (fault && fault !== "not_found") return faultAnswer(fault);
  const problem = urlProblem(body, "ResultURL") ?? (body.IdentifierType === "4" ? null : "IdentifierType");
  if (problem !== null) return refuse(state, problem);
  const id = String(body.OriginatorConversationID);
  const entry = fault ? null : state.book.find(id);
  const is_known = entry?.kind === "payout" && isInitiator(state, body, "Initiator");
  const result = { ...resultHead(state, id), ResultCode: is_known ? 0 : 2032, ResultDesc: "See the code" };
  state.post(String(body.ResultURL), {
    Result: is_known ? { ...result, ResultParameters: { ResultParameter: statusParameters(entry) } } : result,
  });
  return { status: 200, body: acceptance(state, id) };
}

function resultHead(state: State, id: string): object {
  const ConversationID = state.conversations.get(id) ?? "";
  return { ResultType: 0, OriginatorConversationID: id, ConversationID, TransactionID: "RJ00000000" };
}

function statusParameters(entry: BookEntry): readonly object[] {
  const words = { pending: "Pending Authorized", complete: "Completed", failed: "Declined" };
  return [
    { Key: "DebitPartyName", Value: "600000 - Example" },
    { Key: "DebitPartyName", Value: "254700000000 - Jane" },
    { Key: "TransactionReason" },
    { Key: "TransactionStatus", Value: words[entry.state] },
    { Key: "Amount", Value: Number(entry.amount) },
    { Key: "ReceiptNo", Value: entry.provider_id ?? "" },
  ];
}

/** The result code of an ended order. One that was complete, and was turned into its opposite, has lost its own. */
function codeOf(entry: BookEntry): string {
  if (entry.state === "complete") return "0";
  return entry.fate.ending === "complete" ? "1" : entry.fate.ending;
}

function callbackOf(entry: BookEntry): object {
  const code = codeOf(entry);
  const is_paid = code === "0";
  const amount = Number(entry.amount);
  if (entry.kind === "push") {
    const items = [
      { Name: "Amount", Value: amount },
      { Name: "MpesaReceiptNumber", Value: entry.provider_id ?? "RJ00000000" },
      { Name: "Balance" },
      { Name: "PhoneNumber", Value: Number(entry.party) },
    ];
    const head = { MerchantRequestID: "1", CheckoutRequestID: entry.id, ResultCode: Number(code) };
    const metadata = is_paid ? { CallbackMetadata: { Item: items } } : {};
    return { Body: { stkCallback: { ...head, ResultDesc: "See the code", ...metadata } } };
  }
  const parameters = [
    { Key: "TransactionAmount", Value: amount },
    { Key: "TransactionReceipt", Value: entry.provider_id ?? "" },
    { Key: "ReceiverPartyPublicName", Value: `${entry.party} - Jane Wanjiru` },
    { Key: "B2CRecipientIsRegisteredCustomer", Value: "Y" },
  ];
  const result = {
    ...{ ResultType: 0, OriginatorConversationID: entry.id, ConversationID: "AG_1" },
    ...{ TransactionID: entry.provider_id ?? "RJ00000000", ResultDesc: "See the code" },
    ResultCode: /^\d+$/.test(code) ? Number(code) : code,
  };
  return { Result: is_paid ? { ...result, ResultParameters: { ResultParameter: parameters } } : result };
}
