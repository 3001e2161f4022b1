import { API_REASONS } from "./api-reasons.ts";
import type { ParamName, ParamsNamed } from "./reason-params.ts";
import { STAFF_REASONS } from "./staff-reasons.ts";

/** The kinds of errors for callers. Only `http/errors.ts` maps a kind to a status code. */
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
 * The possible result of a retry. `final`: the request is refused for ever. `later`: the same request may succeed.
 * `after_change`: a corrected request may succeed.
 */
export type Retry = "final" | "later" | "after_change";

/**
 * A reason: its kind, whether a retry can succeed, when it happens, what the caller does about it, and the names of its
 * parameters.
 */
export type ReasonEntry = readonly [
  ...(readonly [kind: ErrorKind, retry: Retry, when: string, advice: string]),
  ...params: readonly ParamName[],
];

export type ReasonCatalogue = Readonly<Record<string, ReasonEntry>>;

/** Every reason that an error can have. Programs compare it; the message is for people. */
export const REASONS = { ...API_REASONS, ...STAFF_REASONS };

export type Reason = keyof typeof REASONS;

/** The parameters of each reason that has any. */
export type ParamsByReason = {
  readonly [R in Reason as (typeof REASONS)[R] extends readonly [unknown, unknown, unknown, unknown]
    ? never
    : R]: (typeof REASONS)[R] extends readonly [unknown, unknown, unknown, unknown, ...infer Names extends ParamName[]]
    ? ParamsNamed<Names[number]>
    : never;
};

export type PlainReason = Exclude<Reason, keyof ParamsByReason>;

export function kindOf(reason: Reason): ErrorKind {
  return REASONS[reason][0];
}
