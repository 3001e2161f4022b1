/** Every event there is: `interface.md` section 6 and `interface-decisions.md` 31. */
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
  "webhook.test",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
