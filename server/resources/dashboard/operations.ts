import type { Tx } from "#db/tx.ts";
import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { fieldsEnvelope, messageEnvelope, type Reply, resourceEnvelope } from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { queryParser } from "#http/query-parser.ts";
import { Nullable, type Static, type TSchema, Type } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { readAccountNumber } from "./account-number.ts";
import {
  ApprovalRuleView,
  decideOrder,
  listWaitingOrders,
  NewApprovalRule,
  Rejection,
  readApprovalRule,
  setApprovalRule,
} from "./approvals.ts";
import type { RequestContext } from "./authorization.ts";
import {
  allowAddress,
  BODY_VALIDATORS,
  createKeys,
  disallowAddress,
  isGrantRequired,
  listAllowedAddresses,
  listRequests,
  presentFees,
  presentKeys,
  restrictKeyOf,
  retrieveRequest,
  revokeKeyOf,
  setGrantRequired,
} from "./developer-settings.ts";
import {
  changeRole,
  createMerchantLink,
  inviteMember,
  listAuditEntries,
  listStaff,
  presentMerchantLinks,
  removeMember,
  removeMerchantLink,
  setMerchantTimeZone,
  withdrawInvitation,
} from "./members.ts";
import { readOverview } from "./overview.ts";
import type { DashboardOperation } from "./role-permissions.ts";
import {
  AddressToRemove,
  AddressView,
  AuditEntryView,
  CreatedKeys,
  FeeView,
  IdsToName,
  Invitation,
  KeyChanges,
  KeyRule,
  KeyView,
  LoggedRequest,
  Member,
  MerchantLinkToRemove,
  MerchantLinkView,
  NamedRecord,
  NewAddress,
  NewInvitation,
  NewKeys,
  NewMerchantLink,
  NewTimeZone,
  Overview,
  RoleField,
  requestFields,
  WaitingOrder,
} from "./schema.ts";
import { findDisplayNames } from "./store.ts";

