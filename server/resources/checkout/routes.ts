import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { builtPage } from "#http/built-page.ts";
import { type Reply, several, single } from "#http/envelope.ts";
import { limiter } from "#http/limit.ts";
import { reader } from "#http/reader.ts";
import { callerAt } from "#kernel/callers.ts";
import { Type } from "#kernel/fields.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { beginPayment, openLink } from "./begin.ts";
import { linkOf } from "./find.ts";
import { checkToken, giveUp, isToken, look, pay } from "./pay.ts";
import { Begin, Checkout, Choice, OpenLink } from "./schema.ts";

export interface CheckoutOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The folder of the built page. */
  readonly folder: string;
  readonly public_url: string;
  readonly expires_after_ms: number;
}

// A waiting page polls once a second; several may be open.
const LOOKS_PER_SECOND = 10;
// Each try rings a phone.
const TRIES_PER_MINUTE = 10;
/** Per phone number, over all pages: a person with links can create payments without end. */
export const RINGS = { max: 10, window_ms: 10 * MINUTE_MS };
// A whole mobile network can share one address.
const BEGINS_PER_MINUTE = 60;
// The pages of links read the database for any visitor.
export const LINK_LOOKS_PER_SECOND = 50;
const ETAG_CHARACTERS = 22;

const shown = single(200, { message: "Payment retrieved" }, "checkout", Checkout);
const started = single(202, { message: "Payment processing initiated" }, "checkout", Checkout);
const canceled = single(202, { message: "Your transaction has been canceled" }, "checkout", Checkout);
const opened = single(200, { message: "Payment link retrieved" }, "link", OpenLink);
const begun = several(201, { message: "Payment initialized" }, { url: Type.String() });

const readChoice = reader(Choice);
const readBegin = reader(Begin);

type ByToken = { Params: { token: string } };
type ById = { Params: { id: string } };

/** The hosted page and its API. A token opens one payment only; no response holds a key or data of another payment. */
export function checkoutPages(options: CheckoutOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    await pages(app, options);
    payments(app, options);
    links(app, options);
  };
}

async function pages(app: FastifyInstance, { folder }: CheckoutOptions): Promise<void> {
  await app.register(async (scoped) => {
    const sendPage = await builtPage(scoped, { folder, prefix: "/pay" });
    scoped.get<ByToken>("/pay/:token", (request, reply) => sendPage(reply, isToken(request.params.token) ? 200 : 404));
    scoped.get("/pay/link/:id", (_request, reply) => sendPage(reply, 200));
  });
}

function payments(app: FastifyInstance, { transact }: CheckoutOptions): void {
  const limitLooks = limiter({ max: LOOKS_PER_SECOND, window_ms: SECOND_MS });
  const limitTries = limiter({ max: TRIES_PER_MINUTE, window_ms: MINUTE_MS });
  const ring = limiter(RINGS);

  app.get<ByToken>("/checkout/:token", async (request, reply) => {
    checkToken(request.params.token);
    limitLooks(request.params.token);
    return sendFresh(request, reply, shown.of(await transact((tx) => look(tx, request.params.token))));
  });
  // Checked before the body is read.
  const onRequest = async ({ params }: FastifyRequest<ByToken>): Promise<void> => {
    checkToken(params.token);
    limitTries(params.token);
  };
  app.post<ByToken>("/checkout/:token", { onRequest }, async (request, reply) => {
    const choice = readChoice(request.body, "json");
    return send(reply, started.of(await transact((tx) => pay(tx, request.params.token, choice, ring))));
  });
  app.delete<ByToken>("/checkout/:token", async (request, reply) => {
    checkToken(request.params.token);
    limitTries(request.params.token);
    return send(reply, canceled.of(await transact((tx) => giveUp(tx, request.params.token))));
  });
}

function links(app: FastifyInstance, { transact, public_url, expires_after_ms }: CheckoutOptions): void {
  const limitBegins = limiter({ max: BEGINS_PER_MINUTE, window_ms: MINUTE_MS });
  const limitLooks = limiter({ max: LINK_LOOKS_PER_SECOND, window_ms: SECOND_MS });
  app.get<ById>("/checkout/links/:id", async (request, reply) => {
    limitLooks(callerAt(request.ip));
    const { id } = request.params;
    return send(reply, opened.of(await transact(async (tx) => openLink(tx, await linkOf(tx, id)))));
  });
  const onRequest = async (request: FastifyRequest<ById>): Promise<void> => limitBegins(callerAt(request.ip));
  app.post<ById>("/checkout/links/:id", { onRequest }, async (request, reply) => {
    const { id } = request.params;
    const body = readBegin(request.body, "json");
    const terms = { expires_after_ms, public_url };
    const url = await transact(async (tx) => beginPayment(tx, await linkOf(tx, id), body, terms));
    return send(reply, begun.of({ url }));
  });
}

function send(reply: FastifyReply, { status, text }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "private, no-cache" })
    .send(text);
}

/** Like `send`, or 304 if the client has the same state, the clock excepted. */
function sendFresh(request: FastifyRequest, reply: FastifyReply, given: Reply): FastifyReply {
  const state = given.text.replace(/"now":"[^"]*"/, "");
  const etag = `"${fingerprint("checkout state", state).toString("base64url").slice(0, ETAG_CHARACTERS)}"`;
  reply.header("etag", etag);
  if (request.headers["if-none-match"] === etag)
    return reply.code(304).header("cache-control", "private, no-cache").send();
  return send(reply, given);
}
