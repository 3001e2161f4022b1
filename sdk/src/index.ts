export type * from "./api.ts";
export {
  BENEFICIARY_TYPES,
  DELIVERY_STATES,
  ERROR_REASONS,
  EVENT_TYPES,
  FAILURE_CODES,
  FIELD_REASONS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  TRANSFER_STATUSES,
} from "./api.ts";
export type { BulkWaitOptions, FileOptions } from "./bulk-transfers.ts";

export type { CallOptions, Retry } from "./call.ts";
export { type FieldErrors, type FieldReasons, type FieldRefusal, KoloError, type KoloErrorKind } from "./errors.ts";
export type { EventData, KoloEvent, WebhookEvent } from "./event-types.ts";
export type { EventPage, FollowOptions, FollowQuery } from "./events.ts";
export { Kolo, type KoloOptions } from "./kolo.ts";
export type { Page } from "./pages.ts";
export {
  type RawBody,
  type VerifyOptions,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export type { WaitOptions } from "./wait.ts";
