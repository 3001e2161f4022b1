import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { builtPage } from "#http/built-page.ts";
import { dateFields, daysIn } from "#http/days.ts";
import { bare, type Reply, several, single } from "#http/envelope.ts";
import { PERSON_BODY_BYTES } from "#http/intake.ts";
import { readOtherBodies } from "#http/parsers.ts";
import { queryReader } from "#http/query.ts";
import { reader } from "#http/reader.ts";
import type { Route } from "#http/route.ts";
import { BODY_LIMIT_BYTES, fastifyPath, sendReply } from "#http/server.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, Nullable, type Static, type TSchema, Type } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { hideAccountNumbers, readAccountNumber } from "./account-number.ts";
import { decideOn, NewRule, Rejection, RuleField, ruleOf, setRule, waitingOf } from "./approve.ts";
import {
  addressesOf,
  allowAddress,
  changeKey,
  endKey,
  FORESEEN,
  feesOf,
  forbidAddress,
  isGrantRequired,
  keysOf,
  listRequests,
  makeKeys,
  requireGrant,
  retrieveRequest,
} from "./develop.ts";
import { overviewOf } from "./overview.ts";
import { API_PERMISSIONS, OWN_PERMISSIONS, type OwnOperation, type Permission } from "./rules.ts";
import {
  AddressShown,
  ConnectionShown,
  FeeShown,
  Invitation,
  KeyChanges,
  KeyRule,
  LoggedRequest,
  MadeKeys,
  Me,
  Member,
  Named,
  NamedIds,
  NewAddress,
  NewConnection,
  NewInvitation,
  NewKeys,
  NewTimeZone,
  OldAddress,
  OldConnection,
  Overview,
  RoleField,
  requestFields,
  ShownAct,
  ShownKey,
  WaitingOrder,
} from "./schema.ts";
import {
  actsOf,
  changeRole,
  changeTimeZone,
  connectionsOf,
  connectWith,
  disconnectFrom,
  inviteTo,
  removeMember,
  staffOf,
  withdrawInvitation,
} from "./staff.ts";
import { admit, type Desk, meOf, type SignedIn } from "./standing.ts";
import { namesOf } from "./store.ts";

export interface DashboardOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Runs work in one read-only snapshot of one merchant and environment. */
  readonly look: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<SignedIn>;
  /** Runs an operation of the API for a scope. */
  answer(scope: Scope, request: FastifyRequest, reply: FastifyReply, route: Route): Promise<string>;
  readonly routes: readonly Route[];
  readonly public_url: string;
  /** Registers paths whose responses are not JSON: files and event streams. Each calls `admit` first. */
  others(app: FastifyInstance, admit: Admit): void;
  /** True if links are sent by mail. */
  readonly has_mail: boolean;
}

/** Returns the sender of a request, if authorized. Throws as `admit` does. */
export type Admit = (request: FastifyRequest, operation: OwnOperation) => Promise<Desk>;

const PLACE = "/dashboard/api/merchants/:merchant";
const EITHER = "live";

const Place = Type.Object({ merchant: IdText, environment: Type.Optional(IdText) });
type Place = Static<typeof Place>;
const readPlace = reader(Place);

/** The built page, for every address below `/dashboard`, because people keep bookmarks. */
export function dashboardPage(folder: string): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const sendPage = await builtPage(app, { folder, prefix: "/dashboard" });
    app.get("/dashboard", (_request, reply) => sendPage(reply, 200));
    app.get("/dashboard/*", (_request, reply) => sendPage(reply, 200));
  };
}

/** The paths of a signed-in person's merchants. */
export function dashboardPaths(options: DashboardOptions): (app: FastifyInstance) => void {
  return (app) => {
    const shown = several(200, { message: "Welcome" }, { me: Me });
    app.get("/dashboard/api/me", async (request, reply) => {
      const visitor = await options.visitorOf(request);
      const seen = { address: request.ip, api_url: options.public_url };
      return sendReply(reply, shown.of({ me: await options.transact((tx) => meOf(tx, visitor, seen)) }));
    });
    for (const route of options.routes) {
      const permission = API_PERMISSIONS[`${route.method} ${route.path}`];
      if (!permission) continue;
      // Each kind of body is parsed on its own paths only.
      void app.register(async (scoped) => offer(readOtherBodies(scoped, route), options, route, permission));
    }
    for (const operation of OPERATIONS) own(app, options, operation);
    options.others(app, (request, operation) => deskOf(options, request, OWN_PERMISSIONS[operation]));
    app.all("/dashboard/api/*", () => {
      throw new ServiceError("not_found", "There is nothing at this path");
    });
  };
}

