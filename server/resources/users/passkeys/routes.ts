import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { fieldsEnvelope, messageEnvelope } from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { rateLimiter } from "#http/rate-limit.ts";
import { USER_BODY_LIMIT_BYTES } from "#http/request-limits.ts";
import { sendReply } from "#http/server.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { startAuthentication, verifyPasskey } from "./authenticate.ts";
import { type RelyingParty, relyingPartyOf } from "./challenge.ts";
import { registerPasskey, startRegistration } from "./register.ts";
import { presentPasskeys, removePasskey } from "./remove.ts";
import { NewPasskey, Passkey, PasskeyAssertion, type PasskeyRow } from "./schema.ts";

/** The part of a signed-in visitor that this folder needs. */
interface PasskeyVisitor {
  readonly person: Parameters<typeof startRegistration>[2];
}

/** The functions of `sessions` that passkeys need. */
export interface PasskeyOptions<Who extends PasskeyVisitor> {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly public_url: string;
  visitorOf(request: FastifyRequest): Promise<Who>;
  /** Throws `forbidden` without a recent step-up, and `unauthorized` once the session has ended. */
  requireStepUp(tx: Tx, visitor: Who): Promise<void>;
  /** Opens a session with the rights of a second factor. */
  startSession(request: FastifyRequest, reply: FastifyReply, passkey: PasskeyRow): Promise<void>;
  renewSession(reply: FastifyReply, visitor: Who, has_second_factor: boolean): Promise<void>;
  endOtherSessions(tx: Tx, person: Id<"per">, visitor: Who): Promise<void>;
  /** Writes an action into the audit log, in the action's own transaction. */
  record(tx: Tx, request: FastifyRequest, person: Id<"per">, act: PasskeyEvent): Promise<void>;
  /** Writes a failed passkey into the audit log. */
  recordFailure(tx: Tx, request: FastifyRequest, person: Id<"per">): Promise<void>;
}

type PasskeyEvent = "passkey_added" | "passkey_removed" | "proved";

const Options = Type.Unsafe<object>({ type: "object", additionalProperties: true });
const optionsReply = fieldsEnvelope(200, { message: "Ask the authenticator" }, { options: Options });
const listed = fieldsEnvelope(200, { message: "Passkeys retrieved" }, { items: Type.Array(Passkey) });
const added = fieldsEnvelope(201, { message: "Passkey added" }, { recovery_codes: Type.Array(Type.String()) });
const done = messageEnvelope(200, { message: "Welcome" });
const removed = messageEnvelope(200, { message: "Passkey removed" });

const readNewPasskey = inputParser(NewPasskey);
const readAssertion = inputParser(PasskeyAssertion);

// A signature cannot be guessed; the limit bounds the cost of verifying them.
const TRIES_PER_MINUTE = 200;

/** The paths of passkeys: sign-in, step-up, and a person's own list. */
export function passkeyPaths<Who extends PasskeyVisitor>(options: PasskeyOptions<Who>): (app: FastifyInstance) => void {
  return (app) => {
    const site = relyingPartyOf(options.public_url);
    registerSignInPaths(app, options, site);
    registerManagementPaths(app, options, site);
  };
}

function registerSignInPaths<Who extends PasskeyVisitor>(
  app: FastifyInstance,
  options: PasskeyOptions<Who>,
  site: RelyingParty | null,
): void {
  const { transact } = options;
  const limit = rateLimiter({ max: TRIES_PER_MINUTE, window_ms: MINUTE_MS });
  const onRequest = async (request: FastifyRequest): Promise<void> => limit(clientNetwork(request.ip));
  const verifyRequest = (request: FastifyRequest, person: Id<"per"> | null): Promise<PasskeyRow> =>
    verifyPasskey(transact, requireRelyingParty(site), person, readAssertion(request.body, "json"), (tx, owner) =>
      options.recordFailure(tx, request, owner),
    );
  app.post("/dashboard/api/sign-in/passkey/options", { onRequest }, async (_request, reply) => {
    return sendReply(
      reply,
      optionsReply.of({ options: await startAuthentication(transact, requireRelyingParty(site), null) }),
    );
  });
  app.post("/dashboard/api/sign-in/passkey", { onRequest }, async (request, reply) => {
    const passkey = await verifyRequest(request, null);
    await options.startSession(request, reply, passkey);
    return sendReply(reply, done.of(null));
  });
  app.post("/dashboard/api/me/proof/passkey/options", async (request, reply) => {
    const { person } = await options.visitorOf(request);
    return sendReply(
      reply,
      optionsReply.of({ options: await startAuthentication(transact, requireRelyingParty(site), person.id) }),
    );
  });
  app.post("/dashboard/api/me/proof/passkey", { onRequest }, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    await verifyRequest(request, visitor.person.id);
    await transact((tx) => options.record(tx, request, visitor.person.id, "proved"));
    await options.renewSession(reply, visitor, true);
    return sendReply(reply, done.of(null));
  });
}

function registerManagementPaths<Who extends PasskeyVisitor>(
  app: FastifyInstance,
  options: PasskeyOptions<Who>,
  site: RelyingParty | null,
): void {
  const { transact } = options;
  const path = "/dashboard/api/me/passkeys";
  app.get(path, async (request, reply) => {
    const { person } = await options.visitorOf(request);
    return sendReply(reply, listed.of({ items: await transact((tx) => presentPasskeys(tx, person.id)) }));
  });
  app.post(`${path}/options`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    await transact((tx) => options.requireStepUp(tx, visitor));
    return sendReply(
      reply,
      optionsReply.of({ options: await startRegistration(transact, requireRelyingParty(site), visitor.person) }),
    );
  });
  app.post(path, { bodyLimit: USER_BODY_LIMIT_BYTES }, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const requireStepUp = (tx: Tx): Promise<void> => options.requireStepUp(tx, visitor);
    await transact(requireStepUp);
    const new_passkey = readNewPasskey(request.body, "json");
    const recovery_codes = await registerPasskey(transact, requireRelyingParty(site), visitor.person, new_passkey, {
      beforeInsert: requireStepUp,
      afterInsert: (tx) => options.record(tx, request, visitor.person.id, "passkey_added"),
    });
    await transact((tx) => options.endOtherSessions(tx, visitor.person.id, visitor));
    await options.renewSession(reply, visitor, true);
    return sendReply(reply, added.of({ recovery_codes: [...recovery_codes] }));
  });
  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const has_second_factor = await transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      const has_other_factor = await removePasskey(tx, visitor.person.id, request.params.id);
      await options.endOtherSessions(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "passkey_removed");
      return has_other_factor;
    });
    await options.renewSession(reply, visitor, has_second_factor);
    return sendReply(reply, removed.of(null));
  });
}

function requireRelyingParty(site: RelyingParty | null): RelyingParty {
  if (site) return site;
  const text = "Passkeys need a name and HTTPS: the operator sets KOLO_PUBLIC_URL to an https:// address";
  throw new ServiceError("passkeys_unavailable", text, {
    fields: { passkey: [fieldError("passkeys_unavailable", text)] },
  });
}
