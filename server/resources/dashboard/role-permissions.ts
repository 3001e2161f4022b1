import { asRecord } from "#kernel/fields.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Role } from "#resources/users/schema.ts";

/**
 * The rights in the dashboard:
 * - `see`: read;
 * - `charge`: request money;
 * - `pay`: send or refund money;
 * - `export`: download whole lists with personal data, and read whole account numbers;
 * - `develop`: change keys, addresses and webhooks;
 * - `manage`: change the members of the business.
 */
export const RIGHTS = ["see", "charge", "pay", "export", "develop", "manage"] as const;
export type Right = (typeof RIGHTS)[number];

/** The environments in which an operation requires a step-up within the last five minutes. */
type StepUp = "never" | "live" | "always";

export interface Permission {
  readonly right: Right;
  readonly step_up: StepUp;
}

const RIGHTS_OF: Readonly<Record<Role, readonly Right[]>> = {
  owner: RIGHTS,
  developer: ["see", "develop"],
  finance: ["see", "charge", "pay", "export"],
  support: ["see", "charge"],
  viewer: ["see"],
};

// Developers may try out payments and exports in test, where no money moves.
const RIGHTS_IN_TEST: Readonly<Partial<Record<Role, readonly Right[]>>> = {
  developer: ["see", "charge", "pay", "export", "develop"],
};

export function rightsOf(role: Role, environment: Environment): readonly Right[] {
  return (environment === "test" ? RIGHTS_IN_TEST[role] : undefined) ?? RIGHTS_OF[role];
}

const read: Permission = { right: "see", step_up: "never" };
const charge: Permission = { right: "charge", step_up: "never" };
const pay: Permission = { right: "pay", step_up: "live" };
const prepare: Permission = { right: "pay", step_up: "never" };
const exportData: Permission = { right: "export", step_up: "live" };
const develop: Permission = { right: "develop", step_up: "live" };
const manage: Permission = { right: "manage", step_up: "always" };

/** The permission of each API operation in the dashboard. The router offers no other operations. */
export const API_PERMISSIONS: Readonly<Record<string, Permission>> = {
  "GET /payments": read,
  "POST /payments": charge,
  "GET /payments/{reference}": read,
  "GET /payments/{reference}/page": charge,
  "GET /payments/{reference}/timeline": read,
  "DELETE /payments/{reference}": charge,
  "GET /payments/{reference}/parts": read,
  "POST /payments/{reference}/release": pay,
  "GET /received-parts": read,
  "GET /received-parts/{id}": read,
  "GET /payment-links": read,
  "POST /payment-links": charge,
  "GET /payment-links/{id}": read,
  "PUT /payment-links/{id}": charge,
  "DELETE /payment-links/{id}": charge,
  "GET /invoices": read,
  "POST /invoices": charge,
  "GET /invoices/{reference}": read,
  "POST /invoices/{reference}/payments": charge,
  "DELETE /invoices/{reference}": charge,
  "GET /refunds": read,
  "POST /refunds": pay,
  "GET /refunds/{id}": read,
  "GET /refunds/{id}/timeline": read,
  "GET /transfers": read,
  "POST /transfers": pay,
  "GET /transfers/{reference}": read,
  "GET /transfers/{reference}/timeline": read,
  "POST /transfers/lookup": prepare,
  "DELETE /transfers/{reference}": prepare,
  "POST /transfers/bulk": pay,
  "POST /transfers/bulk/check": prepare,
  "POST /transfers/bulk/read": prepare,
  "GET /transfers/bulk/{id}": read,
  "DELETE /transfers/bulk/{id}": prepare,
  "GET /transfers/bulk/{id}/timeline": read,
  "GET /bulk-transfers": read,
  "GET /schedules": read,
  "POST /schedules": pay,
  "POST /schedules/preview": prepare,
  "GET /schedules/{id}": read,
  "PUT /schedules/{id}": pay,
  "DELETE /schedules/{id}": prepare,
  "GET /schedules/{id}/runs": read,
  "POST /schedules/{id}/run": pay,
  "GET /holidays": read,
  "PUT /holidays": pay,
  "GET /beneficiaries": read,
  "POST /beneficiaries": prepare,
  "GET /beneficiaries/{id}": read,
  "PUT /beneficiaries/{id}": prepare,
  "DELETE /beneficiaries/{id}": prepare,
  "GET /customers": read,
  "POST /customers": charge,
  "GET /customers/{id}": read,
  "PUT /customers/{id}": charge,
  "DELETE /customers/{id}": charge,
  "PUT /customers/{id}/block": charge,
  "PUT /customers/{id}/unblock": charge,
  "GET /customers/{id}/payments": read,
  "GET /withdrawal-accounts": read,
  "POST /withdrawal-accounts": pay,
  "GET /withdrawal-accounts/{id}": read,
  "POST /withdrawal-accounts/{id}/confirm": pay,
  "DELETE /withdrawal-accounts/{id}": pay,
  "GET /withdrawal-rules": read,
  "PUT /withdrawal-rules": pay,
  "DELETE /withdrawal-rules/{id}": prepare,
  "GET /withdrawal-rules/{id}/runs": read,
  "POST /withdrawal-rules/{id}/run": pay,
  "GET /withdrawals": read,
  "POST /withdrawals": pay,
  "GET /withdrawals/{id}": read,
  "GET /withdrawals/{id}/timeline": read,
  "DELETE /withdrawals/{id}": prepare,
  "GET /balance": read,
  "GET /balance/history": read,
  "GET /balance/statement": read,
  "GET /limits": read,
  "GET /corrections": read,
  "GET /channels": read,
  "GET /countries": read,
  "GET /currencies": read,
  "GET /banks": read,
  "GET /webhooks": read,
  "POST /webhooks": develop,
  "GET /webhooks/{id}": read,
  "PUT /webhooks/{id}": develop,
  "DELETE /webhooks/{id}": develop,
  "POST /webhooks/{id}/rotate": develop,
  "POST /webhooks/{id}/rotate/confirm": develop,
  "POST /webhooks/{id}/rotate/cancel": develop,
  "POST /webhooks/{id}/test": develop,
  "POST /webhooks/{id}/replay": develop,
  "GET /webhooks/{id}/deliveries": read,
  "GET /webhooks/{id}/deliveries/{delivery}": read,
  "POST /webhooks/{id}/deliveries/{delivery}/retry": develop,
  "GET /events": read,
  "GET /events/{id}": read,
};

