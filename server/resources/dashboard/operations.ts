import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { fieldsEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { Nullable, Type } from "#kernel/fields.ts";
import { readAccountNumber } from "./account-number.ts";
import {
  ApprovalRuleView,
  decideOrder,
  listWaitingOrders,
  NewApprovalRule,
  Rejection,
  readApprovalRule,
  readOrderToApprove,
  setApprovalRule,
} from "./approvals.ts";
import type { RequestContext } from "./authorization.ts";
import {
  allowAddress,
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
  addOwnBlock,
  Block,
  listOwnBlocks,
  NewBlock,
  NewDuplicateGuard,
  NewLimit,
  removeOwnBlock,
  removeOwnLimit,
  setGuard,
  setOwnLimit,
} from "./limits.ts";
import {
  changeRole,
  createMerchantLink,
  inviteMember,
  listAuditEntries,
  listStaff,
  type NotifiedMember,
  presentMerchantLinks,
  readBranding,
  readNotificationSettings,
  removeMember,
  removeMerchantLink,
  setBranding,
  setMerchantTimeZone,
  setNotification,
  withdrawInvitation,
} from "./members.ts";
import { EMPTY, type Operation, ok, operation, operationWithQuery } from "./operation.ts";
import { readOverview } from "./overview.ts";
import { partyOperations } from "./party-operations.ts";
import {
  AddressToRemove,
  AddressView,
  AuditEntryView,
  Branding,
  BrandingUpdate,
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
  NotificationChoice,
  NotificationSetting,
  OrderToApprove,
  Overview,
  RoleField,
  requestFields,
  WaitingOrder,
} from "./schema.ts";
import { findDisplayNames } from "./store.ts";

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
const branding = resourceEnvelope(200, { message: "Branding retrieved" }, "branding", Branding);
const brandingSet = resourceEnvelope(200, { message: "Branding set" }, "branding", Branding);
const timeZoneSet = fieldsEnvelope(200, { message: "Time zone set" }, { time_zone: Type.String() });
const members = fieldsEnvelope(
  200,
  { message: "People retrieved" },
  { members: Type.Array(Member), invitations: Type.Array(Invitation) },
);
const notificationSettings = fieldsEnvelope(
  200,
  { message: "Notifications retrieved" },
  { items: Type.Array(NotificationSetting), has_mail: Type.Boolean() },
);
const account_number = fieldsEnvelope(200, { message: "Account number retrieved" }, { account_number: Type.String() });
const invited = fieldsEnvelope(201, { message: "Invited" }, { invitation: Invitation, url: Nullable(Type.String()) });
const approvalsListed = fieldsEnvelope(
  200,
  { message: "Approvals retrieved" },
  { items: Type.Array(WaitingOrder), totals: Type.Integer() },
);
const approval = resourceEnvelope(200, { message: "Approval retrieved" }, "approval", OrderToApprove);
const blocks = fieldsEnvelope(200, { message: "Blocks retrieved" }, { items: Type.Array(Block) });
const rule = fieldsEnvelope(200, { message: "Rule retrieved" }, { rule: Nullable(ApprovalRuleView) });
const merchantLinks = fieldsEnvelope(
  200,
  { message: "Connections retrieved" },
  { items: Type.Array(MerchantLinkView) },
);
const auditEntries = fieldsEnvelope(200, { message: "Acts retrieved" }, { items: Type.Array(AuditEntryView) });

const environmentOperations: readonly Operation[] = [
  // A file download cannot show a step-up form, so the page requests the step-up here first.
  operation("GET /export-permission", "environment", EMPTY, ok, async () => null),
  operation("GET /overview", "environment", EMPTY, overview, async (tx, { scope }) => ({
    overview: await readOverview(tx, scope),
  })),
  operationWithQuery(
    "GET /names",
    "environment",
    { body: EMPTY, query: IdsToName, reply: namesRetrieved },
    async (tx, { scope, query: { ids = "" } }) => ({ items: [...(await findDisplayNames(tx, scope, ids.split(",")))] }),
  ),
  operation("POST /account-numbers/{id}", "environment", EMPTY, account_number, async (tx, { scope, id, actor }) => ({
    account_number: await readAccountNumber(tx, scope, id, actor),
  })),
  operation("GET /fees", "environment", EMPTY, fees, (tx, { scope }) => presentFees(tx, scope)),
  operation("GET /keys", "environment", EMPTY, keys, async (tx, { scope }) => ({
    items: [...(await presentKeys(tx, scope))],
    is_grant_required: await isGrantRequired(tx, scope),
  })),
  operation("POST /keys", "environment", NewKeys, keysCreated, async (tx, { scope, body, actor }) => ({
    keys: await createKeys(tx, scope, body, actor),
  })),
  operation("PUT /keys/{id}", "environment", KeyChanges, ok, async (tx, { scope, id, body, actor }) => {
    await restrictKeyOf(tx, scope, id, body, actor);
    return null;
  }),
  operation("PUT /key-rule", "environment", KeyRule, ok, async (tx, { scope, body, actor }) => {
    await setGrantRequired(tx, scope, body.is_grant_required, actor);
    return null;
  }),
  operation("DELETE /keys/{id}", "environment", EMPTY, ok, async (tx, { scope, id, actor }) => {
    await revokeKeyOf(tx, scope, id, actor);
    return null;
  }),
  operation("GET /addresses", "environment", EMPTY, addresses, async (tx, { scope }) => ({
    items: [...(await listAllowedAddresses(tx, scope))],
  })),
  operation("POST /addresses", "environment", NewAddress, ok, async (tx, { scope, body, ...by }) => {
    await allowAddress(tx, scope, body, by);
    return null;
  }),
  operationWithQuery(
    "DELETE /addresses",
    "environment",
    { body: EMPTY, query: AddressToRemove, reply: ok },
    async (tx, { scope, query, ...by }) => {
      await disallowAddress(tx, scope, query.range, by);
      return null;
    },
  ),
];

const RequestQuery = Type.Object({ ...requestFields, ...dateFields });

const requestOperations: readonly Operation[] = [
  operationWithQuery(
    "GET /requests",
    "environment",
    { body: EMPTY, query: RequestQuery, reply: requests },
    async (tx, { scope, query }) => {
      const { search = null, status = null, method = null, key = null, before = null } = query;
      const days = await readDateFilter(tx, scope.merchant, query);
      return listRequests(tx, scope, { search, status, method, key, before, ...days.range });
    },
  ),
  operation("GET /requests/{id}", "environment", EMPTY, request, (tx, { scope, id }) => retrieveRequest(tx, scope, id)),
];

const approvalOperations: readonly Operation[] = [
  operation("GET /approvals", "environment", EMPTY, approvalsListed, (tx, { scope, person }) =>
    listWaitingOrders(tx, scope, person.id),
  ),
  operation("GET /approvals/{id}", "environment", EMPTY, approval, (tx, { scope, id, person }) =>
    readOrderToApprove(tx, scope, id, person.id),
  ),
  operation("POST /approvals/{id}/approve", "environment", EMPTY, ok, async (tx, { scope, id, person }) => {
    await decideOrder(tx, scope, id, { state: "approved", by: person, reason: null });
    return null;
  }),
  operation("POST /approvals/{id}/reject", "environment", Rejection, ok, async (tx, { scope, id, person, body }) => {
    await decideOrder(tx, scope, id, { state: "rejected", by: person, reason: body.reason });
    return null;
  }),
  operation("PUT /limits", "environment", NewLimit, ok, async (tx, { scope, body, actor }) => {
    await setOwnLimit(tx, scope, body, actor);
    return null;
  }),
  operation("PUT /duplicate-guard", "environment", NewDuplicateGuard, ok, async (tx, { scope, body, actor }) => {
    await setGuard(tx, scope, body, actor);
    return null;
  }),
  operation("GET /blocks", "environment", EMPTY, blocks, async (tx, { scope }) => ({
    items: await listOwnBlocks(tx, scope),
  })),
  operation("POST /blocks", "environment", NewBlock, ok, async (tx, { scope, body, actor }) => {
    await addOwnBlock(tx, scope, body, actor);
    return null;
  }),
  operation("DELETE /blocks/{id}", "environment", EMPTY, ok, async (tx, { scope, id, actor }) => {
    await removeOwnBlock(tx, scope, id, actor);
    return null;
  }),
  operation("DELETE /limits/{id}", "environment", EMPTY, ok, async (tx, { scope, id, actor }) => {
    await removeOwnLimit(tx, scope, id, actor);
    return null;
  }),
  operation("GET /approval-rule", "environment", EMPTY, rule, async (tx, { scope, person }) => ({
    rule: await readApprovalRule(tx, scope, person),
  })),
  operation("PUT /approval-rule", "environment", NewApprovalRule, rule, async (tx, { scope, body, actor, person }) => {
    await setApprovalRule(tx, scope, body, actor);
    return { rule: await readApprovalRule(tx, scope, person) };
  }),
];

function memberOf({ merchant, role, visitor }: RequestContext): NotifiedMember {
  return { merchant, role, person: visitor.person.id };
}

const AuditLogQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: "^\\d{1,18}$", maxLength: 18 })) });
const RoleChange = Type.Object({ role: RoleField });

