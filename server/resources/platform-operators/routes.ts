import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { fieldsEnvelope, listEnvelope, messageEnvelope, type Reply, resourceEnvelope } from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { queryParser } from "#http/query-parser.ts";
import { USER_BODY_LIMIT_BYTES } from "#http/request-limits.ts";
import { fastifyPath, sendReply } from "#http/server.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { listPlatformAuditEntries, listPlatformOperators } from "./audit-log.ts";
import { type AuthenticatedVisitor, authorizeOperator } from "./authorization.ts";
import { listMerchantPage, readMerchantDetails } from "./merchants.ts";
import { pauseChannel, resumeChannel } from "./pause.ts";
import { listProviderAccounts } from "./provider-accounts.ts";
import { decideReview, listReviews, readReviewCase } from "./reviews.ts";
import { OPERATOR_PERMISSIONS, type OperatorOperation, operatorActor } from "./rules.ts";
import {
  AuditEntryWithActor,
  DriftView,
  EnvironmentQuery,
  ExceptionDecision,
  ExceptionView,
  MerchantDetails,
  MerchantsQuery,
  MerchantView,
  OperatorPerson,
  PauseReason,
  ProviderAccountView,
  ReportView,
  ReviewCase,
  ReviewDecision,
  ReviewView,
  StatementView,
} from "./schema.ts";
import { decideException, listExceptionViews, listStatementViews, readStatement } from "./statements.ts";

export interface PlatformOperatorOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<AuthenticatedVisitor>;
  /** True if a review requires two people. */
  readonly reviews_need_two: boolean;
}

const BASE_PATH = "/dashboard/api/operator";

/** The paths of the platform operators' pages: their commands' verbs, for signed-in people. */
export function platformOperatorPaths(options: PlatformOperatorOptions): (app: FastifyInstance) => void {
  return (app) => {
    for (const operation of operations) registerOperation(app, options, operation);
  };
}

/** One request to an operation. */
interface OperatorCall<Query, Body> {
  /** The sender, in the form of the audit log. */
  readonly actor: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly needs_two: boolean;
}

interface PlatformOperation {
  readonly name: OperatorOperation;
  run(tx: Tx, call: OperatorCall<unknown, unknown>): Promise<Reply>;
}

const EMPTY = Type.Object({});

function readOperation<Query extends TSchema>(
  name: OperatorOperation,
  query: Query,
  run: (tx: Tx, call: OperatorCall<Static<Query>, unknown>) => Promise<Reply>,
): PlatformOperation {
  const read = queryParser(query);
  return { name, run: (tx, call) => run(tx, { ...call, query: read(call.query) }) };
}

function writeOperation<Body extends TSchema>(
  name: OperatorOperation,
  body: Body,
  run: (tx: Tx, call: OperatorCall<unknown, Static<Body>>) => Promise<Reply>,
): PlatformOperation {
  const read = inputParser(body);
  return { name, run: (tx, call) => run(tx, { ...call, body: read(call.body, "json") }) };
}

/**
 * The right is checked in the transaction of the action, so a withdrawal takes effect once the actions in flight have
 * ended.
 */
function registerOperation(
  app: FastifyInstance,
  options: PlatformOperatorOptions,
  { name, run }: PlatformOperation,
): void {
  const [method = "GET", path = ""] = name.split(" ");
  app.route<{ Params: Readonly<Record<string, string>> }>({
    method,
    url: `${BASE_PATH}${fastifyPath(path)}`,
    bodyLimit: USER_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      if (method !== "GET") await options.visitorOf(request);
    },
    handler: async (request, reply) => {
      const visitor = await options.visitorOf(request);
      const actor = operatorActor(visitor.person.id);
      const { params, query, body } = request;
      const call = { actor, params, query, body, needs_two: options.reviews_need_two };
      const answer = await options.transact(async (tx) => {
        await authorizeOperator(tx, visitor, OPERATOR_PERMISSIONS[name]);
        return run(tx, call);
      });
      return sendReply(reply, answer);
    },
  });
}