/** One operation of the API, for a person instead of a key. */
function offer(app: FastifyInstance, options: DashboardOptions, route: Route, permission: Permission): void {
  app.route<{ Params: Place }>({
    method: route.method,
    url: `${PLACE}/:environment${fastifyPath(route.path)}`,
    bodyLimit: route.body_limit_bytes ?? BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      await deskOf(options, request, permission);
    },
    handler: async (request, reply) => {
      const { merchant, environment } = await deskOf(options, request, permission);
      const text = await options.answer({ merchant, environment }, request, reply, route);
      return environment === "live" ? hideAccountNumbers(text) : text;
    },
  });
}

async function deskOf(
  { transact, visitorOf }: DashboardOptions,
  request: FastifyRequest,
  permission: Permission,
): Promise<Desk> {
  const visitor = await visitorOf(request);
  const { merchant, environment = EITHER } = readPlace(request.params, "text");
  const desk = await transact((tx) => admit(tx, visitor, { merchant, environment }, permission));
  const { id, name } = visitor.person;
  request.visitor = { person: { id, name }, merchant: desk.merchant, environment: desk.environment };
  return desk;
}

/** A request to an operation that only the dashboard has. */
interface Call<Body, Query> {
  readonly desk: Desk;
  readonly scope: Scope;
  /** The person, in the form of the audit log. */
  readonly actor: string;
  readonly person: Person;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly public_url: string;
  readonly has_mail: boolean;
}

interface Operation {
  readonly name: OwnOperation;
  readonly has_environment: boolean;
  /** True if it only reads one merchant's rows, under row-level security. */
  readonly is_look: boolean;
  run(tx: Tx, call: Call<unknown, unknown>): Promise<Reply>;
}

function operation<Body extends TSchema>(
  name: Operation["name"],
  place: "environment" | "business",
  body: Body,
  run: (tx: Tx, call: Call<Static<Body>, object>) => Promise<Reply>,
): Operation {
  return asking(name, place, body, NONE, run);
}

/** Like `operation`, with query parameters. */
function asking<Body extends TSchema, Query extends TSchema>(
  name: Operation["name"],
  place: "environment" | "business",
  body: Body,
  query: Query,
  run: (tx: Tx, call: Call<Static<Body>, Static<Query>>) => Promise<Reply>,
): Operation {
  const foresee = FORESEEN[name];
  const rules = foresee ? { foresee: (given: { readonly body: unknown }) => foresee(given.body) } : {};
  const [read, readQuery] = [reader(body, rules), queryReader(query)];
  const has_environment = place === "environment";
  return {
    name,
    has_environment,
    is_look: has_environment && name.startsWith("GET"),
    run: (tx, call) => run(tx, { ...call, query: readQuery(call.query), body: read(call.body, "json") }),
  };
}

const NONE = Type.Object({});
const ok = bare(200, { message: "Done" });
const overview = several(200, { message: "Overview" }, { overview: Overview });
const named = several(200, { message: "Names retrieved" }, { items: Type.Array(Named) });
const fees = several(200, { message: "Fees retrieved" }, { currency: Type.String(), items: Type.Array(FeeShown) });
const keys = several(
  200,
  { message: "Keys retrieved" },
  { items: Type.Array(ShownKey), is_grant_required: Type.Boolean() },
);
const made = several(201, { message: "Keys created" }, { keys: MadeKeys });
const addresses = several(200, { message: "Addresses retrieved" }, { items: Type.Array(AddressShown) });
const requests = several(
  200,
  { message: "Requests retrieved" },
  { items: Type.Array(LoggedRequest), has_more: Type.Boolean() },
);
const request = single(200, { message: "Request retrieved" }, "request", LoggedRequest);
const zone = several(200, { message: "Time zone set" }, { time_zone: Type.String() });
const staff = several(
  200,
  { message: "People retrieved" },
  { members: Type.Array(Member), invitations: Type.Array(Invitation) },
);
const account_number = several(200, { message: "Account number retrieved" }, { account_number: Type.String() });
const invited = several(201, { message: "Invited" }, { invitation: Invitation, url: Nullable(Type.String()) });
const waiting = several(
  200,
  { message: "Approvals retrieved" },
  { items: Type.Array(WaitingOrder), totals: Type.Integer() },
);
const rule = several(200, { message: "Rule retrieved" }, { rule: Nullable(RuleField) });
const connections = several(200, { message: "Connections retrieved" }, { items: Type.Array(ConnectionShown) });
const acts = several(200, { message: "Acts retrieved" }, { items: Type.Array(ShownAct) });

