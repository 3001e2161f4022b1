import type { RuleRow } from "./schema.ts";

interface Asked {
  readonly currency: string;
  readonly amount: bigint;
  /** The maker's total of the last 24 hours. */
  readonly sent: bigint;
}

/**
 * Whether a second person must agree to one order: where it, with what its maker has sent in the last 24 hours, comes to more
 * than the amount. Another currency than the rule's cannot be compared: it waits.
 */
export function isApprovalNeeded(rule: RuleRow | null, { currency, amount, sent }: Asked): boolean {
  if (rule === null || rule.amount_above === null) return false;
  return currency !== rule.currency || sent + amount > rule.amount_above;
}

/** The same for a bulk, whose sum counts: else a large amount would go out in small pieces. */
export function isBulkApprovalNeeded(rule: RuleRow | null, total: Asked): boolean {
  return rule !== null && (rule.every_bulk || isApprovalNeeded(rule, total));
}
