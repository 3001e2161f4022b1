import { randomBytes, randomUUID } from "node:crypto";
import { type Book, type BookEntry, book, type Fault } from "#providers/plugins/fakes/book.ts";
import { callbackSender } from "#providers/plugins/fakes/callbacks.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "#providers/plugins/fakes/server.ts";

/** A fake of Orange's server, for tests and for integrations tried by hand. */
export interface FakeOrange extends FakeServer {
  readonly book: Book;
  /** Waits until its callbacks under way have been sent. */
  callbacksSent(): Promise<void>;
  /** Requests that Orange would refuse. */
  readonly violations: readonly string[];
  /** The settings of its account. */
  readonly settings: Readonly<Record<string, string>>;
}

const ACCOUNT = {
  ...{ consumer_key: "Lw5RXkYvBq2dHtC9", consumer_secret: "pZ7sN4gK8mQ1aEwV", api_user: "OMAPIUSER01" },
  ...{ api_password: "S3cr3t-Passw0rd-9", channel_msisdn: "691300100", pin: "2468" },
};
const TOKEN_LIFE_MS = 2_496_000;
const PAY_TOKEN_LIFE_MS = 7 * 60_000;
const SLOW_MS = 60_000;
const FIREWALL_PAGE = "<html><head><title>Request Rejected</title></head><body>Support ID: 4711</body></html>";
const GATEWAY_FAULT =
  '<am:fault xmlns:am="http://wso2.org/apimanager"><am:code>101504</am:code><am:message>Send timeout</am:message></am:fault>';

/**
 * Orange's texts for a refusal, by the ending of a fate. 60019 is its code for almost every refusal; the text makes the
 * difference.
 */
const TEXTS: Readonly<Record<string, string>> = {
  LOW_BALANCE: "60019 :: Le solde du compte du payeur est insuffisant",
  BLOCKED: "60019 :: Utilisateur bloque",
  NOT_FOUND: "60019 :: Beneficiaire introuvable",
  TOO_MUCH: "60019 :: Le montant est superieur au montant maximum",
  NO_ACCOUNT: "99051 :: Le numero n'est pas un compte Orange Money",
};

interface State {
  readonly book: Book;
  readonly violations: string[];
  /** Each payToken with its family and its time of issue. */
  readonly tokens: Map<string, { family: string; issued_ms: number }>;
  access: { text: string; until_ms: number };
}

export async function fakeOrange(
  options: { readonly port?: number; readonly path?: string } = {},
): Promise<FakeOrange> {
  const callbacks = callbackSender(dataOf, ["POST"]);
  const state: State = {
    book: book({
      ...(options.path ? { path: options.path } : {}),
      onEnd: (entry) => callbacks.send(entry),
    }),
    violations: [],
    tokens: new Map(),
    access: { text: "", until_ms: 0 },
  };
  const server = await fakeServer(options.port ?? 0, (request) => answer(state, request));
  return {
    ...server,
    book: state.book,
    callbacksSent: callbacks.settled,
    violations: state.violations,
    settings: {
      ...ACCOUNT,
      ...{ base_url: `${server.url}/omcoreapis/1.0.2`, token_url: `${server.url}/token`, callbacks: "yes", ca: "" },
    },
  };
}

function answer(state: State, request: FakeRequest): FakeAnswer {
  const name = `${request.method} ${request.path}`;
  if (name === "POST /token") return token(state, request);
  const [, root, version, family = "", step = "", token_id = ""] = request.path.split("/").map(decodeURIComponent);
  if (root !== "omcoreapis" || version !== "1.0.2") return NO_OPERATION;
  const { text, until_ms } = state.access;
  const is_signed_in = request.headers.authorization === `Bearer ${text}` && until_ms > state.book.now_ms();
  const user = Buffer.from(`${ACCOUNT.api_user}:${ACCOUNT.api_password}`).toString("base64");
  if (!is_signed_in || request.headers["x-auth-token"] !== user) {
    return {
      status: 401,
      body: { fault: { code: "900901", message: "Invalid Credentials", description: "Access failure" } },
    };
  }
  const number = /^POST \/omcoreapis\/1\.0\.2\/infos\/subscriber\/customer\/(\d{9})$/.exec(name)?.[1];
  if (number !== undefined) return holder(request, number);
  if (family !== "mp" && family !== "cashin") return NO_OPERATION;
  const operation = `${request.method} ${step}`;
  if (operation === "POST init" && request.body === "") return init(state, family);
  if (operation === "POST pay") return pay(state, request, family);
  return operation === "GET paymentstatus" ? showTransaction(state, family, token_id) : NO_OPERATION;
}