const done = messageEnvelope(200, { message: "Done" });
const merchants = listEnvelope({ message: "Merchants retrieved" }, "items", MerchantView);
const merchant = resourceEnvelope(200, { message: "Merchant retrieved" }, "merchant", MerchantDetails);
const accounts = fieldsEnvelope(200, { message: "Channels retrieved" }, { items: Type.Array(ProviderAccountView) });
const reviews = fieldsEnvelope(200, { message: "Reviews retrieved" }, { items: Type.Array(ReviewView) });
const review = resourceEnvelope(200, { message: "Review retrieved" }, "review", ReviewCase);
const reviewDecided = resourceEnvelope(200, { message: "Decided" }, "review", ReviewView);
const statements = fieldsEnvelope(200, { message: "Statements retrieved" }, { items: Type.Array(StatementView) });
const statement = fieldsEnvelope(
  200,
  { message: "Statement retrieved" },
  { statement: StatementView, report: ReportView, items: Type.Array(ExceptionView) },
);
const exceptions = fieldsEnvelope(
  200,
  { message: "Exceptions retrieved" },
  { items: Type.Array(ExceptionView), drifts: Type.Array(DriftView) },
);
const people = fieldsEnvelope(200, { message: "Operators retrieved" }, { items: Type.Array(OperatorPerson) });
const auditEntries = fieldsEnvelope(200, { message: "Acts retrieved" }, { items: Type.Array(AuditEntryWithActor) });
const ReviewsQuery = Type.Object({ all: Type.Optional(Type.Boolean()) });
const AuditLogQuery = Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) });

const operations: readonly PlatformOperation[] = [
  readOperation("GET /merchants", MerchantsQuery, async (tx, { query }) => {
    const { environment = "live", search = "", page = 1 } = query;
    return merchants.of(await listMerchantPage(tx, { environment, search: search.trim(), page }));
  }),
  readOperation("GET /merchants/{id}", EnvironmentQuery, async (tx, { params, query, actor }) =>
    merchant.of(await readMerchantDetails(tx, params.id ?? "", query.environment ?? "live", actor)),
  ),
  readOperation("GET /channels", EMPTY, async (tx) => accounts.of({ items: await listProviderAccounts(tx) })),
  writeOperation("POST /channels/{account}/{channel}/pause", PauseReason, async (tx, { params, body, actor }) => {
    await pauseChannel(tx, accountChannelOf(params), body.reason, actor);
    return done.of(null);
  }),
  writeOperation("POST /channels/{account}/{channel}/resume", EMPTY, async (tx, { params, actor }) => {
    await resumeChannel(tx, accountChannelOf(params), actor);
    return done.of(null);
  }),
  readOperation("GET /reviews", ReviewsQuery, async (tx, { query, actor }) =>
    reviews.of({ items: await listReviews(tx, query.all === true, actor) }),
  ),
  readOperation("GET /reviews/{id}", EMPTY, async (tx, { params, actor, needs_two }) =>
    review.of(await readReviewCase(tx, params.id ?? "", needs_two, actor)),
  ),
  writeOperation("POST /reviews/{id}/resolve", ReviewDecision, async (tx, { params, body, actor, needs_two }) =>
    reviewDecided.of(await decideReview(tx, params.id ?? "", { ...body, actor, needs_two })),
  ),
  readOperation("GET /statements", EMPTY, async (tx) => statements.of({ items: await listStatementViews(tx) })),
  readOperation("GET /statements/{id}", EMPTY, async (tx, { params }) =>
    statement.of(await readStatement(tx, params.id ?? "")),
  ),
  readOperation("GET /exceptions", EMPTY, async (tx) => exceptions.of(await listExceptionViews(tx))),
  writeOperation("POST /exceptions/{id}/resolve", ExceptionDecision, async (tx, { params, body, actor }) => {
    await decideException(tx, params.id ?? "", { ...body, actor });
    return done.of(null);
  }),
  readOperation("GET /people", EMPTY, async (tx) => people.of({ items: await listPlatformOperators(tx) })),
  readOperation("GET /acts", AuditLogQuery, async (tx, { query }) =>
    auditEntries.of({
      items: await listPlatformAuditEntries(tx, query.before === undefined ? null : BigInt(query.before)),
    }),
  ),
];

function accountChannelOf({ account = "", channel = "" }: Readonly<Record<string, string>>) {
  return { account, channel };
}
