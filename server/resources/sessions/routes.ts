import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bare, several } from "#http/envelope.ts";
import { reader } from "#http/reader.ts";
import { sendReply } from "#http/server.ts";
import { type Cookie, isBackground } from "#http/visitors.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import { Proof, SecondStep, Session, SignIn } from "./schema.ts";
import { endSession, listSessions, renewSession, type SignedIn, type Visit, whoIs } from "./session.ts";
import { enterCode, openProved, type Proved, signIn, stepUp, type Transact } from "./sign-in.ts";

export interface SessionOptions {
  readonly transact: Transact;
  readonly cookie: Cookie;
}

const step = several(200, { message: "Signed in" }, { awaits_code: Type.Boolean() });
const listed = several(200, { message: "Sessions retrieved" }, { items: Type.Array(Session) });
const proved = bare(200, { message: "Thank you" });
const ended = bare(200, { message: "The session has ended" });

const readSignIn = reader(SignIn);
const readStep = reader(SecondStep);
const readProof = reader(Proof);

/** Who sends this request. Throws `unauthorized` for nobody, and for somebody whose code is still to come. */
export async function visitorOf({ transact, cookie }: SessionOptions, request: FastifyRequest): Promise<SignedIn> {
  const visitor = await anyVisitorOf({ transact, cookie }, request);
  if (!visitor || visitor.session.awaits_code) throw new ServiceError("unauthorized", "Sign in first");
  request.visitor = { person: { id: visitor.person.id, name: visitor.person.name } };
  return visitor;
}

async function anyVisitorOf({ transact, cookie }: SessionOptions, request: FastifyRequest): Promise<SignedIn | null> {
  const token = cookie.read(request);
  return token === null ? null : transact((tx) => whoIs(tx, token, isBackground(request)));
}

/** Signing in and out, and the sessions one has. */
export function sessionPaths(options: SessionOptions): (app: FastifyInstance) => void {
  const { transact, cookie } = options;
  return (app) => {
    app.post("/dashboard/api/sign-in", async (request, reply) => {
      const given = readSignIn(request.body, "json");
      const { token, awaits_code } = await signIn(transact, given, visitOf(request));
      await leave(options, request);
      cookie.write(reply, token);
      return sendReply(reply, step.of({ awaits_code }));
    });
    app.post("/dashboard/api/sign-in/code", async (request, reply) => {
      const { code } = readStep(request.body, "json");
      const half = await anyVisitorOf(options, request);
      if (!half?.session.awaits_code) throw new ServiceError("unauthorized", "Begin with your password");
      cookie.write(reply, await enterCode(transact, half, code, visitOf(request)));
      return sendReply(reply, step.of({ awaits_code: false }));
    });
    app.post("/dashboard/api/sign-out", async (request, reply) => {
      await leave(options, request);
      cookie.clear(reply);
      return sendReply(reply, ended.of(null));
    });
    app.post("/dashboard/api/me/proof", async (request, reply) => {
      const visitor = await visitorOf(options, request);
      cookie.write(reply, await stepUp(transact, visitor, readProof(request.body, "json")));
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
    await transact((tx) => endSession(tx, person.id, request.params.id));
    return sendReply(reply, ended.of(null));
  });
}

/** Ends the session the browser came with, if any: whoever signs in anew leaves nothing open behind them. */
async function leave(options: SessionOptions, request: FastifyRequest): Promise<void> {
  const before = await anyVisitorOf(options, request);
  if (before) await options.transact((tx) => endSession(tx, before.person.id, before.session.id));
}

function visitOf(request: FastifyRequest): Visit {
  return { address: request.ip, agent: request.headers["user-agent"] ?? "" };
}

/** Begins a session for somebody who has just chosen a password, or used a passkey, which is two factors in one. */
export async function enter(
  options: SessionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  proved: Proved,
): Promise<void> {
  await leave(options, request);
  const token = await options.transact((tx) => openProved(tx, proved, visitOf(request)));
  options.cookie.write(reply, token);
}

/** Gives the session another token and the rights of a second factor, or takes those away. */
export async function renewFor(
  { transact, cookie }: SessionOptions,
  reply: FastifyReply,
  { session }: SignedIn,
  has_second_factor: boolean,
): Promise<void> {
  cookie.write(reply, await transact((tx) => renewSession(tx, session, has_second_factor)));
}
