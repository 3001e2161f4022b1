import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Cookies } from "#http/cookies.ts";
import { bare, several } from "#http/envelope.ts";
import { reader } from "#http/reader.ts";
import { sendReply } from "#http/server.ts";
import { isBackground } from "#http/visitors.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import { Proof, SecondStep, Session, SignIn } from "./schema.ts";
import { endSession, listSessions, renewSession, type SignedIn, type Visit, whoIs } from "./session.ts";
import { enterCode, openProved, type Proved, signIn, stepUp, type Transact } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

export interface SessionOptions {
  readonly transact: Transact;
  readonly cookies: Cookies;
  /** Whether security mails are sent. */
  readonly has_mail: boolean;
  readonly onError: (error: unknown, name: string) => void;
}

const step = several(200, { message: "Signed in" }, { awaits_code: Type.Boolean() });
const listed = several(200, { message: "Sessions retrieved" }, { items: Type.Array(Session) });
const proved = bare(200, { message: "Thank you" });
const ended = bare(200, { message: "The session has ended" });

const readSignIn = reader(SignIn);
const readStep = reader(SecondStep);
const readProof = reader(Proof);

/** The signed-in visitor of a request. Throws `unauthorized` without a session, or while it awaits a code. */
export async function visitorOf(options: SessionOptions, request: FastifyRequest): Promise<SignedIn> {
  const visitor = await anyVisitorOf(options, request);
  if (!visitor || visitor.session.awaits_code) throw new ServiceError("unauthorized", "Sign in first");
  request.visitor = { person: { id: visitor.person.id, name: visitor.person.name } };
  return visitor;
}

async function anyVisitorOf({ transact, cookies }: SessionOptions, request: FastifyRequest): Promise<SignedIn | null> {
  const token = cookies.token(request);
  return token === null ? null : transact((tx) => whoIs(tx, token, isBackground(request)));
}

/** The paths of sign-in, sign-out and a person's own sessions. */
export function sessionPaths(options: SessionOptions): (app: FastifyInstance) => void {
  const { transact, cookies } = options;
  return (app) => {
    app.post("/dashboard/api/sign-in", async (request, reply) => {
      const given = readSignIn(request.body, "json");
      const { token, awaits_code, person } = await signIn(transact, given, visitOf(options, request));
      await leave(options, request);
      cookies.setToken(reply, token);
      if (!awaits_code) cookies.rememberDevice(request, reply, person);
      return sendReply(reply, step.of({ awaits_code }));
    });
    app.post("/dashboard/api/sign-in/code", async (request, reply) => {
      const { code } = readStep(request.body, "json");
      const half = await anyVisitorOf(options, request);
      if (!half?.session.awaits_code) throw new ServiceError("unauthorized", "Begin with your password");
      cookies.setToken(reply, await enterCode(transact, half, code, visitOf(options, request)));
      cookies.rememberDevice(request, reply, half.person.id);
      return sendReply(reply, step.of({ awaits_code: false }));
    });
    app.post("/dashboard/api/sign-out", async (request, reply) => {
      const { session, person } = (await anyVisitorOf(options, request)) ?? {};
      if (session && person) await transact((tx) => signOut(tx, person.id, session.id, visitOf(options, request)));
      cookies.clearToken(reply);
      return sendReply(reply, ended.of(null));
    });
    app.post("/dashboard/api/me/proof", async (request, reply) => {
      const visitor = await visitorOf(options, request);
      const proof = readProof(request.body, "json");
      cookies.setToken(reply, await stepUp(transact, visitor, proof, visitOf(options, request)));
      return sendReply(reply, proved.of(null));
    });
    own(app, options);
  };
}

function own(app: FastifyInstance, options: SessionOptions): void {
  const { transact } = options;
  app.get("/dashboard/api/me/sessions", async (request, reply) => {
    const visitor = await visitorOf(options, request);
    const items = await transact((tx) => listSessions(tx, visitor));
    return sendReply(reply, listed.of({ items: [...items] }));
  });
  app.delete<{ Params: { id: string } }>("/dashboard/api/me/sessions/:id", async (request, reply) => {
    const { person } = await visitorOf(options, request);
    await transact((tx) => signOut(tx, person.id, request.params.id, visitOf(options, request)));
    return sendReply(reply, ended.of(null));
  });
}

/** Ends the session that the browser had before, so that a new sign-in leaves no open session behind. */
async function leave(options: SessionOptions, request: FastifyRequest): Promise<void> {
  const before = await anyVisitorOf(options, request);
  if (before) await options.transact((tx) => endSession(tx, before.person.id, before.session.id));
}

function visitOf({ transact, cookies, has_mail, onError }: SessionOptions, request: FastifyRequest): Visit {
  return {
    address: request.ip,
    agent: request.headers["user-agent"] ?? "",
    has_mail,
    afterwards(work) {
      transact(work).catch((error: unknown) => onError(error, "record a failed sign-in"));
    },
    deviceOf: (person) => cookies.device(request, person),
  };
}

/** Opens a session for a person who has just chosen a password, or used a passkey, which is two factors in one. */
export async function enter(
  options: SessionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  proved: Proved,
): Promise<void> {
  await leave(options, request);
  const token = await options.transact((tx) => openProved(tx, proved, visitOf(options, request)));
  options.cookies.setToken(reply, token);
  options.cookies.rememberDevice(request, reply, proved.person);
}

/** Replaces the session's token, and adds or removes the rights of a second factor. */
export async function renewFor(
  { transact, cookies }: Pick<SessionOptions, "transact" | "cookies">,
  reply: FastifyReply,
  { session }: SignedIn,
  has_second_factor: boolean,
): Promise<void> {
  cookies.setToken(reply, await transact((tx) => renewSession(tx, session, has_second_factor)));
}
