import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { BROWSER_API_PATH, type BrowserOperation, routeOfName } from "#http/browser-operation.ts";
import {
  type Envelope,
  fieldsEnvelope,
  listEnvelope,
  messageEnvelope,
  type Reply,
  resourceEnvelope,
} from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { queryParser } from "#http/query-parser.ts";
import { USER_BODY_LIMIT_BYTES } from "#http/request-limits.ts";
import { fastifyPath, sendReply } from "#http/server.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { listPlatformAuditEntries, listPlatformOperators } from "./audit-log.ts";
import { type AuthenticatedVisitor, authorizeOperator } from "./authorization.ts";
import { BankPayment, BankRefusal, BankTask, BankTaskDetails, BankTasksQuery } from "./bank-task-schema.ts";
import { approve, bookAdjustment, bookReversal, listCorrectionViews, listEntryViews, reject } from "./corrections.ts";
import { Limit, listMerchantLimits, PlatformLimit, removePlatformLimit, setPlatformLimit } from "./limits.ts";
import { listMerchantPage, readMerchantDetails } from "./merchants.ts";
import { pauseChannel, resumeChannel } from "./pause.ts";
import { listProviderAccounts } from "./provider-accounts.ts";
import { decideReview, listReviews, readReviewCase } from "./reviews.ts";
import { OPERATOR_PERMISSIONS, type OperatorOperation, operatorActor } from "./rules.ts";
import {
  AdjustmentOrder,
  AuditEntryWithActor,
  CorrectionsQuery,
  CorrectionView,
  DriftView,
  EntriesQuery,
  EntryView,
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
  Reversal,
  ReviewCase,
  ReviewDecision,
  ReviewView,
  StatementView,
} from "./schema.ts";
import { decideException, listExceptionViews, listStatementViews, readStatement } from "./statements.ts";
import { endBankTask, listBankTasks, readBankTask, startBankTask } from "./withdrawals.ts";

export interface PlatformOperatorOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<AuthenticatedVisitor>;
  /** True if a review requires two people. */
  readonly reviews_need_two: boolean;
  /** A live correction above this amount requires two people. */
  readonly funds_dual_control_above: bigint;
}

/**
 * Registers the paths of the platform operators' pages. They run the same functions as the commands, for signed-in
 * people.
 */
export function platformOperatorPaths(options: PlatformOperatorOptions): (app: FastifyInstance) => void {
  return (app) => {
    for (const operation of operations) registerOperation(app, options, operation);
  };
}

/** One request to an operation. */
interface OperatorCall<Query, Body> {
  /** The sender, in the notation of the audit log. */
  readonly actor: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly needs_two: boolean;
  readonly dual_control_above: bigint;
}

interface PlatformOperation extends Pick<BrowserOperation, "query" | "body" | "reply"> {
  readonly name: OperatorOperation;
  run(tx: Tx, call: OperatorCall<unknown, unknown>): Promise<Reply>;
}

const EMPTY = Type.Object({});

function readOperation<Query extends TSchema, Value>(
  name: OperatorOperation,
  query: Query,
  reply: Envelope<Value>,
  run: (tx: Tx, call: OperatorCall<Static<Query>, unknown>) => Promise<Value>,
): PlatformOperation {
  const read = queryParser(query);
  return {
    ...{ name, query, reply },
    run: async (tx, call) => reply.of(await run(tx, { ...call, query: read(call.query) })),
  };
}

function writeOperation<Body extends TSchema, Value>(
  name: OperatorOperation,
  body: Body,
  reply: Envelope<Value>,
  run: (tx: Tx, call: OperatorCall<unknown, Static<Body>>) => Promise<Value>,
): PlatformOperation {
  const read = inputParser(body);
  return {
    ...{ name, body, reply },
    run: async (tx, call) => reply.of(await run(tx, { ...call, body: read(call.body, "json") })),
  };
}

/**
 * Registers one operation. It checks the right in the transaction of the action. A withdrawal of the right waits for
 * the actions in flight.
 */