/** A request to an operation that only the dashboard has. */
export interface OperationCall<Body, Query> {
  readonly context: RequestContext;
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

export interface Operation {
  readonly name: DashboardOperation;
  readonly has_environment: boolean;
  /** True if it only reads one merchant's rows, under row-level security. */
  readonly is_read_only: boolean;
  run(tx: Tx, call: OperationCall<unknown, unknown>): Promise<Reply>;
}

function operation<Body extends TSchema>(
  name: Operation["name"],
  level: "environment" | "business",
  body: Body,
  run: (tx: Tx, call: OperationCall<Static<Body>, object>) => Promise<Reply>,
): Operation {
  return operationWithQuery(name, level, body, EMPTY, run);
}

/** Like `operation`, with query parameters. */
function operationWithQuery<Body extends TSchema, Query extends TSchema>(
  name: Operation["name"],
  level: "environment" | "business",
  body: Body,
  query: Query,
  run: (tx: Tx, call: OperationCall<Static<Body>, Static<Query>>) => Promise<Reply>,
): Operation {
  const validate = BODY_VALIDATORS[name];
  const rules = validate ? { foresee: (input: { readonly body: unknown }) => validate(input.body) } : {};
  const [read, readQuery] = [inputParser(body, rules), queryParser(query)];
  const has_environment = level === "environment";
  return {
    name,
    has_environment,
    is_read_only: has_environment && name.startsWith("GET"),
    run: (tx, call) => run(tx, { ...call, query: readQuery(call.query), body: read(call.body, "json") }),
  };
}

const EMPTY = Type.Object({});
const ok = messageEnvelope(200, { message: "Done" });
const overview = fieldsEnvelope(200, { message: "Overview" }, { overview: Overview });
const namesRetrieved = fieldsEnvelope(200, { message: "Names retrieved" }, { items: Type.Array(NamedRecord) });
const fees = fieldsEnvelope(
  200,
  { message: "Fees retrieved" },
  { currency: Type.String(), items: Type.Array(FeeView) },
);
const keys = fieldsEnvelope(
  200,
  { message: "Keys retrieved" },
  { items: Type.Array(KeyView), is_grant_required: Type.Boolean() },
);
const keysCreated = fieldsEnvelope(201, { message: "Keys created" }, { keys: CreatedKeys });
const addresses = fieldsEnvelope(200, { message: "Addresses retrieved" }, { items: Type.Array(AddressView) });
const requests = fieldsEnvelope(
  200,
  { message: "Requests retrieved" },
  { items: Type.Array(LoggedRequest), has_more: Type.Boolean() },
);
const request = resourceEnvelope(200, { message: "Request retrieved" }, "request", LoggedRequest);
const timeZoneSet = fieldsEnvelope(200, { message: "Time zone set" }, { time_zone: Type.String() });
const members = fieldsEnvelope(
  200,
  { message: "People retrieved" },
  { members: Type.Array(Member), invitations: Type.Array(Invitation) },
);
const account_number = fieldsEnvelope(200, { message: "Account number retrieved" }, { account_number: Type.String() });
const invited = fieldsEnvelope(201, { message: "Invited" }, { invitation: Invitation, url: Nullable(Type.String()) });
const approvalsListed = fieldsEnvelope(
  200,
  { message: "Approvals retrieved" },
  { items: Type.Array(WaitingOrder), totals: Type.Integer() },
);
const rule = fieldsEnvelope(200, { message: "Rule retrieved" }, { rule: Nullable(ApprovalRuleView) });
const merchantLinks = fieldsEnvelope(
  200,
  { message: "Connections retrieved" },
  { items: Type.Array(MerchantLinkView) },
);
const auditEntries = fieldsEnvelope(200, { message: "Acts retrieved" }, { items: Type.Array(AuditEntryView) });

const environmentOperations: readonly Operation[] = [
  // A download link cannot show a step-up form, so the page requests the step-up here first.
  operation("GET /export-permission", "environment", EMPTY, async () => ok.of(null)),
  operation("GET /overview", "environment", EMPTY, async (tx, { scope }) =>
    overview.of({ overview: await readOverview(tx, scope) }),
  ),
  operationWithQuery("GET /names", "environment", EMPTY, IdsToName, async (tx, { scope, query: { ids = "" } }) =>
    namesRetrieved.of({ items: [...(await findDisplayNames(tx, scope, ids.split(",")))] }),
  ),
  operation("POST /account-numbers/{id}", "environment", EMPTY, async (tx, { scope, id, actor }) =>
    account_number.of({ account_number: await readAccountNumber(tx, scope, id, actor) }),
  ),
  operation("GET /fees", "environment", EMPTY, async (tx, { scope }) => fees.of(await presentFees(tx, scope))),
  operation("GET /keys", "environment", EMPTY, async (tx, { scope }) =>
    keys.of({ items: [...(await presentKeys(tx, scope))], is_grant_required: await isGrantRequired(tx, scope) }),
  ),
  operation("POST /keys", "environment", NewKeys, async (tx, { scope, body, actor }) =>
    keysCreated.of({ keys: await createKeys(tx, scope, body, actor) }),
  ),
  operation("PUT /keys/{id}", "environment", KeyChanges, async (tx, { scope, id, body, actor }) => {
    await restrictKeyOf(tx, scope, id, body, actor);
    return ok.of(null);
  }),
  operation("PUT /key-rule", "environment", KeyRule, async (tx, { scope, body, actor }) => {
    await setGrantRequired(tx, scope, body.is_grant_required, actor);
    return ok.of(null);
  }),
  operation("DELETE /keys/{id}", "environment", EMPTY, async (tx, { scope, id, actor }) => {
    await revokeKeyOf(tx, scope, id, actor);
    return ok.of(null);
  }),
  operation("GET /addresses", "environment", EMPTY, async (tx, { scope }) =>
    addresses.of({ items: [...(await listAllowedAddresses(tx, scope))] }),
  ),
  operation("POST /addresses", "environment", NewAddress, async (tx, { scope, body, ...by }) => {
    await allowAddress(tx, scope, body, by);
    return ok.of(null);
  }),
  operationWithQuery(
    "DELETE /addresses",
    "environment",
    EMPTY,
    AddressToRemove,
    async (tx, { scope, query, ...by }) => {
      await disallowAddress(tx, scope, query.range, by);
      return ok.of(null);
    },
  ),
];

const RequestQuery = Type.Object({ ...requestFields, ...dateFields });

const requestOperations: readonly Operation[] = [
  operationWithQuery("GET /requests", "environment", EMPTY, RequestQuery, async (tx, { scope, query }) => {
    const { search = null, status = null, method = null, key = null, before = null } = query;
    const days = await readDateFilter(tx, scope.merchant, query);
    const filter = { search, status, method, key, before, ...days.range };
    return requests.of(await listRequests(tx, scope, filter));
  }),
  operation("GET /requests/{id}", "environment", EMPTY, async (tx, { scope, id }) =>
    request.of(await retrieveRequest(tx, scope, id)),
  ),
];

const approvalOperations: readonly Operation[] = [
  operation("GET /approvals", "environment", EMPTY, async (tx, { scope, person }) =>
    approvalsListed.of(await listWaitingOrders(tx, scope, person.id)),
  ),
  operation("POST /approvals/{id}/approve", "environment", EMPTY, async (tx, { scope, id, person }) => {
    await decideOrder(tx, scope, id, { state: "approved", by: person, reason: null });
    return ok.of(null);
  }),
  operation("POST /approvals/{id}/reject", "environment", Rejection, async (tx, { scope, id, person, body }) => {
    await decideOrder(tx, scope, id, { state: "rejected", by: person, reason: body.reason });
    return ok.of(null);
  }),
  operation("GET /approval-rule", "environment", EMPTY, async (tx, { scope, person }) =>
    rule.of({ rule: await readApprovalRule(tx, scope, person) }),
  ),
  operation("PUT /approval-rule", "environment", NewApprovalRule, async (tx, { scope, body, actor, person }) => {
    await setApprovalRule(tx, scope, body, actor);
    return rule.of({ rule: await readApprovalRule(tx, scope, person) });
  }),
];

const AuditLogQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: "^\\d{1,18}$", maxLength: 18 })) });
const RoleChange = Type.Object({ role: RoleField });