const environmentOperations: readonly Operation[] = [
  // A download link cannot show a step-up form, so the page requests the step-up here first.
  operation("GET /export-permission", "environment", NONE, async () => ok.of(null)),
  operation("GET /overview", "environment", NONE, async (tx, { scope }) =>
    overview.of({ overview: await overviewOf(tx, scope) }),
  ),
  asking("GET /names", "environment", NONE, NamedIds, async (tx, { scope, query: { ids = "" } }) =>
    named.of({ items: [...(await namesOf(tx, scope, ids.split(",")))] }),
  ),
  operation("POST /account-numbers/{id}", "environment", NONE, async (tx, { scope, id, actor }) =>
    account_number.of({ account_number: await readAccountNumber(tx, scope, id, actor) }),
  ),
  operation("GET /fees", "environment", NONE, async (tx, { scope }) => fees.of(await feesOf(tx, scope))),
  operation("GET /keys", "environment", NONE, async (tx, { scope }) =>
    keys.of({ items: [...(await keysOf(tx, scope))], is_grant_required: await isGrantRequired(tx, scope) }),
  ),
  operation("POST /keys", "environment", NewKeys, async (tx, { scope, body, actor }) =>
    made.of({ keys: await makeKeys(tx, scope, body, actor) }),
  ),
  operation("PUT /keys/{id}", "environment", KeyChanges, async (tx, { scope, id, body, actor }) => {
    await changeKey(tx, scope, id, body, actor);
    return ok.of(null);
  }),
  operation("PUT /key-rule", "environment", KeyRule, async (tx, { scope, body, actor }) => {
    await requireGrant(tx, scope, body.is_grant_required, actor);
    return ok.of(null);
  }),
  operation("DELETE /keys/{id}", "environment", NONE, async (tx, { scope, id, actor }) => {
    await endKey(tx, scope, id, actor);
    return ok.of(null);
  }),
  operation("GET /addresses", "environment", NONE, async (tx, { scope }) =>
    addresses.of({ items: [...(await addressesOf(tx, scope))] }),
  ),
  operation("POST /addresses", "environment", NewAddress, async (tx, { scope, body, ...by }) => {
    await allowAddress(tx, scope, body, by);
    return ok.of(null);
  }),
  asking("DELETE /addresses", "environment", NONE, OldAddress, async (tx, { scope, query, ...by }) => {
    await forbidAddress(tx, scope, query.range, by);
    return ok.of(null);
  }),
];

const RequestQuery = Type.Object({ ...requestFields, ...dateFields });

const requestOperations: readonly Operation[] = [
  asking("GET /requests", "environment", NONE, RequestQuery, async (tx, { scope, query }) => {
    const { search = null, status = null, method = null, key = null, before = null } = query;
    const days = await daysIn(tx, scope.merchant, query);
    const filter = { search, status, method, key, before, ...days.range };
    return requests.of(await listRequests(tx, scope, filter));
  }),
  operation("GET /requests/{id}", "environment", NONE, async (tx, { scope, id }) =>
    request.of(await retrieveRequest(tx, scope, id)),
  ),
];

