import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { bare, several } from "#http/envelope.ts";
import { PERSON_BODY_BYTES } from "#http/intake.ts";
import { limiter } from "#http/limit.ts";
import { reader } from "#http/reader.ts";
import { sendReply } from "#http/server.ts";
import { callerAt } from "#kernel/callers.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { type Site, siteOf } from "./challenge.ts";
import { addPasskey, beginPasskey } from "./register.ts";
import { passkeysOf, removePasskey } from "./remove.ts";
import { NewPasskey, Passkey, type PasskeyRow, UsedPasskey } from "./schema.ts";
import { askForPasskey, usePasskey } from "./use.ts";

/** The part of a signed-in visitor that this folder needs. */
interface Visitor {
  readonly person: Parameters<typeof beginPasskey>[2];
}

/** The functions of `sessions` that passkeys need. */
export interface PasskeyOptions<Who extends Visitor> {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly public_url: string;
  visitorOf(request: FastifyRequest): Promise<Who>;
  /** Throws `forbidden` without a recent step-up, and `unauthorized` once the session has ended. */
  checkFresh(tx: Tx, visitor: Who): Promise<void>;
  /** Opens a session with the rights of a second factor. */
  enter(request: FastifyRequest, reply: FastifyReply, passkey: PasskeyRow): Promise<void>;
  renew(reply: FastifyReply, visitor: Who, has_second_factor: boolean): Promise<void>;
  endOthers(tx: Tx, person: Id<"per">, visitor: Who): Promise<void>;
  /** Writes an action into the audit log, in the action's own transaction. */
  record(tx: Tx, request: FastifyRequest, person: Id<"per">, act: PasskeyAct): Promise<void>;
  /** Writes a failed passkey into the audit log. */
  recordFailure(tx: Tx, request: FastifyRequest, person: Id<"per">): Promise<void>;
}

type PasskeyAct = "passkey_added" | "passkey_removed" | "proved";

const Options = Type.Unsafe<object>({ type: "object", additionalProperties: true });
const asked = several(200, { message: "Ask the authenticator" }, { options: Options });
const listed = several(200, { message: "Passkeys retrieved" }, { items: Type.Array(Passkey) });
const added = several(201, { message: "Passkey added" }, { recovery_codes: Type.Array(Type.String()) });
const done = bare(200, { message: "Welcome" });
const removed = bare(200, { message: "Passkey removed" });

const readNew = reader(NewPasskey);
const readUsed = reader(UsedPasskey);

// A signature cannot be guessed; the limit bounds the cost of verifying them.
const TRIES_PER_MINUTE = 200;

/** The paths of passkeys: sign-in, step-up, and a person's own list. */
export function passkeyPaths<Who extends Visitor>(options: PasskeyOptions<Who>): (app: FastifyInstance) => void {
  return (app) => {
    const site = siteOf(options.public_url);
    entering(app, options, site);
    keeping(app, options, site);
  };
}

function entering<Who extends Visitor>(app: FastifyInstance, options: PasskeyOptions<Who>, site: Site | null): void {
  const { transact } = options;
  const limit = limiter({ max: TRIES_PER_MINUTE, window_ms: MINUTE_MS });
  const onRequest = async (request: FastifyRequest): Promise<void> => limit(callerAt(request.ip));
  const use = (request: FastifyRequest, person: Id<"per"> | null): Promise<PasskeyRow> =>
    usePasskey(transact, known(site), person, readUsed(request.body, "json"), (tx, whose) =>
      options.recordFailure(tx, request, whose),
    );
  app.post("/dashboard/api/sign-in/passkey/options", { onRequest }, async (_request, reply) => {
    return sendReply(reply, asked.of({ options: await askForPasskey(transact, known(site), null) }));
  });
  app.post("/dashboard/api/sign-in/passkey", { onRequest }, async (request, reply) => {
    const passkey = await use(request, null);
    await options.enter(request, reply, passkey);
    return sendReply(reply, done.of(null));
  });
  app.post("/dashboard/api/me/proof/passkey/options", async (request, reply) => {
    const { person } = await options.visitorOf(request);
    return sendReply(reply, asked.of({ options: await askForPasskey(transact, known(site), person.id) }));
  });
  app.post("/dashboard/api/me/proof/passkey", { onRequest }, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    await use(request, visitor.person.id);
    await transact((tx) => options.record(tx, request, visitor.person.id, "proved"));
    await options.renew(reply, visitor, true);
    return sendReply(reply, done.of(null));
  });
}

function keeping<Who extends Visitor>(app: FastifyInstance, options: PasskeyOptions<Who>, site: Site | null): void {
  const { transact } = options;
  const path = "/dashboard/api/me/passkeys";
  app.get(path, async (request, reply) => {
    const { person } = await options.visitorOf(request);
    return sendReply(reply, listed.of({ items: await transact((tx) => passkeysOf(tx, person.id)) }));
  });
  app.post(`${path}/options`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    await transact((tx) => options.checkFresh(tx, visitor));
    return sendReply(reply, asked.of({ options: await beginPasskey(transact, known(site), visitor.person) }));
  });
  app.post(path, { bodyLimit: PERSON_BODY_BYTES }, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const checkFresh = (tx: Tx): Promise<void> => options.checkFresh(tx, visitor);
    await transact(checkFresh);
    const given = readNew(request.body, "json");
    const recovery_codes = await addPasskey(transact, known(site), visitor.person, given, {
      check: checkFresh,
      added: (tx) => options.record(tx, request, visitor.person.id, "passkey_added"),
    });
    await transact((tx) => options.endOthers(tx, visitor.person.id, visitor));
    await options.renew(reply, visitor, true);
    return sendReply(reply, added.of({ recovery_codes: [...recovery_codes] }));
  });
  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const has_second_factor = await transact(async (tx) => {
      await options.checkFresh(tx, visitor);
      const is_left = await removePasskey(tx, visitor.person.id, request.params.id);
      await options.endOthers(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "passkey_removed");
      return is_left;
    });
    await options.renew(reply, visitor, has_second_factor);
    return sendReply(reply, removed.of(null));
  });
}

function known(site: Site | null): Site {
  if (site) return site;
  const text = "Passkeys need a name and HTTPS: the operator sets KOLO_PUBLIC_URL to an https:// address";
  throw new ServiceError("invalid", text, { passkey: [text] });
}
