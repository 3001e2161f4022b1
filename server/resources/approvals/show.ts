import type { ApprovalDetails, ApprovalRow, ApprovalState } from "./schema.ts";

/**
 * What is shown of an approval, for spreading into what it is about; nothing where there is none. `state` is that of the
 * transfer, which may have been taken out of a bulk that somebody decided about later.
 */
export function approvalOf(
  row: ApprovalRow | null,
  state: ApprovalState | null,
): { readonly approval?: ApprovalDetails } {
  if (row === null || state === null) return {};
  const { asked_by_name, asked_at, decided_by_name, decided_at, reason } = row;
  const decided = { decided_by: decided_by_name, decided_at, reason };
  const nobody = { decided_by: null, decided_at: null, reason: null };
  return { approval: { state, asked_by: asked_by_name, asked_at, ...(row.state === state ? decided : nobody) } };
}