/**
 * Returns the permission for a request with this body. A new payment or link with a `split` pays other merchants, so it
 * needs the right to send money, as it needs the private key in the API.
 */
export function permissionForBody(permission: Permission, method: string, body: unknown): Permission {
  const is_split = method === "POST" && permission.right === charge.right && asRecord(body).split !== undefined;
  return is_split ? pay : permission;
}

/** The operations that only the dashboard has. Those without an environment apply to both. */
export const DASHBOARD_PERMISSIONS = {
  "GET /overview": read,
  "GET /names": read,
  "GET /parties/{id}": read,
  "GET /parties/{id}/activity": read,
  "PUT /parties/{id}/note": charge,
  "POST /customers/{id}/merge": { right: "charge", step_up: "live" },
  "POST /beneficiaries/{id}/merge": pay,
  "GET /exports/{id}": exportData,
  "GET /balance/statement/export": exportData,
  "GET /export-permission": exportData,
  "POST /account-numbers/{id}": exportData,
  "GET /changes": read,
  "GET /fees": read,
  "GET /keys": { right: "develop", step_up: "never" },
  "POST /keys": develop,
  "PUT /keys/{id}": develop,
  "DELETE /keys/{id}": develop,
  "PUT /key-rule": develop,
  "GET /addresses": { right: "develop", step_up: "never" },
  "POST /addresses": develop,
  "DELETE /addresses": develop,
  "GET /requests": { right: "develop", step_up: "never" },
  "GET /requests/{id}": { right: "develop", step_up: "never" },
  "GET /approvals": read,
  "GET /approvals/{id}": read,
  "POST /approvals/{id}/approve": pay,
  "POST /approvals/{id}/reject": pay,
  "GET /approval-rule": read,
  "PUT /approval-rule": manage,
  "PUT /limits": manage,
  "PUT /duplicate-guard": manage,
  "GET /blocks": { right: "manage", step_up: "never" },
  "POST /blocks": manage,
  "DELETE /blocks/{id}": manage,
  "DELETE /limits/{id}": manage,
  "GET /branding": read,
  "PUT /branding": { right: "manage", step_up: "live" },
  "PUT /time-zone": manage,
  "GET /people": read,
  "GET /notifications": read,
  // A person's own choice changes nothing for others.
  "PUT /notifications": read,
  "POST /people": manage,
  "PUT /people/{id}": manage,
  "DELETE /people/{id}": manage,
  "DELETE /invitations/{id}": manage,
  "GET /connections": read,
  "POST /connections": manage,
  "DELETE /connections/{id}": manage,
  "GET /audit-log": { right: "manage", step_up: "never" },
  "GET /audit-log/export": manage,
  "GET /audit-log/export-permission": manage,
} as const satisfies Readonly<Record<string, Permission>>;
export type DashboardOperation = keyof typeof DASHBOARD_PERMISSIONS;

export interface MemberAuthorization {
  readonly role: Role;
  readonly environment: Environment;
  /** Whether the session has a second factor, and a recent step-up. */
  readonly has_second_factor: boolean;
  readonly has_recent_step_up: boolean;
}

export type MemberDenial = "role" | "second_factor" | "step_up";

/** Returns the reason for a refusal; null if allowed. Every live operation except reading requires a second factor. */
export function findMemberDenial(
  { right, step_up }: Permission,
  authorization: MemberAuthorization,
): MemberDenial | null {
  const { role, environment, has_second_factor, has_recent_step_up } = authorization;
  if (!rightsOf(role, environment).includes(right)) return "role";
  if (environment === "live" && right !== "see" && !has_second_factor) return "second_factor";
  const needs_step_up = step_up === "always" || (step_up === "live" && environment === "live");
  return needs_step_up && !has_recent_step_up ? "step_up" : null;
}