const businessOperations: readonly Operation[] = [
  operation("GET /audit-log/export-permission", "business", EMPTY, ok, async () => null),
  operation("GET /branding", "business", EMPTY, branding, (tx, { context }) => readBranding(tx, context.merchant)),
  operation("PUT /branding", "business", BrandingUpdate, brandingSet, (tx, { context, body, actor }) =>
    setBranding(tx, context.merchant, body, actor),
  ),
  operation("PUT /time-zone", "business", NewTimeZone, timeZoneSet, async (tx, { context, body, actor }) => ({
    time_zone: await setMerchantTimeZone(tx, context.merchant, body.time_zone, actor),
  })),
  operation("GET /notifications", "business", EMPTY, notificationSettings, async (tx, { context, has_mail }) => ({
    items: [...(await readNotificationSettings(tx, memberOf(context)))],
    has_mail,
  })),
  operation("PUT /notifications", "business", NotificationChoice, ok, async (tx, { context, body }) => {
    await setNotification(tx, memberOf(context), body);
    return null;
  }),
  operation("GET /people", "business", EMPTY, members, (tx, { context }) => listStaff(tx, context.merchant)),
  operation("POST /people", "business", NewInvitation, invited, (tx, { context, body, actor, public_url, has_mail }) =>
    inviteMember(tx, context.merchant, body, { actor, public_url, has_mail }),
  ),
  operation("PUT /people/{id}", "business", RoleChange, ok, async (tx, { context, id, body, actor }) => {
    await changeRole(tx, context.merchant, id, body.role, actor);
    return null;
  }),
  operation("DELETE /people/{id}", "business", EMPTY, ok, async (tx, { context, id, actor }) => {
    await removeMember(tx, context.merchant, id, actor);
    return null;
  }),
  operation("DELETE /invitations/{id}", "business", EMPTY, ok, async (tx, { context, id, actor }) => {
    await withdrawInvitation(tx, context.merchant, id, actor);
    return null;
  }),
  operation("GET /connections", "business", EMPTY, merchantLinks, async (tx, { context }) => ({
    items: await presentMerchantLinks(tx, context.merchant),
  })),
  operation("POST /connections", "business", NewMerchantLink, ok, async (tx, { context, body, actor }) => {
    const { merchant, ...grant } = body;
    await createMerchantLink(tx, context.merchant, merchant, grant, actor);
    return null;
  }),
  operationWithQuery(
    "DELETE /connections/{id}",
    "business",
    { body: EMPTY, query: MerchantLinkToRemove, reply: ok },
    async (tx, { context, id, query, actor }) => {
      await removeMerchantLink(tx, context.merchant, id, query.direction, actor);
      return null;
    },
  ),
  operationWithQuery(
    "GET /audit-log",
    "business",
    { body: EMPTY, query: AuditLogQuery, reply: auditEntries },
    async (tx, { context, query }) => {
      const before = query.before === undefined ? null : BigInt(query.before);
      return { items: [...(await listAuditEntries(tx, context.merchant, before))] };
    },
  ),
];

/** Every operation that only the dashboard has. */
export const DASHBOARD_OPERATIONS: readonly Operation[] = [
  ...environmentOperations,
  ...partyOperations,
  ...requestOperations,
  ...approvalOperations,
  ...businessOperations,
];
