import type { Environment } from "#kernel/scope.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { type Right, rightsOf } from "#resources/dashboard/role-permissions.ts";
import type { Role } from "#resources/users/schema.ts";
import type { NotificationKind } from "./schema.ts";

interface KindRule {
  /** The right that the recipient must have. */
  readonly right: Right;
  /** The roles that get these mails by default. */
  readonly default_roles: readonly Role[];
  /** Only approvals are mailed in test, so that two people can try them. Failures there are made on purpose. */
  readonly environments: readonly Environment[];
  /** The wait for more events after the first; all are in the same mail. */
  readonly gather_ms: number;
  /** The shortest time between two mails. Events in between are in the second one. */
  readonly interval_ms: number;
}

export const KIND_RULES: Readonly<Record<NotificationKind, KindRule>> = {
  approval_waiting: {
    right: "pay",
    default_roles: ["owner", "finance"],
    environments: ["test", "live"],
    gather_ms: 0,
    interval_ms: 10 * MINUTE_MS,
  },
  transfer_failed: {
    right: "see",
    default_roles: ["owner", "finance"],
    environments: ["live"],
    gather_ms: MINUTE_MS,
    interval_ms: HOUR_MS,
  },
  webhook_failing: {
    right: "develop",
    default_roles: ["owner", "developer"],
    environments: ["live"],
    gather_ms: MINUTE_MS,
    interval_ms: HOUR_MS,
  },
};

/** The number of records that a mail names; it counts the others. */
export const NAMED_MAX = 10;

/** Whether a role has the right to mails of this kind. */
export function mayReceive(kind: NotificationKind, role: Role, environment: Environment): boolean {
  const { right, environments } = KIND_RULES[kind];
  return environments.includes(environment) && rightsOf(role, environment).includes(right);
}

/** Whether a member gets a mail: with the right, by their own choice or the default of the role. */
export function receives(
  kind: NotificationKind,
  role: Role,
  environment: Environment,
  by_mail: boolean | null,
): boolean {
  return mayReceive(kind, role, environment) && (by_mail ?? receivesByDefault(kind, role));
}

export function receivesByDefault(kind: NotificationKind, role: Role): boolean {
  return KIND_RULES[kind].default_roles.includes(role);
}
