/** Every event type of webhooks, grouped by resource. A browser test compares it with the service's list. */
export const EVENT_TYPES = [
  "payment.created",
  "payment.processing",
  "payment.complete",
  "payment.failed",
  "payment.canceled",
  "payment.expired",
  "transfer.created",
  "transfer.processing",
  "transfer.complete",
  "transfer.failed",
  "transfer.canceled",
  "customer.created",
  "customer.updated",
  "customer.deleted",
  "beneficiary.created",
  "beneficiary.updated",
  "beneficiary.deleted",
  "refund.created",
  "refund.complete",
  "refund.failed",
  "refund.corrected",
  "balance.corrected",
  "webhook.test",
  "webhook.failing",
  "webhook.disabled",
] as const;

/** The event types in groups, in the order above. */
export function eventGroups(): readonly (readonly [noun: string, types: readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const type of EVENT_TYPES) {
    const noun = type.split(".")[0] ?? "";
    groups.set(noun, [...(groups.get(noun) ?? []), type]);
  }
  return [...groups];
}
