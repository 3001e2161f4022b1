import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { fieldsEnvelope, type Reply, resourceEnvelope } from "#http/envelope.ts";
import { asServiceError } from "#http/errors.ts";
import { inputParser } from "#http/input-parser.ts";
import { rateLimiter } from "#http/rate-limit.ts";
import { serveStaticApp } from "#http/static-app.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { Type } from "#kernel/fields.ts";
import { isId } from "#kernel/ids.ts";
import type { PagePreview } from "#kernel/page-preview.ts";
import type { ErrorKind } from "#kernel/reasons.ts";
import { fingerprint } from "#kernel/secrets.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { findLogo, findPaymentLink } from "./find.ts";
import { isInvoiceToken, payOnInvoicePage, readInvoicePage, requireInvoiceToken } from "./invoice-page.ts";
import { createLinkPayment, readLinkPage } from "./link-payment.ts";
import { type PreviewReader, readInvoicePreview, readLinkPreview, readPaymentPreview } from "./page-preview.ts";
import { cancelCheckout, isPaymentToken, pay, readCheckout, requirePaymentToken } from "./pay.ts";
import { SANDBOX_PAGE_HEADERS, sandboxPage } from "./sandbox-page.ts";
import { Checkout, InvoicePage, LinkPage, NewLinkPayment, NewPagePayment, PaymentChoice } from "./schema.ts";

export interface CheckoutOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The folder of the static page. */
  readonly folder: string;
  readonly public_url: string;
  readonly expires_after_ms: number;
}

// A waiting page polls once a second, and a payer may have several pages open.
const READS_PER_SECOND = 10;
// Each try rings a phone, so the limit is low.
const TRIES_PER_MINUTE = 10;
/** Per phone number, over all pages: anyone with payment links can create any number of payments. */
export const PHONE_PROMPT_LIMIT = { max: 10, window_ms: 10 * MINUTE_MS };
// All subscribers of a mobile network can share one IP address.
const LINK_PAYMENTS_PER_MINUTE = 60;
// Per invoice. Each payment reserves its part until it ends.
export const INVOICE_PAYMENTS_PER_MINUTE = 10;
// Anyone may open a link's page, and each page reads the database.
export const LINK_READS_PER_SECOND = 50;
const ETAG_CHARACTERS = 22;

const retrieved = resourceEnvelope(200, { message: "Payment retrieved" }, "checkout", Checkout);
const started = resourceEnvelope(202, { message: "Payment processing initiated" }, "checkout", Checkout);
const canceled = resourceEnvelope(202, { message: "Your transaction has been canceled" }, "checkout", Checkout);
const linkRetrieved = resourceEnvelope(200, { message: "Payment link retrieved" }, "link", LinkPage);
const initialized = fieldsEnvelope(201, { message: "Payment initialized" }, { url: Type.String() });

const invoiceRetrieved = resourceEnvelope(200, { message: "Invoice retrieved" }, "invoice", InvoicePage);

const readChoice = inputParser(PaymentChoice);
const readNewLinkPayment = inputParser(NewLinkPayment);
const readNewPagePayment = inputParser(NewPagePayment);

type TokenParams = { Params: { token: string } };
type IdParams = { Params: { id: string } };

/**
 * Registers the hosted page and its API. A token opens one payment only; no response holds a key or data of another
 * payment.
 */
export function checkoutPages(options: CheckoutOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    await registerPages(app, options);
    registerLogos(app, options);
    registerPaymentPaths(app, options);
    registerLinkPaths(app, options);
    registerInvoicePaths(app, options);
  };
}

async function registerPages(app: FastifyInstance, { folder, transact, public_url }: CheckoutOptions): Promise<void> {
  const limitPreviews = rateLimiter({ max: LINK_READS_PER_SECOND, window_ms: SECOND_MS });

  /** The page works without a preview: its script tells the payer of an unknown order, or of a service that is down. */
  async function previewFor(request: FastifyRequest, read: ReadPreview): Promise<PagePreview | null> {
    try {
      limitPreviews(clientNetwork(request.ip));
      const languages = request.headers["accept-language"] ?? null;
      return await transact((tx) => read(tx, { languages, public_url }));
    } catch (error) {
      if (WITHOUT_PREVIEW.includes(asServiceError(error).kind)) return null;
      throw error;
    }
  }

  await app.register(async (scoped) => {
    const sendPage = await serveStaticApp(scoped, { folder, prefix: "/pay" });
    const send = async (request: FastifyRequest, reply: FastifyReply, read: ReadPreview): Promise<FastifyReply> =>
      sendPage(reply.header("vary", "Accept-Language"), 200, undefined, await previewFor(request, read));
    scoped.get<TokenParams>("/pay/:token", (request, reply) => {
      const { token } = request.params;
      if (!isPaymentToken(token)) return sendPage(reply, 404);
      return send(request, reply, (tx, reader) => readPaymentPreview(tx, token, reader));
    });
    scoped.get<TokenParams>("/pay/:token/authorize", (request, reply) => {
      requirePaymentToken(request.params.token);
      return reply.headers(SANDBOX_PAGE_HEADERS).send(sandboxPage(`/pay/${request.params.token}`));
    });
    scoped.get<IdParams>("/pay/link/:id", (request, reply) => {
      const { id } = request.params;
      if (!isId("lnk", id)) return sendPage(reply, 200);
      return send(request, reply, (tx, reader) => readLinkPreview(tx, id, reader));
    });
    scoped.get<TokenParams>("/pay/invoice/:token", (request, reply) => {
      const { token } = request.params;
      if (!isInvoiceToken(token)) return sendPage(reply, 404);
      return send(request, reply, (tx, reader) => readInvoicePreview(tx, token, reader));
    });
  });
}

