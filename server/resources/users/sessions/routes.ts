import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { plainOperation, serve, writeOperation } from "#http/browser-operation.ts";
import { isBackgroundRequest } from "#http/browser-session.ts";
import type { Cookies } from "#http/cookies.ts";
import { fieldsEnvelope, messageEnvelope } from "#http/envelope.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import { SecondFactorCode, SessionView, SignIn, StepUpProof } from "./schema.ts";
import {
  type AuthenticatedVisitor,
  type ClientContext,
  endSession,
  findVisitor,
  listSessions,
  renewSession,
} from "./session.ts";
import { completeSignIn, openProvenSession, type ProvenIdentity, signIn, stepUp, type Transact } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

export interface SessionOptions {
  readonly transact: Transact;
  readonly cookies: Cookies;
  /** Whether this installation sends mail. */
  readonly has_mail: boolean;
  readonly onError: (error: unknown, name: string) => void;
}

const signInStep = fieldsEnvelope(200, { message: "Signed in" }, { awaits_code: Type.Boolean() });
const listed = fieldsEnvelope(200, { message: "Sessions retrieved" }, { items: Type.Array(SessionView) });
const stepUpDone = messageEnvelope(200, { message: "Thank you" });
const ended = messageEnvelope(200, { message: "The session has ended" });

const startSignIn = writeOperation("POST", "/sign-in", SignIn, signInStep);
const sendCode = writeOperation("POST", "/sign-in/code", SecondFactorCode, signInStep);
const endThisSession = plainOperation("POST", "/sign-out", ended);
const proveIdentity = writeOperation("POST", "/me/proof", StepUpProof, stepUpDone);
const listOwnSessions = plainOperation("GET", "/me/sessions", listed);
const endOwnSession = plainOperation("DELETE", "/me/sessions/{id}", ended);

/** The operations of sign-in, sign-out and a person's own sessions. */
export const SESSION_OPERATIONS = [
  ...[startSignIn, sendCode, endThisSession],
  ...[proveIdentity, listOwnSessions, endOwnSession],
];

/** The signed-in visitor of a request. Throws `unauthorized` without a session, or if its second factor is missing. */
export async function requireVisitor(options: SessionOptions, request: FastifyRequest): Promise<AuthenticatedVisitor> {
  const visitor = await findVisitorOf(options, request);
  if (!visitor || visitor.session.awaits_code) throw new ServiceError("sign_in_required", "Sign in first");
  request.visitor = { person: { id: visitor.person.id, name: visitor.person.name } };
  return visitor;
}

async function findVisitorOf(
  { transact, cookies }: SessionOptions,
  request: FastifyRequest,
): Promise<AuthenticatedVisitor | null> {
  const token = cookies.token(request);
  return token === null ? null : transact((tx) => findVisitor(tx, token, isBackgroundRequest(request)));
}

/** Registers the routes of sign-in, sign-out and a person's own sessions. */
export function sessionPaths(options: SessionOptions): (app: FastifyInstance) => void {
  const { transact, cookies } = options;
  return (app) => {
    serve(app, startSignIn, async (request, reply) => {
      const credentials = startSignIn.readBody(request);
      const { token, awaits_code, person } = await signIn(transact, credentials, clientContextOf(options, request));
      await endPreviousSession(options, request);
      cookies.setToken(reply, token);
      if (!awaits_code) cookies.rememberDevice(request, reply, person);
      return { awaits_code };
    });
    serve(app, sendCode, async (request, reply) => {
      const { code } = sendCode.readBody(request);
      const pending = await findVisitorOf(options, request);
      if (!pending?.session.awaits_code) throw new ServiceError("password_step_missing", "Begin with your password");
      cookies.setToken(reply, await completeSignIn(transact, pending, code, clientContextOf(options, request)));
      cookies.rememberDevice(request, reply, pending.person.id);
      return { awaits_code: false };
    });
    serve(app, endThisSession, async (request, reply) => {
      const { session, person } = (await findVisitorOf(options, request)) ?? {};
      if (session && person)
        await transact((tx) => signOut(tx, person.id, session.id, clientContextOf(options, request)));
      cookies.clearToken(reply);
      return null;
    });
    serve(app, proveIdentity, async (request, reply) => {
      const visitor = await requireVisitor(options, request);
      const proof = proveIdentity.readBody(request);
      cookies.setToken(reply, await stepUp(transact, visitor, proof, clientContextOf(options, request)));
      return null;
    });
    registerOwnSessionPaths(app, options);
  };
}

function registerOwnSessionPaths(app: FastifyInstance, options: SessionOptions): void {
  const { transact } = options;
  serve(app, listOwnSessions, async (request) => {
    const visitor = await requireVisitor(options, request);
    const items = await transact((tx) => listSessions(tx, visitor));
    return { items: [...items] };
  });
  serve(app, endOwnSession, async (request) => {
    const { person } = await requireVisitor(options, request);
    await transact((tx) => signOut(tx, person.id, request.params.id ?? "", clientContextOf(options, request)));
    return null;
  });
}

/** Ends the browser's previous session, so that a new sign-in does not leave it open. */
async function endPreviousSession(options: SessionOptions, request: FastifyRequest): Promise<void> {
  const previous = await findVisitorOf(options, request);
  if (previous) await options.transact((tx) => endSession(tx, previous.person.id, previous.session.id));
}

function clientContextOf(
  { transact, cookies, has_mail, onError }: SessionOptions,
  request: FastifyRequest,
): ClientContext {
  return {
    address: request.ip,
    agent: request.headers["user-agent"] ?? "",
    has_mail,
    afterResponse(work) {
      transact(work).catch((error: unknown) => onError(error, "record a failed sign-in"));
    },
    deviceOf: (person) => cookies.deviceNonce(request, person),
  };
}

/** Opens a session for a person who has just chosen a password or used a passkey. A passkey counts as two factors. */
export async function startSession(
  options: SessionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: ProvenIdentity,
): Promise<void> {
  await endPreviousSession(options, request);
  const token = await options.transact((tx) => openProvenSession(tx, identity, clientContextOf(options, request)));
  options.cookies.setToken(reply, token);
  options.cookies.rememberDevice(request, reply, identity.person);
}

/** Replaces the session's token, and sets whether the session has a second factor. */
export async function renewVisitorSession(
  { transact, cookies }: Pick<SessionOptions, "transact" | "cookies">,
  reply: FastifyReply,
  { session }: AuthenticatedVisitor,
  has_second_factor: boolean,
): Promise<void> {
  cookies.setToken(reply, await transact((tx) => renewSession(tx, session, has_second_factor)));
}
