import { API_REASONS } from "./api-reasons.ts";
import { STAFF_REASONS } from "./staff-reasons.ts";

/** The kinds of errors for callers. `http/errors.ts` alone maps a kind to a status code. */
export const ERROR_KINDS = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "timed_out",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "expectation_failed",
  "invalid",
  "insufficient_funds",
  "too_many_requests",
  "headers_too_large",
  "internal",
  "unavailable",
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * The result of another try. `final`: refused for ever. `later`: the same request may succeed. `after_change`: a
 * corrected request may succeed.
 */
export type Retry = "final" | "later" | "after_change";

/** The kind of a reason, what another try can do, when it happens, and what the caller does about it. */
export type ReasonEntry = readonly [kind: ErrorKind, retry: Retry, when: string, advice: string];

export type ReasonCatalogue = Readonly<Record<string, ReasonEntry>>;

/** Every reason that an error can have. Programs compare it; the message is for people. */
export const REASONS = { ...API_REASONS, ...STAFF_REASONS };

export type Reason = keyof typeof REASONS;

export function kindOf(reason: Reason): ErrorKind {
  return REASONS[reason][0];
}
