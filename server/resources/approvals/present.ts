import { matchNames } from "#providers/name-match.ts";
import type { ApprovalDetails, ApprovalRow, ApprovalState, MakerWarnings, StoredWarnings } from "./schema.ts";

/**
 * The `approval` field, for spreading into the order's object; empty without an approval. `state` is the transfer's
 * own: it may have been canceled before its bulk was decided. `name` is the payee's.
 */
export function presentApproval(
  row: ApprovalRow | null,
  state: ApprovalState | null,
  name: string | null,
): { readonly approval?: ApprovalDetails } {
  if (row === null || state === null) return {};
  const { asked_by_name, asked_at, decided_by_name, decided_at, reason } = row;
  const decided = { decided_by: decided_by_name, decided_at, reason };
  const undecided = { decided_by: null, decided_at: null, reason: null };
  const outcome = row.state === state ? decided : undecided;
  return { approval: { state, asked_by: asked_by_name, asked_at, ...outcome, seen: presentWarnings(row.seen, name) } };
}

/** The warnings, with the match between the given name and the account holder's. */
export function presentWarnings(warnings: StoredWarnings | null, name: string | null): MakerWarnings | null {
  if (warnings === null) return null;
  const { holder } = warnings;
  if (holder === null) return { ...warnings, holder };
  const match = name === null || holder.name === null ? null : matchNames(name, holder.name);
  return { ...warnings, holder: { ...holder, match } };
}