// The gateway's own answer to an unknown operation.
const NO_OPERATION: FakeAnswer = {
  status: 404,
  body: { fault: { code: "404", type: "Status report", message: "Not Found" } },
};

/** Returns the same token during its lifetime, with the remaining lifetime. */
function token(state: State, request: FakeRequest): FakeAnswer {
  const fault = state.book.takeFault("token");
  if (fault) return faultAnswer(fault);
  const basic = Buffer.from(`${ACCOUNT.consumer_key}:${ACCOUNT.consumer_secret}`).toString("base64");
  if (request.headers.authorization !== `Basic ${basic}` || request.body !== "grant_type=client_credentials") {
    return { status: 401, body: { error: "invalid_client", error_description: "Client Authentication failed." } };
  }
  const now_ms = state.book.now_ms();
  if (state.access.until_ms <= now_ms) state.access = { text: randomUUID(), until_ms: now_ms + TOKEN_LIFE_MS };
  const expires_in = Math.floor((state.access.until_ms - now_ms) / 1_000);
  const access_token = state.access.text;
  return {
    status: 200,
    body: { access_token, scope: "am_application_scope default", token_type: "Bearer", expires_in },
  };
}

function init(state: State, family: string): FakeAnswer {
  const day = new Date(state.book.now_ms()).toISOString().slice(2, 10).replaceAll("-", "");
  const payToken = `${family === "mp" ? "MP" : "CI"}${day}${randomBytes(10).toString("hex").toUpperCase()}`;
  state.tokens.set(payToken, { family, issued_ms: state.book.now_ms() });
  return { status: 200, body: { message: "Payment request successfully initiated", data: { payToken } } };
}

function pay(state: State, request: FakeRequest, family: string): FakeAnswer {
  const body: Readonly<Record<string, unknown>> = JSON.parse(request.body || "{}");
  const violations = problems(body);
  if (request.headers["content-type"] !== "application/json") violations.push("pay: the body is not said to be JSON");
  if (violations.length > 0) {
    state.violations.push(...violations);
    return { status: 400, body: { message: "Bad request", data: null } };
  }
  const id = String(body.payToken);
  const party = String(body.subscriberMsisdn);
  const pay_token = state.tokens.get(id);
  const fate = state.book.fateFor(party);
  const fault = state.book.takeFaultFor(party);
  if (fault && !["lost_after", "error_after", "slow", "consumed"].includes(fault)) return faultAnswer(fault);
  if (state.book.used.has(id)) {
    const message = `A transaction associated with the payToken ${id} has already been initiated`;
    return { status: 422, body: { message, data: null } };
  }
  if (pay_token?.family !== family || isExpired(state, id))
    return { status: 417, body: refusal(id, "60000 :: Le payToken a expire") };
  if (body.pin !== ACCOUNT.pin) return { status: 417, body: refusal(id, "60019 :: Le code secret est incorrect") };
  if (fault === "consumed") {
    state.book.consumeReference(id);
    return { status: 500, body: GATEWAY_FAULT, type: "application/xml" };
  }
  const text = TEXTS[fate.ending];
  if (text && fate.after_ms === 0) {
    state.book.receive(orderOf(body, id, family, party), { ...fate, notices: "none" });
    // Orange sends some refusals with status 200.
    return { status: fate.has_reason_object ? 200 : 417, body: refusal(id, text) };
  }
  const entry = state.book.receive(orderOf(body, id, family, party), fate);
  if (fault) return faultAnswer(fault);
  const message =
    entry.state === "complete" ? "Cash in performed successfully" : "Merchant payment successfully initiated";
  return { status: 200, body: { message, data: dataOf(entry) } };
}

function orderOf(body: Readonly<Record<string, unknown>>, id: string, family: string, party: string) {
  const url = typeof body.notifUrl === "string" ? body.notifUrl : null;
  return {
    ...{ id, kind: family, amount: String(body.amount), currency: "XAF", party },
    ...{ external_id: String(body.orderId), callback_url: url, fields: {} },
  };
}

