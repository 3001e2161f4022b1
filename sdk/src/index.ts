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

export type { CallOptions, CallRequest, Retry } from "./call.ts";
export {
  type FieldErrors,
  type FieldReasons,
  type FieldRefusal,
  KoloError,
  type KoloErrorJson,
  type KoloErrorKind,
} from "./errors.ts";
export type { BalanceCorrection, EventData, KoloEvent, WebhookEvent } from "./event-types.ts";
export type { EventPage, FollowOptions, FollowQuery } from "./events.ts";
export { Kolo, type KoloOptions } from "./kolo.ts";
export type { AllItems, Page } from "./pages.ts";
export {
  type CreatedPayment,
  type FollowedPayment,
  type NewPublishablePayment,
  type PaymentToFollow,
  PublishableKolo,
  type PublishableKoloOptions,
} from "./publishable-kolo.ts";
export { type CallResponse, responseOf } from "./responses.ts";
export {
  type RawBody,
  type SignedWebhook,
  signTestWebhook,
  type TestEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export type { WaitOptions } from "./wait.ts";
