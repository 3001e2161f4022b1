import type { Environment } from "#kernel/scope.ts";
import type { Role } from "#resources/people/schema.ts";

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

/** When the operation requires a step-up of the last five minutes. */
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

// Developers try everything out in test, where no money moves.
const RIGHTS_IN_TEST: Readonly<Partial<Record<Role, readonly Right[]>>> = {
  developer: ["see", "charge", "pay", "export", "develop"],
};

export function rightsOf(role: Role, environment: Environment): readonly Right[] {
  return (environment === "test" ? RIGHTS_IN_TEST[role] : undefined) ?? RIGHTS_OF[role];
}

const see: Permission = { right: "see", step_up: "never" };
const charge: Permission = { right: "charge", step_up: "never" };
const pay: Permission = { right: "pay", step_up: "live" };
const prepare: Permission = { right: "pay", step_up: "never" };
const takeOut: Permission = { right: "export", step_up: "live" };
const develop: Permission = { right: "develop", step_up: "live" };
const manage: Permission = { right: "manage", step_up: "always" };

/** Every operation of the API that the dashboard offers, with its permission. The router offers no others. */
export const API_PERMISSIONS: Readonly<Record<string, Permission>> = {
  "GET /payments": see,
  "POST /payments": charge,
  "GET /payments/{reference}": see,
  "GET /payments/{reference}/timeline": see,
  "DELETE /payments/{reference}": charge,
  "GET /payment-links": see,
  "POST /payment-links": charge,
  "GET /payment-links/{id}": see,
  "DELETE /payment-links/{id}": charge,
  "GET /refunds": see,
  "POST /refunds": pay,
  "GET /refunds/{id}": see,
  "GET /refunds/{id}/timeline": see,
  "GET /transfers": see,
  "POST /transfers": pay,
  "GET /transfers/{reference}": see,
  "GET /transfers/{reference}/timeline": see,
  "POST /transfers/lookup": prepare,
  "DELETE /transfers/{reference}": prepare,
  "POST /transfers/bulk": pay,
  "POST /transfers/bulk/check": prepare,
  "POST /transfers/bulk/read": prepare,
  "GET /transfers/bulk/{id}": see,
  "GET /transfers/bulk/{id}/timeline": see,
  "GET /bulk-transfers": see,
  "GET /beneficiaries": see,
  "POST /beneficiaries": prepare,
  "GET /beneficiaries/{id}": see,
  "PUT /beneficiaries/{id}": prepare,
  "DELETE /beneficiaries/{id}": prepare,
  "GET /customers": see,
  "POST /customers": charge,
  "GET /customers/{id}": see,
  "PUT /customers/{id}": charge,
  "DELETE /customers/{id}": charge,
  "GET /customers/{id}/payments": see,
  "GET /balance": see,
  "GET /balance/history": see,
  "GET /channels": see,
  "GET /countries": see,
  "GET /currencies": see,
  "GET /banks": see,
  "GET /webhooks": see,
  "POST /webhooks": develop,
  "GET /webhooks/{id}": see,
  "PUT /webhooks/{id}": develop,
  "DELETE /webhooks/{id}": develop,
  "POST /webhooks/{id}/rotate": develop,
  "POST /webhooks/{id}/rotate/confirm": develop,
  "POST /webhooks/{id}/rotate/cancel": develop,
  "POST /webhooks/{id}/test": develop,
  "POST /webhooks/{id}/replay": develop,
  "GET /webhooks/{id}/deliveries": see,
  "GET /webhooks/{id}/deliveries/{delivery}": see,
  "POST /webhooks/{id}/deliveries/{delivery}/retry": develop,
  "GET /events": see,
  "GET /events/{id}": see,
};

/** The operations that only the dashboard has. Those without an environment apply to both. */
export const OWN_PERMISSIONS = {
  "GET /overview": see,
  "GET /names": see,
  "GET /exports/{id}": takeOut,
  "GET /export-permission": takeOut,
  "POST /account-numbers/{id}": takeOut,
  "GET /changes": see,
  "GET /fees": see,
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
  "GET /approvals": see,
  "POST /approvals/{id}/approve": pay,
  "POST /approvals/{id}/reject": pay,
  "GET /approval-rule": see,
  "PUT /approval-rule": manage,
  "PUT /time-zone": manage,
  "GET /people": see,
  "POST /people": manage,
  "PUT /people/{id}": manage,
  "DELETE /people/{id}": manage,
  "DELETE /invitations/{id}": manage,
  "GET /connections": see,
  "POST /connections": manage,
  "DELETE /connections/{id}": manage,
  "GET /acts": { right: "manage", step_up: "never" },
  "GET /acts/export": manage,
  "GET /acts/export-permission": manage,
} as const satisfies Readonly<Record<string, Permission>>;
export type OwnOperation = keyof typeof OWN_PERMISSIONS;

export interface Standing {
  readonly role: Role;
  readonly environment: Environment;
  /** Whether the session has a second factor, and a recent step-up. */
  readonly has_second_factor: boolean;
  readonly is_fresh: boolean;
}

export type Refusal = "role" | "second_factor" | "step_up";

/** The reason for a refusal; null if allowed. Every live operation except reading requires a second factor. */
export function refusal({ right, step_up }: Permission, standing: Standing): Refusal | null {
  const { role, environment, has_second_factor, is_fresh } = standing;
  if (!rightsOf(role, environment).includes(right)) return "role";
  if (environment === "live" && right !== "see" && !has_second_factor) return "second_factor";
  const is_needed = step_up === "always" || (step_up === "live" && environment === "live");
  return is_needed && !is_fresh ? "step_up" : null;
}