const approvalOperations: readonly Operation[] = [
  operation("GET /approvals", "environment", NONE, async (tx, { scope, person }) =>
    waiting.of(await waitingOf(tx, scope, person.id)),
  ),
  operation("POST /approvals/{id}/approve", "environment", NONE, async (tx, { scope, id, person }) => {
    await decideOn(tx, scope, id, { state: "approved", by: person, reason: null });
    return ok.of(null);
  }),
  operation("POST /approvals/{id}/reject", "environment", Rejection, async (tx, { scope, id, person, body }) => {
    await decideOn(tx, scope, id, { state: "rejected", by: person, reason: body.reason });
    return ok.of(null);
  }),
  operation("GET /approval-rule", "environment", NONE, async (tx, { scope, person }) =>
    rule.of({ rule: await ruleOf(tx, scope, person) }),
  ),
  operation("PUT /approval-rule", "environment", NewRule, async (tx, { scope, body, actor, person }) => {
    await setRule(tx, scope, body, actor);
    return rule.of({ rule: await ruleOf(tx, scope, person) });
  }),
];

const ActsQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: "^\\d{1,18}$", maxLength: 18 })) });
const RoleChange = Type.Object({ role: RoleField });

const businessOperations: readonly Operation[] = [
  operation("GET /acts/export-permission", "business", NONE, async () => ok.of(null)),
  operation("PUT /time-zone", "business", NewTimeZone, async (tx, { desk, body, actor }) =>
    zone.of({ time_zone: await changeTimeZone(tx, desk.merchant, body.time_zone, actor) }),
  ),
  operation("GET /people", "business", NONE, async (tx, { desk }) => staff.of(await staffOf(tx, desk.merchant))),
  operation("POST /people", "business", NewInvitation, async (tx, { desk, body, actor, public_url, has_mail }) =>
    invited.of(await inviteTo(tx, desk.merchant, body, { actor, public_url, has_mail })),
  ),
  operation("PUT /people/{id}", "business", RoleChange, async (tx, { desk, id, body, actor }) => {
    await changeRole(tx, desk.merchant, id, body.role, actor);
    return ok.of(null);
  }),
  operation("DELETE /people/{id}", "business", NONE, async (tx, { desk, id, actor }) => {
    await removeMember(tx, desk.merchant, id, actor);
    return ok.of(null);
  }),
  operation("DELETE /invitations/{id}", "business", NONE, async (tx, { desk, id, actor }) => {
    await withdrawInvitation(tx, desk.merchant, id, actor);
    return ok.of(null);
  }),
  operation("GET /connections", "business", NONE, async (tx, { desk }) =>
    connections.of({ items: await connectionsOf(tx, desk.merchant) }),
  ),
  operation("POST /connections", "business", NewConnection, async (tx, { desk, body, actor }) => {
    const { merchant, ...grant } = body;
    await connectWith(tx, desk.merchant, merchant, grant, actor);
    return ok.of(null);
  }),
  asking("DELETE /connections/{id}", "business", NONE, OldConnection, async (tx, { desk, id, query, actor }) => {
    await disconnectFrom(tx, desk.merchant, id, query.direction, actor);
    return ok.of(null);
  }),
  asking("GET /acts", "business", NONE, ActsQuery, async (tx, { desk, query }) => {
    const before = query.before === undefined ? null : BigInt(query.before);
    return acts.of({ items: [...(await actsOf(tx, desk.merchant, before))] });
  }),
];

const OPERATIONS = [...environmentOperations, ...requestOperations, ...approvalOperations, ...businessOperations];

function own(app: FastifyInstance, options: DashboardOptions, given: Operation): void {
  const [method = "GET", path = ""] = given.name.split(" ");
  const permission: Permission = OWN_PERMISSIONS[given.name];
  app.route<{ Params: Place & { id?: string }; Querystring: Readonly<Record<string, string>> }>({
    method,
    url: `${PLACE}${given.has_environment ? "/:environment" : ""}${fastifyPath(path)}`,
    bodyLimit: PERSON_BODY_BYTES,
    onRequest: async (request) => {
      if (method !== "GET") await deskOf(options, request, permission);
    },
    handler: async (request, reply) => {
      const desk = await deskOf(options, request, permission);
      const { merchant, environment, visitor } = desk;
      const scope = { merchant, environment };
      const call: Call<unknown, unknown> = {
        ...{ desk, scope, body: request.body, query: request.query },
        ...{ public_url: options.public_url, has_mail: options.has_mail },
        ...{ actor: `user:${visitor.person.id}`, person: visitor.person, id: request.params.id ?? "" },
      };
      const work = (tx: Tx): Promise<Reply> => given.run(tx, call);
      return sendReply(reply, await (given.is_look ? options.look(scope, work) : options.transact(work)));
    },
  });
}
