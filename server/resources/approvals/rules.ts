import type { ApprovalRuleRow } from "./schema.ts";

interface OrderAmount {
  readonly currency: string;
  readonly amount: bigint;
  /** The maker's total of the last 24 hours. */
  readonly sent: bigint;
}

/**
 * Returns true if a second person must approve an order: its amount plus its maker's total of the last 24 hours exceeds
 * the rule's amount. An order in another currency cannot be compared, so it needs approval, too.
 */
export function isApprovalNeeded(rule: ApprovalRuleRow | null, { currency, amount, sent }: OrderAmount): boolean {
  if (rule === null || rule.amount_above === null) return false;
  return currency !== rule.currency || sent + amount > rule.amount_above;
}

/** Like `isApprovalNeeded`, for the sum of a bulk: otherwise a large amount could be sent as many small entries. */
export function isBulkApprovalNeeded(rule: ApprovalRuleRow | null, total: OrderAmount): boolean {
  return rule !== null && (rule.every_bulk || isApprovalNeeded(rule, total));
}
