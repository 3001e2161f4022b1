/** What an operation of the operators' pages is: to look, or to act, which takes a fresh proof of who one is. */
export type Kind = "look" | "act";

/** Every operation operators have in the dashboard. One that is not here does not exist. */
export const OPERATOR_PERMISSIONS = {
  "GET /merchants": "look",
  "GET /merchants/{id}": "look",
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
  "GET /acts": "look",
} as const satisfies Readonly<Record<string, Kind>>;
export type OperatorOperation = keyof typeof OPERATOR_PERMISSIONS;

export interface Standing {
  readonly is_operator: boolean;
  /** Whether the session was opened with a second factor, and whether its person has just shown who they are. */
  readonly has_second_factor: boolean;
  readonly is_fresh: boolean;
}

export type Refusal = "not_operator" | "second_factor" | "step_up";

/** What keeps somebody from this; null when nothing does. The right opens nothing without a second factor, not even a look. */
export function refusal(kind: Kind, { is_operator, has_second_factor, is_fresh }: Standing): Refusal | null {
  if (!is_operator) return "not_operator";
  if (!has_second_factor) return "second_factor";
  return kind === "act" && !is_fresh ? "step_up" : null;
}

/** Who acts in the dashboard as an operator, as the logs of privileged acts name them. */
export function actorOf(person: string): string {
  return `operator:${person}`;
}

/** The person an actor of these logs is; null for keys, for the command line, for the service itself. */
export function personOf(actor: string): string | null {
  return /^(?:operator|user):(per_\w+)$/.exec(actor)?.[1] ?? null;
}