const businessOperations: readonly Operation[] = [
  operation("GET /acts/export-permission", "business", EMPTY, async () => ok.of(null)),
  operation("PUT /time-zone", "business", NewTimeZone, async (tx, { context, body, actor }) =>
    timeZoneSet.of({ time_zone: await setMerchantTimeZone(tx, context.merchant, body.time_zone, actor) }),
  ),
  operation("GET /people", "business", EMPTY, async (tx, { context }) =>
    members.of(await listStaff(tx, context.merchant)),
  ),
  operation("POST /people", "business", NewInvitation, async (tx, { context, body, actor, public_url, has_mail }) =>
    invited.of(await inviteMember(tx, context.merchant, body, { actor, public_url, has_mail })),
  ),
  operation("PUT /people/{id}", "business", RoleChange, async (tx, { context, id, body, actor }) => {
    await changeRole(tx, context.merchant, id, body.role, actor);
    return ok.of(null);
  }),
  operation("DELETE /people/{id}", "business", EMPTY, async (tx, { context, id, actor }) => {
    await removeMember(tx, context.merchant, id, actor);
    return ok.of(null);
  }),
  operation("DELETE /invitations/{id}", "business", EMPTY, async (tx, { context, id, actor }) => {
    await withdrawInvitation(tx, context.merchant, id, actor);
    return ok.of(null);
  }),
  operation("GET /connections", "business", EMPTY, async (tx, { context }) =>
    merchantLinks.of({ items: await presentMerchantLinks(tx, context.merchant) }),
  ),
  operation("POST /connections", "business", NewMerchantLink, async (tx, { context, body, actor }) => {
    const { merchant, ...grant } = body;
    await createMerchantLink(tx, context.merchant, merchant, grant, actor);
    return ok.of(null);
  }),
  operationWithQuery(
    "DELETE /connections/{id}",
    "business",
    EMPTY,
    MerchantLinkToRemove,
    async (tx, { context, id, query, actor }) => {
      await removeMerchantLink(tx, context.merchant, id, query.direction, actor);
      return ok.of(null);
    },
  ),
  operationWithQuery("GET /acts", "business", EMPTY, AuditLogQuery, async (tx, { context, query }) => {
    const before = query.before === undefined ? null : BigInt(query.before);
    return auditEntries.of({ items: [...(await listAuditEntries(tx, context.merchant, before))] });
  }),
];

/** Every operation that only the dashboard has. */
export const DASHBOARD_OPERATIONS = [
  ...environmentOperations,
  ...requestOperations,
  ...approvalOperations,
  ...businessOperations,
];
