import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/pool.ts";
import { type AccountCache, accountCache } from "#providers/accounts/connect.ts";
import { ATTEMPTS } from "#providers/attempts.ts";
import { findAccountOfAttempt, findByProviderReference, markCalledBack } from "#providers/engine/store.ts";
import type { Provider, ProviderCallback } from "#providers/provider.ts";
import type { ProviderRegistry } from "#providers/registry.ts";
import { insertCallback } from "./call-log.ts";
import { type AttemptRef, readCallbackToken } from "./callback-token.ts";
import type { Exchange } from "./http-client.ts";
import { redactBody } from "./transcript.ts";

const CALLBACK_LIMIT_BYTES = 64 * 1024;

export interface CallbackOptions {
  readonly registry: ProviderRegistry;
  readonly exchange: Exchange;
  readonly public_url: string;
}

/**
 * The callback endpoints. Every answer is 200 with the same body, so that a stranger learns nothing. A callback makes
 * its attempt due now: the engine queries the provider earlier than scheduled. It finds the attempt by the token in the
 * URL or, at a provider's fixed URL, by the provider's reference in the body.
 */
export function callbackRoutes(db: Database, options: CallbackOptions): (app: FastifyInstance) => void {
  const { registry, public_url } = options;
  const accounts = accountCache(db);
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: CALLBACK_LIMIT_BYTES },
      async (_request: unknown, body: string) => body,
    );
    const respond = (reply: FastifyReply, provider: string) =>
      reply.code(200).send(registry.has(provider) ? registry.get(provider).callback_response : undefined);
    // A plug-in may append the callback's purpose to the URL.
    for (const url of ["/notices/:provider/:token", "/notices/:provider/:token/:purpose"]) {
      app.route<{ Params: { provider: string; token: string }; Body: unknown }>({
        method: ["POST", "PUT"],
        url,
        async onRequest(request, reply) {
          request.is_from_provider = readCallbackToken(request.params.token) !== null;
          if (!request.is_from_provider) return respond(reply, request.params.provider);
        },
        async handler(request, reply) {
          const { provider, token } = request.params;
          const ref = readCallbackToken(token);
          const callback = callbackOf(request, public_url);
          if (ref && registry.has(provider) && registry.get(provider).isCallback(callback))
            await receiveAtOwnUrl(db, accounts, registry.get(provider), options, ref, callback);
          return respond(reply, provider);
        },
      });
    }
    app.route<{ Params: { provider: string }; Body: unknown }>({
      method: ["POST", "PUT"],
      url: "/notices/:provider",
      async handler(request, reply) {
        const { provider } = request.params;
        if (registry.has(provider))
          await receiveAtFixedUrl(db, accounts, registry.get(provider), options, callbackOf(request, public_url));
        return respond(reply, provider);
      },
    });
  };
}

function callbackOf({ method, ip, url, headers, body }: FastifyRequest, public_url: string): ProviderCallback {
  return { method, address: ip, url: `${public_url}${url}`, headers, body: typeof body === "string" ? body : "" };
}

async function receive(db: Database, provider: Provider, ref: AttemptRef, callback: ProviderCallback): Promise<void> {
  const redacted_body = redactBody(callback.body, provider.loggable_fields);
  const answer = provider.readAnswer?.(callback) ?? null;
  // If outcomes arrive by callback, a query after a callback without one would find nothing new.
  const triggers_query = provider.readAnswer === undefined || answer !== null;
  await db.engine(async (tx) => {
    if (triggers_query) {
      if (!(await markCalledBack(tx, provider.id, ref, answer))) return;
      tx.wake(ATTEMPTS);
    }
    if (ref.environment === "live") await insertCallback(tx, ref, redacted_body);
  });
}

/** A callback to an order's own URL. If the account requires a proof of its origin, that is checked, too. */
async function receiveAtOwnUrl(
  db: Database,
  accounts: AccountCache,
  provider: Provider,
  { exchange }: CallbackOptions,
  ref: AttemptRef,
  callback: ProviderCallback,
): Promise<void> {
  if (provider.verifyCallback) {
    const id = await db.engine((tx) => findAccountOfAttempt(tx, provider.id, ref));
    const account = id === undefined ? null : await accounts.account(id);
    if (!account || !(await provider.verifyCallback(account, callback, exchange))) return;
  }
  await receive(db, provider, ref, callback);
}

/** A callback whose URL does not name its order. If the account requires a proof of its origin, that is checked. */
async function receiveAtFixedUrl(
  db: Database,
  accounts: AccountCache,
  provider: Provider,
  { exchange }: CallbackOptions,
  callback: ProviderCallback,
): Promise<void> {
  const named = provider.readCallback?.(callback) ?? null;
  if (named === null) return;
  const found = await db.engine((tx) => findByProviderReference(tx, provider.id, named.provider_reference));
  const account = found && (await accounts.account(found.provider_account));
  if (!found || !account) return;
  if (provider.verifyCallback && !(await provider.verifyCallback(account, callback, exchange))) return;
  await receive(db, provider, found, callback);
}
