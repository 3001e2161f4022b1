import { matchNames } from "#providers/name-match.ts";
import type { ApprovalDetails, ApprovalRow, ApprovalState, MakerWarnings, StoredWarnings } from "./schema.ts";

/**
 * Returns the `approval` field, to be spread into the order's object; empty without an approval. `state` is that of the
 * transfer itself, which may have been canceled before its bulk was decided. `name` is the payee's name.
 */
export function presentApproval(
  row: ApprovalRow | null,
  state: ApprovalState | null,
  name: string | null,
): { readonly approval?: ApprovalDetails } {
  if (row === null || state === null) return {};
  const { requested_by_name, requested_at, decided_by_name, decided_at, reason } = row;
  const decided = { decided_by: decided_by_name, decided_at, reason };
  const undecided = { decided_by: null, decided_at: null, reason: null };
  const outcome = row.state === state ? decided : undecided;
  return {
    approval: {
      state,
      requested_by: requested_by_name,
      requested_at,
      ...outcome,
      seen: presentWarnings(row.seen, name),
    },
  };
}

/** Returns the warnings with the result of comparing the payee's name in the order with the account holder's. */
export function presentWarnings(warnings: StoredWarnings | null, name: string | null): MakerWarnings | null {
  if (warnings === null) return null;
  const { holder } = warnings;
  if (holder === null) return { ...warnings, holder };
  const match = name === null || holder.name === null ? null : matchNames(name, holder.name);
  return { ...warnings, holder: { ...holder, match } };
}
