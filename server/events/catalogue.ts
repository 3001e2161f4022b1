/** All event types. Source: `interface.md` section 6 and `interface-decisions.md` 31. */
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

export type EventType = (typeof EVENT_TYPES)[number];

/** The moment at which each type is sent. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  "payment.created": "A payment was created.",
  "payment.processing": "The payer was asked to confirm.",
  "payment.complete": "The payer has paid.",
  "payment.failed": "The payment failed for good; `failure_code` and `failure_reason` say why.",
  "payment.canceled": "The payment was canceled.",
  "payment.expired": "The payment was not paid in time.",
  "transfer.created": "A transfer was accepted, and its amount and fee are held.",
  "transfer.processing": "The transfer is being sent to the provider.",
  "transfer.complete": "The provider has paid the recipient.",
  "transfer.failed":
    "The provider has not paid and will not pay. `failure_code` and `failure_reason` say why; the held money is released.",
  "transfer.canceled": "The merchant canceled the transfer before it was sent.",
  "customer.created": "A customer was created.",
  "customer.updated": "A customer was updated.",
  "customer.deleted": "A customer was deleted.",
  "beneficiary.created": "A beneficiary was created.",
  "beneficiary.updated": "A beneficiary was updated.",
  "beneficiary.deleted": "A beneficiary was deleted.",
  "refund.created": "A refund was accepted, and its amount is held.",
  "refund.complete": "The payer has received the refund.",
  "refund.failed": "The refund failed; `failure_code` and `failure_reason` say why. The held money is released.",
  "refund.corrected":
    "A complete refund turned out wrong. `amount_corrected` says how much the payer did not receive; it can be refunded again.",
  "balance.corrected":
    "The platform operator corrected the balance, or a debt was repaid. The data is a correction, with its reason.",
  "webhook.test": "A test of this webhook was requested. Only this webhook receives it.",
  "webhook.failing": "Every attempt to deliver to a webhook has failed for a day.",
  "webhook.disabled":
    "A webhook was switched off because it answered 410, or because it has failed for five days. `disabled_reason` says which.",
};