function problems(body: Readonly<Record<string, unknown>>): string[] {
  const field_patterns: readonly (readonly [name: string, form: RegExp])[] = [
    ["amount", /^\d{1,9}$/],
    ["subscriberMsisdn", /^6\d{8}$/],
    ["channelUserMsisdn", /^6\d{8}$/],
    ["orderId", /^[A-Za-z0-9]{1,20}$/],
    ["pin", /^\d{4}$/],
    ["payToken", /^(MP|CI)[\dA-F]+$/],
    ["description", /^[A-Za-z0-9 .,-]*$/],
  ];
  return field_patterns.filter(([name, form]) => !form.test(String(body[name] ?? ""))).map(([name]) => `pay: ${name}`);
}

function isExpired(state: State, id: string): boolean {
  const pay_token = state.tokens.get(id);
  return pay_token !== undefined && state.book.now_ms() - pay_token.issued_ms > PAY_TOKEN_LIFE_MS;
}

function refusal(id: string, text: string): object {
  const inittxnstatus = text.split(" ")[0];
  return { message: text, data: { payToken: id, inittxnstatus, inittxnmessage: text, status: "FAILED", txnid: null } };
}

function showTransaction(state: State, family: string, id: string): FakeAnswer {
  const fault = state.book.takeFault("ask");
  if (fault) return faultAnswer(fault);
  const message = "Transaction retrieved successfully";
  if (state.tokens.get(id)?.family !== family) {
    return { status: 404, body: { message: "Transaction not found", data: null } };
  }
  const entry = state.book.find(id);
  if (entry) return { status: 200, body: { message, data: dataOf(entry) } };
  const status = isExpired(state, id) && !state.book.used.has(id) ? "EXPIRED" : "INITIATED";
  const data = { payToken: id, txnid: null, amount: null, subscriberMsisdn: null, inittxnstatus: null, status };
  return { status: 200, body: { message, data } };
}

function dataOf(entry: BookEntry): object {
  const is_cash_in = entry.kind === "cashin";
  const common = {
    ...{ createtime: String(Math.floor(entry.received_ms / 1_000)), amount: Number(entry.amount), payToken: entry.id },
    ...{ subscriberMsisdn: entry.party, channelUserMsisdn: ACCOUNT.channel_msisdn, txnmode: entry.external_id },
    ...{ txnid: entry.provider_id, description: "" },
  };
  if (entry.state === "pending") return { ...common, status: "PENDING", inittxnstatus: is_cash_in ? null : "200" };
  if (entry.state === "complete") {
    const done = is_cash_in ? { txnstatus: "200" } : { inittxnstatus: "200", confirmtxnstatus: "200" };
    return { ...common, ...done, status: "SUCCESSFULL" };
  }
  const text = TEXTS[entry.fate.ending];
  if (text) return { ...common, status: "FAILED", inittxnstatus: text.split(" ")[0], inittxnmessage: text };
  const status = ["CANCELLED", "EXPIRED"].includes(entry.fate.ending) ? entry.fate.ending : "FAILED";
  return { ...common, status, inittxnstatus: "200", confirmtxnstatus: null };
}

function faultAnswer(fault: Fault): FakeAnswer {
  switch (fault) {
    case "lost_before":
    case "lost_after":
      return null;
    case "slow":
      return { status: 200, after_ms: SLOW_MS, body: {} };
    case "page":
      return { status: 403, body: FIREWALL_PAGE };
    case "too_many":
      return { status: 429, body: { fault: { code: "900804", message: "Message throttled out" } } };
    case "unauthorized":
      return { status: 401, body: { fault: { code: "900901", message: "Invalid Credentials" } } };
    case "not_found":
      return { status: 404, body: { message: "Transaction not found", data: null } };
    default:
      return { status: 500, body: GATEWAY_FAULT, type: "application/xml" };
  }
}

/** A number that ends in 7 has no holder. */
function holder(request: FakeRequest, number: string): FakeAnswer {
  const body: Readonly<Record<string, unknown>> = JSON.parse(request.body || "{}");
  if (body.pin !== ACCOUNT.pin || body.channelMsisdn !== ACCOUNT.channel_msisdn) {
    return { status: 417, body: { message: "60019 :: Le code secret est incorrect" } };
  }
  if (number.endsWith("7")) return { status: 404, body: { message: "Subscriber not found", data: null } };
  return { status: 200, body: { message: "Success", data: { firstName: "JANE", lastName: "MBALLA" } } };
}
