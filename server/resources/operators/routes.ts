import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { bare, list, type Reply, several, single } from "#http/envelope.ts";
import { PERSON_BODY_BYTES } from "#http/intake.ts";
import { queryReader } from "#http/query.ts";
import { reader } from "#http/reader.ts";
import { fastifyPath, sendReply } from "#http/server.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { accountsOf } from "./channels.ts";
import { operatorActs, operatorPeople } from "./log.ts";
import { merchantOf, merchantsOf } from "./merchants.ts";
import { pauseChannel, resumeChannel } from "./pause.ts";
import { decideReview, reviewOf, reviewsOf } from "./reviews.ts";
import { actorOf, OPERATOR_PERMISSIONS, type OperatorOperation } from "./rules.ts";
import {
  AccountShown,
  DriftShown,
  ExceptionDecision,
  ExceptionShown,
  InEnvironment,
  MerchantDetails,
  MerchantShown,
  MerchantsQuery,
  OperatorAct,
  OperatorPerson,
  PauseReason,
  ReportShown,
  ReviewCase,
  ReviewDecision,
  ReviewShown,
  StatementShown,
} from "./schema.ts";
import { admitOperator, type SignedIn } from "./standing.ts";
import { decideException, exceptionsOf, statementOf, statementsOf } from "./statements.ts";

export interface OperatorOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<SignedIn>;
  /** True if a review requires two people. */
  readonly reviews_need_two: boolean;
}

const PLACE = "/dashboard/api/operator";

/** The paths of the platform operators' pages: their commands' verbs, for signed-in people. */
export function operatorPaths(options: OperatorOptions): (app: FastifyInstance) => void {
  return (app) => {
    for (const operation of operations) offer(app, options, operation);
  };
}

/** One request to an operation. */
interface Call<Query, Body> {
  /** The sender, in the form of the audit log. */
  readonly actor: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly needs_two: boolean;
}

interface Operation {
  readonly name: OperatorOperation;
  run(tx: Tx, call: Call<unknown, unknown>): Promise<Reply>;
}

const NONE = Type.Object({});

function look<Query extends TSchema>(
  name: OperatorOperation,
  query: Query,
  run: (tx: Tx, call: Call<Static<Query>, unknown>) => Promise<Reply>,
): Operation {
  const read = queryReader(query);
  return { name, run: (tx, call) => run(tx, { ...call, query: read(call.query) }) };
}

function act<Body extends TSchema>(
  name: OperatorOperation,
  body: Body,
  run: (tx: Tx, call: Call<unknown, Static<Body>>) => Promise<Reply>,
): Operation {
  const read = reader(body);
  return { name, run: (tx, call) => run(tx, { ...call, body: read(call.body, "json") }) };
}

/** The right is checked in the transaction of the action, so a withdrawal takes effect once the actions in flight have ended. */
function offer(app: FastifyInstance, options: OperatorOptions, { name, run }: Operation): void {
  const [method = "GET", path = ""] = name.split(" ");
  app.route<{ Params: Readonly<Record<string, string>> }>({
    method,
    url: `${PLACE}${fastifyPath(path)}`,
    bodyLimit: PERSON_BODY_BYTES,
    onRequest: async (request) => {
      if (method !== "GET") await options.visitorOf(request);
    },
    handler: async (request, reply) => {
      const visitor = await options.visitorOf(request);
      const actor = actorOf(visitor.person.id);
      const { params, query, body } = request;
      const call = { actor, params, query, body, needs_two: options.reviews_need_two };
      const answer = await options.transact(async (tx) => {
        await admitOperator(tx, visitor, OPERATOR_PERMISSIONS[name]);
        return run(tx, call);
      });
      return sendReply(reply, answer);
    },
  });
}

const done = bare(200, { message: "Done" });
const merchants = list({ message: "Merchants retrieved" }, "items", MerchantShown);
const merchant = single(200, { message: "Merchant retrieved" }, "merchant", MerchantDetails);
const accounts = several(200, { message: "Channels retrieved" }, { items: Type.Array(AccountShown) });
const reviews = several(200, { message: "Reviews retrieved" }, { items: Type.Array(ReviewShown) });
const review = single(200, { message: "Review retrieved" }, "review", ReviewCase);
const decided = single(200, { message: "Decided" }, "review", ReviewShown);
const statements = several(200, { message: "Statements retrieved" }, { items: Type.Array(StatementShown) });
const statement = several(
  200,
  { message: "Statement retrieved" },
  { statement: StatementShown, report: ReportShown, items: Type.Array(ExceptionShown) },
);
const exceptions = several(
  200,
  { message: "Exceptions retrieved" },
  { items: Type.Array(ExceptionShown), drifts: Type.Array(DriftShown) },
);
const people = several(200, { message: "Operators retrieved" }, { items: Type.Array(OperatorPerson) });
const acts = several(200, { message: "Acts retrieved" }, { items: Type.Array(OperatorAct) });
const ReviewsQuery = Type.Object({ all: Type.Optional(Type.Boolean()) });
const ActsQuery = Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) });

const operations: readonly Operation[] = [
  look("GET /merchants", MerchantsQuery, async (tx, { query }) => {
    const { environment = "live", search = "", page = 1 } = query;
    return merchants.of(await merchantsOf(tx, { environment, search: search.trim(), page }));
  }),
  look("GET /merchants/{id}", InEnvironment, async (tx, { params, query, actor }) =>
    merchant.of(await merchantOf(tx, params.id ?? "", query.environment ?? "live", actor)),
  ),
  look("GET /channels", NONE, async (tx) => accounts.of({ items: await accountsOf(tx) })),
  act("POST /channels/{account}/{channel}/pause", PauseReason, async (tx, { params, body, actor }) => {
    await pauseChannel(tx, overOf(params), body.reason, actor);
    return done.of(null);
  }),
  act("POST /channels/{account}/{channel}/resume", NONE, async (tx, { params, actor }) => {
    await resumeChannel(tx, overOf(params), actor);
    return done.of(null);
  }),
  look("GET /reviews", ReviewsQuery, async (tx, { query, actor }) =>
    reviews.of({ items: await reviewsOf(tx, query.all === true, actor) }),
  ),
  look("GET /reviews/{id}", NONE, async (tx, { params, actor, needs_two }) =>
    review.of(await reviewOf(tx, params.id ?? "", needs_two, actor)),
  ),
  act("POST /reviews/{id}/resolve", ReviewDecision, async (tx, { params, body, actor, needs_two }) =>
    decided.of(await decideReview(tx, params.id ?? "", { ...body, actor, needs_two })),
  ),
  look("GET /statements", NONE, async (tx) => statements.of({ items: await statementsOf(tx) })),
  look("GET /statements/{id}", NONE, async (tx, { params }) => statement.of(await statementOf(tx, params.id ?? ""))),
  look("GET /exceptions", NONE, async (tx) => exceptions.of(await exceptionsOf(tx))),
  act("POST /exceptions/{id}/resolve", ExceptionDecision, async (tx, { params, body, actor }) => {
    await decideException(tx, params.id ?? "", { ...body, actor });
    return done.of(null);
  }),
  look("GET /people", NONE, async (tx) => people.of({ items: await operatorPeople(tx) })),
  look("GET /acts", ActsQuery, async (tx, { query }) =>
    acts.of({ items: await operatorActs(tx, query.before === undefined ? null : BigInt(query.before)) }),
  ),
];

function overOf({ account = "", channel = "" }: Readonly<Record<string, string>>) {
  return { account, channel };
}