function registerOperation(
  app: FastifyInstance,
  options: PlatformOperatorOptions,
  { name, run }: PlatformOperation,
): void {
  const { method, path } = routeOfName(name, "/operator");
  app.route<{ Params: Readonly<Record<string, string>> }>({
    method,
    url: `${BROWSER_API_PATH}${fastifyPath(path)}`,
    bodyLimit: USER_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      if (method !== "GET") await options.visitorOf(request);
    },
    handler: async (request, reply) => {
      const visitor = await options.visitorOf(request);
      const actor = operatorActor(visitor.person.id);
      const dual_control_above = options.funds_dual_control_above;
      const { params, query, body } = request;
      const call = { actor, params, query, body, needs_two: options.reviews_need_two, dual_control_above };
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
const entries = fieldsEnvelope(200, { message: "Entries retrieved" }, { items: Type.Array(EntryView) });
const corrections = fieldsEnvelope(200, { message: "Corrections retrieved" }, { items: Type.Array(CorrectionView) });
const correction = resourceEnvelope(200, { message: "Decided" }, "correction", CorrectionView);
const limits = fieldsEnvelope(200, { message: "Limits retrieved" }, { limits: Type.Array(Limit) });
const bankTasks = fieldsEnvelope(200, { message: "Withdrawals retrieved" }, { items: Type.Array(BankTask) });
const bankTask = resourceEnvelope(200, { message: "Withdrawal retrieved" }, "withdrawal", BankTaskDetails);
const bankTaskDecided = resourceEnvelope(200, { message: "Decided" }, "withdrawal", BankTask);
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
  readOperation("GET /merchants", MerchantsQuery, merchants, async (tx, { query }) => {
    const { environment = "live", search = "", page = 1 } = query;
    return listMerchantPage(tx, { environment, search: search.trim(), page });
  }),
  readOperation("GET /merchants/{id}", EnvironmentQuery, merchant, (tx, { params, query, actor }) =>
    readMerchantDetails(tx, params.id ?? "", query.environment ?? "live", actor),
  ),
  readOperation("GET /merchants/{id}/limits", EnvironmentQuery, limits, async (tx, { params, query }) => ({
    limits: await listMerchantLimits(tx, params.id ?? "", query.environment ?? "live"),
  })),
  writeOperation("PUT /merchants/{id}/limits", PlatformLimit, done, async (tx, { params, body, actor }) => {
    await setPlatformLimit(tx, params.id ?? "", body, actor);
    return null;
  }),
  writeOperation("DELETE /merchants/{id}/limits/{limit}", EMPTY, done, async (tx, { params, actor }) => {
    await removePlatformLimit(tx, params.id ?? "", params.limit ?? "", actor);
    return null;
  }),
  readOperation("GET /merchants/{id}/entries", EntriesQuery, entries, async (tx, { params, query }) => ({
    items: await listEntryViews(tx, params.id ?? "", query),
  })),
  writeOperation(
    "POST /merchants/{id}/entries/{entry}/reverse",
    Reversal,
    correction,
    (tx, { params, body, actor, dual_control_above }) =>
      bookReversal(tx, params, { ...body, actor, dual_control_above }),
  ),
  writeOperation(
    "POST /merchants/{id}/adjustments",
    AdjustmentOrder,
    correction,
    (tx, { params, body, actor, dual_control_above }) =>
      bookAdjustment(tx, params.id ?? "", { ...body, actor, dual_control_above }),
  ),
  readOperation("GET /corrections", CorrectionsQuery, corrections, async (tx, { query, actor }) => ({
    items: await listCorrectionViews(tx, query.all === true, actor),
  })),
  writeOperation("POST /corrections/{id}/approve", EMPTY, correction, (tx, { params, actor }) =>
    approve(tx, params.id ?? "", actor),
  ),
  writeOperation("POST /corrections/{id}/reject", PauseReason, correction, (tx, { params, body, actor }) =>
    reject(tx, params.id ?? "", actor, body.reason),
  ),
  readOperation("GET /withdrawals", BankTasksQuery, bankTasks, async (tx, { query, ...reader }) => ({
    items: await listBankTasks(tx, query.ended === true, reader),
  })),
  readOperation("GET /withdrawals/{id}", EMPTY, bankTask, (tx, { params, ...reader }) =>
    readBankTask(tx, params.id ?? "", reader),
  ),
  writeOperation("POST /withdrawals/{id}/start", EMPTY, bankTaskDecided, (tx, { params, ...reader }) =>
    startBankTask(tx, params.id ?? "", reader),
  ),
  writeOperation("POST /withdrawals/{id}/complete", BankPayment, bankTaskDecided, (tx, { params, body, ...reader }) =>
    endBankTask(tx, params.id ?? "", { outcome: "complete", text: body.reference }, reader),
  ),
  writeOperation("POST /withdrawals/{id}/fail", BankRefusal, bankTaskDecided, (tx, { params, body, ...reader }) =>
    endBankTask(tx, params.id ?? "", { outcome: "failed", text: body.reason }, reader),
  ),
  readOperation("GET /channels", EMPTY, accounts, async (tx) => ({ items: await listProviderAccounts(tx) })),
  writeOperation("POST /channels/{account}/{channel}/pause", PauseReason, done, async (tx, { params, body, actor }) => {
    await pauseChannel(tx, accountChannelOf(params), body.reason, actor);
    return null;
  }),
  writeOperation("POST /channels/{account}/{channel}/resume", EMPTY, done, async (tx, { params, actor }) => {
    await resumeChannel(tx, accountChannelOf(params), actor);
    return null;
  }),
  readOperation("GET /reviews", ReviewsQuery, reviews, async (tx, { query, actor }) => ({
    items: await listReviews(tx, query.all === true, actor),
  })),
  readOperation("GET /reviews/{id}", EMPTY, review, (tx, { params, actor, needs_two }) =>
    readReviewCase(tx, params.id ?? "", needs_two, actor),
  ),
  writeOperation(
    "POST /reviews/{id}/resolve",
    ReviewDecision,
    reviewDecided,
    (tx, { params, body, actor, needs_two }) => decideReview(tx, params.id ?? "", { ...body, actor, needs_two }),
  ),
  readOperation("GET /statements", EMPTY, statements, async (tx) => ({ items: await listStatementViews(tx) })),
  readOperation("GET /statements/{id}", EMPTY, statement, (tx, { params }) => readStatement(tx, params.id ?? "")),
  readOperation("GET /exceptions", EMPTY, exceptions, (tx) => listExceptionViews(tx)),
  writeOperation("POST /exceptions/{id}/resolve", ExceptionDecision, done, async (tx, { params, body, actor }) => {
    await decideException(tx, params.id ?? "", { ...body, actor });
    return null;
  }),
  readOperation("GET /people", EMPTY, people, async (tx) => ({ items: await listPlatformOperators(tx) })),
  readOperation("GET /audit-log", AuditLogQuery, auditEntries, async (tx, { query }) => ({
    items: await listPlatformAuditEntries(tx, query.before === undefined ? null : BigInt(query.before)),
  })),
];

/** The operations of the platform operators' pages. */
export const PLATFORM_OPERATIONS: readonly BrowserOperation[] = operations.map(({ name, query, body, reply }) => ({
  ...routeOfName(name, "/operator"),
  ...(query === undefined ? {} : { query }),
  ...(body === undefined ? {} : { body }),
  reply,
}));

function accountChannelOf({ account = "", channel = "" }: Readonly<Record<string, string>>) {
  return { account, channel };
}
