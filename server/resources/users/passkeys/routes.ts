import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { plainOperation, serve, writeOperation } from "#http/browser-operation.ts";
import { fieldsEnvelope, messageEnvelope } from "#http/envelope.ts";
import { rateLimiter } from "#http/rate-limit.ts";
import { USER_BODY_LIMIT_BYTES } from "#http/request-limits.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { type Static, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { startAuthentication, verifyPasskey } from "./authenticate.ts";
import { type RelyingParty, relyingPartyOf } from "./challenge.ts";
import { registerPasskey, startRegistration } from "./register.ts";
import { presentPasskeys, removePasskey } from "./remove.ts";
import {
  AssertionOptions,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  type PasskeyRow,
  RegistrationOptions,
} from "./schema.ts";

/** The fields of a signed-in visitor that these routes need. */
interface PasskeyVisitor {
  readonly person: Parameters<typeof startRegistration>[2];
}

/** The functions of `sessions` that these routes need. */
export interface PasskeyOptions<Who extends PasskeyVisitor> {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly public_url: string;
  visitorOf(request: FastifyRequest): Promise<Who>;
  /** Throws `forbidden` without a recent step-up, and `unauthorized` once the session has ended. */
  requireStepUp(tx: Tx, visitor: Who): Promise<void>;
  /** Opens a session that counts as verified by a second factor. */
  startSession(request: FastifyRequest, reply: FastifyReply, passkey: PasskeyRow): Promise<void>;
  renewSession(reply: FastifyReply, visitor: Who, has_second_factor: boolean): Promise<void>;
  endOtherSessions(tx: Tx, person: Id<"per">, visitor: Who): Promise<void>;
  /** Writes an action into the audit log, in the action's own transaction. */
  record(tx: Tx, request: FastifyRequest, person: Id<"per">, action: PasskeyEvent): Promise<void>;
  /** Writes a failed passkey verification into the audit log. */
  recordFailure(tx: Tx, request: FastifyRequest, person: Id<"per">): Promise<void>;
}

type PasskeyEvent = "passkey_added" | "passkey_removed" | "proved";

const ask = { message: "Ask the authenticator" };
const assertionReply = fieldsEnvelope(200, ask, { options: AssertionOptions });
const registrationReply = fieldsEnvelope(200, ask, { options: RegistrationOptions });
const listed = fieldsEnvelope(200, { message: "Passkeys retrieved" }, { items: Type.Array(Passkey) });
const added = fieldsEnvelope(201, { message: "Passkey added" }, { recovery_codes: Type.Array(Type.String()) });
const done = messageEnvelope(200, { message: "Welcome" });
const removed = messageEnvelope(200, { message: "Passkey removed" });

const signInOptions = plainOperation("POST", "/sign-in/passkey/options", assertionReply);
const signIn = writeOperation("POST", "/sign-in/passkey", PasskeyAssertion, done);
const proofOptions = plainOperation("POST", "/me/proof/passkey/options", assertionReply);
const prove = writeOperation("POST", "/me/proof/passkey", PasskeyAssertion, done);
const listOwn = plainOperation("GET", "/me/passkeys", listed);
const registrationOptions = plainOperation("POST", "/me/passkeys/options", registrationReply);
const addOwn = writeOperation("POST", "/me/passkeys", NewPasskey, added);
const removeOwn = plainOperation("DELETE", "/me/passkeys/{id}", removed);

/** The operations of `passkeyPaths`. */
export const PASSKEY_OPERATIONS = [
  ...[signInOptions, signIn, proofOptions, prove],
  ...[listOwn, registrationOptions, addOwn, removeOwn],
];

// Signatures cannot be guessed, so this limit only bounds the CPU cost of verifying them.
const TRIES_PER_MINUTE = 200;

/** Registers the routes of passkeys: sign-in, step-up, and a person's own list. */
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
    verifyPasskey(transact, requireRelyingParty(site), person, signIn.readBody(request), (tx, owner) =>
      options.recordFailure(tx, request, owner),
    );
  const startFor = async (person: Id<"per"> | null): Promise<{ options: Static<typeof AssertionOptions> }> => ({
    options: await startAuthentication(transact, requireRelyingParty(site), person),
  });
  serve(app, signInOptions, () => startFor(null), { onRequest });
  const signInByPasskey = async (request: FastifyRequest, reply: FastifyReply): Promise<null> => {
    const passkey = await verifyRequest(request, null);
    await options.startSession(request, reply, passkey);
    return null;
  };
  serve(app, signIn, signInByPasskey, { onRequest });
  serve(app, proofOptions, async (request) => startFor((await options.visitorOf(request)).person.id));
  const proveByPasskey = async (request: FastifyRequest, reply: FastifyReply): Promise<null> => {
    const visitor = await options.visitorOf(request);
    await verifyRequest(request, visitor.person.id);
    await transact((tx) => options.record(tx, request, visitor.person.id, "proved"));
    await options.renewSession(reply, visitor, true);
    return null;
  };
  serve(app, prove, proveByPasskey, { onRequest });
}

function registerManagementPaths<Who extends PasskeyVisitor>(
  app: FastifyInstance,
  options: PasskeyOptions<Who>,
  site: RelyingParty | null,
): void {
  const { transact } = options;
  serve(app, listOwn, async (request) => {
    const { person } = await options.visitorOf(request);
    return { items: await transact((tx) => presentPasskeys(tx, person.id)) };
  });
  serve(app, registrationOptions, async (request) => {
    const visitor = await options.visitorOf(request);
    await transact((tx) => options.requireStepUp(tx, visitor));
    return { options: await startRegistration(transact, requireRelyingParty(site), visitor.person) };
  });
  const addPasskey = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await options.visitorOf(request);
    const requireStepUp = (tx: Tx): Promise<void> => options.requireStepUp(tx, visitor);
    await transact(requireStepUp);
    const new_passkey = addOwn.readBody(request);
    const recovery_codes = await registerPasskey(transact, requireRelyingParty(site), visitor.person, new_passkey, {
      beforeInsert: requireStepUp,
      afterInsert: (tx) => options.record(tx, request, visitor.person.id, "passkey_added"),
    });
    await transact((tx) => options.endOtherSessions(tx, visitor.person.id, visitor));
    await options.renewSession(reply, visitor, true);
    return { recovery_codes: [...recovery_codes] };
  };
  serve(app, addOwn, addPasskey, { bodyLimit: USER_BODY_LIMIT_BYTES });
  serve(app, removeOwn, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const has_second_factor = await transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      const has_other_factor = await removePasskey(tx, visitor.person.id, request.params.id ?? "");
      await options.endOtherSessions(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "passkey_removed");
      return has_other_factor;
    });
    await options.renewSession(reply, visitor, has_second_factor);
    return null;
  });
}

function requireRelyingParty(site: RelyingParty | null): RelyingParty {
  if (site) return site;
  const text = "Passkeys need a name and HTTPS: the operator sets KOLO_PUBLIC_URL to an https:// address";
  throw new ServiceError("passkeys_unavailable", text, {
    fields: { passkey: [fieldError("passkeys_unavailable", text)] },
  });
}
