import { API_REASONS } from "#kernel/api-reasons.ts";
import { messagesOf, reasonsOf, ServiceError } from "#kernel/errors.ts";
import { ApiReasonParams, FieldReasons } from "#kernel/field-reasons.ts";
import { OneOf, Type } from "#kernel/fields.ts";
import { type ErrorKind, kindOf, type PlainReason } from "#kernel/reasons.ts";

/** The only mapping of error kinds to status codes. */
const STATUS_LINES: Readonly<Record<ErrorKind, readonly [code: number, status: string]>> = {
  bad_request: [400, "Bad Request"],
  unauthorized: [401, "Unauthorized"],
  forbidden: [403, "Forbidden"],
  not_found: [404, "Not Found"],
  method_not_allowed: [405, "Method Not Allowed"],
  timed_out: [408, "Request Timeout"],
  conflict: [409, "Conflict"],
  too_large: [413, "Payload Too Large"],
  unsupported_media_type: [415, "Unsupported Media Type"],
  expectation_failed: [417, "Expectation Failed"],
  invalid: [422, "Unprocessable Entity"],
  insufficient_funds: [422, "Unprocessable Entity"],
  too_many_requests: [429, "Too Many Requests"],
  headers_too_large: [431, "Request Header Fields Too Large"],
  internal: [500, "Internal Server Error"],
  unavailable: [503, "Service Unavailable"],
};

/** The body of every error (`interface.md` section 7). */
export const ErrorBody = Type.Object({
  code: Type.Integer(),
  status: Type.String(),
  message: Type.String(),
  reason: OneOf(Object.keys(API_REASONS), {
    title: "ErrorReason",
    description: "Why the request was refused, for programs. `docs/reference/errors.md` explains each reason.",
  }),
  reason_params: Type.Optional(ApiReasonParams),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "The error messages of each invalid field. Nested names are dotted.",
    }),
  ),
  field_reasons: Type.Optional(FieldReasons),
});

export function statusOf(kind: ErrorKind): number {
  return STATUS_LINES[kind][0];
}

export function phraseOf(kind: ErrorKind): string {
  return STATUS_LINES[kind][1];
}

type ErrorParts = Pick<ServiceError, "reason" | "params" | "message" | "fields">;

export function errorBody({ reason, params, message, fields }: ErrorParts): object {
  const [code, status] = STATUS_LINES[kindOf(reason)];
  return {
    ...{ code, status, message, reason },
    ...(Object.keys(params).length > 0 && { reason_params: params }),
    ...(fields && { errors: messagesOf(fields), field_reasons: reasonsOf(fields) }),
  };
}

/** The texts of errors that name fields: those of a bulk can have 3 MB. */
const error_texts = new WeakMap<ErrorParts, string>();

/** The text of an error's body. */
export function errorText(parts: ErrorParts): string {
  const cached = error_texts.get(parts);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(errorBody(parts));
  if (parts.fields) error_texts.set(parts, text);
  return text;
}

/** Sets the text of an error that another thread has serialized. */
export function setErrorText(error: ServiceError, text: string): void {
  error_texts.set(error, text);
}

/** Answers to malformed requests, by the code of Node's error. */
const MALFORMED_REQUESTS: Readonly<Record<string, readonly [PlainReason, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timed_out", "The request took too long to arrive"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["body_too_large", "The body is too large"],
  EXPECTATION: ["expectation_unsupported", "Expect nothing but 100-continue"],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The headers are too large"],
};

/** The answer to a malformed request. */
export function malformedRequestBody(error_code: string | undefined): {
  readonly code: number;
  readonly phrase: string;
  readonly text: string;
} {
  const [reason, message] = MALFORMED_REQUESTS[error_code ?? ""] ?? [
    "malformed_request",
    "The request is not valid HTTP",
  ];
  const [code, phrase] = STATUS_LINES[kindOf(reason)];
  return { code, phrase, text: errorText({ reason, params: {}, message, fields: undefined }) };
}

/** Converts an error to a `ServiceError` for the caller. Any other error is internal; its message is not shown. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return fromFastify(error) ?? new ServiceError("internal_error", "Something went wrong on our side", { cause: error });
}

const UNKNOWN_PATH = "There is nothing at this path";

const FASTIFY_REASONS: Readonly<Record<string, readonly [PlainReason, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "media_type_unsupported",
    "Send application/json or application/x-www-form-urlencoded",
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", "The body is too large"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["request_incomplete", "The body is not as long as Content-Length says"],
  FST_ERR_BAD_URL: ["path_invalid", "The path is not valid"],
  FST_ERR_MAX_PARAM_LENGTH: ["path_not_found", UNKNOWN_PATH],
};

function fromFastify(error: unknown): ServiceError | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const mapped = FASTIFY_REASONS[code] ?? reasonByStatus("statusCode" in error ? error.statusCode : null);
  return mapped ? new ServiceError(mapped[0], mapped[1], { cause: error }) : null;
}

/** Maps errors of the static-files library that the caller caused: an invalid path, a failed precondition. */
function reasonByStatus(status: unknown): readonly [PlainReason, string] | null {
  if (status === 403 || status === 404) return ["path_not_found", UNKNOWN_PATH];
  if (status !== 412) return null;
  return ["precondition_failed", "The file does not match a precondition of the request, such as If-Match"];
}
