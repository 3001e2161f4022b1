/** The kind of an operation: `look` only reads; `act` changes data and requires a recent step-up. */
export type OperationKind = "look" | "act";

/** The kind of every operation of the platform operators' pages. The router offers no other operations. */
export const OPERATOR_PERMISSIONS = {
  "GET /merchants": "look",
  "GET /merchants/{id}": "look",
  "GET /merchants/{id}/limits": "look",
  "PUT /merchants/{id}/limits": "act",
  "DELETE /merchants/{id}/limits/{limit}": "act",
  "GET /changes": "look",
  "GET /merchants/{id}/entries": "look",
  "POST /merchants/{id}/entries/{entry}/reverse": "act",
  "POST /merchants/{id}/adjustments": "act",
  "GET /corrections": "look",
  "POST /corrections/{id}/approve": "act",
  "POST /corrections/{id}/reject": "act",
  "GET /withdrawals": "look",
  "GET /withdrawals/{id}": "look",
  "POST /withdrawals/{id}/start": "act",
  "POST /withdrawals/{id}/complete": "act",
  "POST /withdrawals/{id}/fail": "act",
  "GET /channels": "look",
  "POST /channels/{account}/{channel}/pause": "act",
  "POST /channels/{account}/{channel}/resume": "act",
  "GET /reviews": "look",
  "GET /reviews/{id}": "look",
  "POST /reviews/{id}/resolve": "act",
  "GET /statements": "look",
  "GET /statements/{id}": "look",
  "GET /exceptions": "look",
  "POST /exceptions/{id}/resolve": "act",
  "GET /people": "look",
  "GET /audit-log": "look",
} as const satisfies Readonly<Record<string, OperationKind>>;
export type OperatorOperation = keyof typeof OPERATOR_PERMISSIONS;

export interface OperatorAuthorization {
  readonly is_operator: boolean;
  /** Whether the session has a second factor, and a recent step-up. */
  readonly has_second_factor: boolean;
  readonly has_recent_step_up: boolean;
}

export type OperatorDenial = "not_operator" | "second_factor" | "step_up";

/** Returns the reason for a refusal; null if allowed. Even reading requires a second factor. */
export function findOperatorDenial(
  kind: OperationKind,
  { is_operator, has_second_factor, has_recent_step_up }: OperatorAuthorization,
): OperatorDenial | null {
  if (!is_operator) return "not_operator";
  if (!has_second_factor) return "second_factor";
  return kind === "act" && !has_recent_step_up ? "step_up" : null;
}

/** Returns the audit log's notation for a platform operator who acts in the dashboard. */
export function operatorActor(person: string): string {
  return `operator:${person}`;
}

/** Returns the person's id in an actor's notation; null for keys, the command line and the service itself. */
export function personOfActor(actor: string): string | null {
  return /^(?:operator|user):(per_\w+)$/.exec(actor)?.[1] ?? null;
}
