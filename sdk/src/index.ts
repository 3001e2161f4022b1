export type * from "./api.ts";
export { BULK_PATIENCE_MS, BULK_TIMEOUT_MS, type BulkWaitOptions } from "./bulk-transfers.ts";
export { ANSWER_LIMIT_BYTES, type CallOptions, PATIENCE_MS, type Retry, TIMEOUT_MS } from "./call.ts";
export { type FieldErrors, KoloError, type KoloErrorKind } from "./errors.ts";
export type { EventData, KoloEvent, WebhookEvent } from "./event-types.ts";
export type { EventPage, Following, FollowOptions } from "./events.ts";
export { Kolo, type KoloOptions } from "./kolo.ts";
export type { Page } from "./pages.ts";
export {
  type RawBody,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookTrouble,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export { WAIT_MS, type WaitOptions } from "./wait.ts";