type ReadPreview = (tx: Tx, reader: PreviewReader) => Promise<PagePreview>;

const WITHOUT_PREVIEW: readonly ErrorKind[] = ["not_found", "too_many_requests", "unavailable"];

/** Serves the merchants' logos. Each address holds its picture's fingerprint, so browsers keep it for ever. */
function registerLogos(app: FastifyInstance, { transact }: CheckoutOptions): void {
  const limitReads = rateLimiter({ max: LINK_READS_PER_SECOND, window_ms: SECOND_MS });
  app.get<{ Params: { hash: string } }>("/pay/logo/:hash", async (request, reply) => {
    limitReads(clientNetwork(request.ip));
    const { logo, logo_type } = await transact((tx) => findLogo(tx, request.params.hash));
    return reply
      .headers({
        "content-type": logo_type,
        // Nothing in the picture runs, even if a browser opened it as a page.
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "public, max-age=31536000, immutable",
      })
      .send(logo);
  });
}

function registerPaymentPaths(app: FastifyInstance, { transact }: CheckoutOptions): void {
  const limitReads = rateLimiter({ max: READS_PER_SECOND, window_ms: SECOND_MS });
  const limitTries = rateLimiter({ max: TRIES_PER_MINUTE, window_ms: MINUTE_MS });
  const limitPrompts = rateLimiter(PHONE_PROMPT_LIMIT);

  app.get<TokenParams>("/checkout/:token", async (request, reply) => {
    requirePaymentToken(request.params.token);
    limitReads(request.params.token);
    return sendIfChanged(request, reply, retrieved.of(await transact((tx) => readCheckout(tx, request.params.token))));
  });
  // Runs before the body is read.
  const onRequest = async ({ params }: FastifyRequest<TokenParams>): Promise<void> => {
    requirePaymentToken(params.token);
    limitTries(params.token);
  };
  app.post<TokenParams>("/checkout/:token", { onRequest }, async (request, reply) => {
    const choice = readChoice(request.body, "json");
    return send(reply, started.of(await transact((tx) => pay(tx, request.params.token, choice, limitPrompts))));
  });
  app.delete<TokenParams>("/checkout/:token", async (request, reply) => {
    requirePaymentToken(request.params.token);
    limitTries(request.params.token);
    return send(reply, canceled.of(await transact((tx) => cancelCheckout(tx, request.params.token))));
  });
}

function registerLinkPaths(app: FastifyInstance, { transact, public_url, expires_after_ms }: CheckoutOptions): void {
  const limitPayments = rateLimiter({ max: LINK_PAYMENTS_PER_MINUTE, window_ms: MINUTE_MS });
  const limitReads = rateLimiter({ max: LINK_READS_PER_SECOND, window_ms: SECOND_MS });
  app.get<IdParams>("/checkout/links/:id", async (request, reply) => {
    limitReads(clientNetwork(request.ip));
    const { id } = request.params;
    return send(reply, linkRetrieved.of(await transact(async (tx) => readLinkPage(tx, await findPaymentLink(tx, id)))));
  });
  const onRequest = async (request: FastifyRequest<IdParams>): Promise<void> =>
    limitPayments(clientNetwork(request.ip));
  app.post<IdParams>("/checkout/links/:id", { onRequest }, async (request, reply) => {
    const { id } = request.params;
    const body = readNewLinkPayment(request.body, "json");
    const settings = { expires_after_ms, public_url };
    const url = await transact(async (tx) => createLinkPayment(tx, await findPaymentLink(tx, id), body, settings));
    return send(reply, initialized.of({ url }));
  });
}

function registerInvoicePaths(app: FastifyInstance, { transact, public_url, expires_after_ms }: CheckoutOptions): void {
  const settings = { expires_after_ms, public_url };
  const limitReads = rateLimiter({ max: READS_PER_SECOND, window_ms: SECOND_MS });
  const limitPayments = rateLimiter({ max: INVOICE_PAYMENTS_PER_MINUTE, window_ms: MINUTE_MS });
  app.get<TokenParams>("/checkout/invoices/:token", async (request, reply) => {
    const { token } = request.params;
    requireInvoiceToken(token);
    limitReads(token);
    return send(reply, invoiceRetrieved.of(await transact((tx) => readInvoicePage(tx, token, public_url))));
  });
  // Runs before the body is read.
  const onRequest = async ({ params }: FastifyRequest<TokenParams>): Promise<void> => {
    requireInvoiceToken(params.token);
    limitPayments(params.token);
  };
  app.post<TokenParams>("/checkout/invoices/:token", { onRequest }, async (request, reply) => {
    const body = readNewPagePayment(request.body ?? {}, "json");
    const url = await transact((tx) => payOnInvoicePage(tx, request.params.token, body, settings));
    return send(reply, initialized.of({ url }));
  });
}

function send(reply: FastifyReply, { status, text }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "private, no-cache" })
    .send(text);
}

/** Sends the reply, or 304 if the state has not changed; the field `now` is ignored in this comparison. */
function sendIfChanged(request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  const state = answer.text.replace(/"now":"[^"]*"/, "");
  const etag = `"${fingerprint("checkout state", state).toString("base64url").slice(0, ETAG_CHARACTERS)}"`;
  reply.header("etag", etag);
  if (request.headers["if-none-match"] === etag)
    return reply.code(304).header("cache-control", "private, no-cache").send();
  return send(reply, answer);
}
