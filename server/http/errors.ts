import { type ErrorKind, type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";

/** The only mapping of error kinds to status codes. */
const STATUS_LINES: Readonly<Record<ErrorKind, readonly [code: number, status: string]>> = {
  bad_request: [400, "Bad Request"],
  unauthorized: [401, "Unauthorized"],
  forbidden: [403, "Forbidden"],
  not_found: [404, "Not Found"],
  method_not_allowed: [405, "Method Not Allowed"],
  conflict: [409, "Conflict"],
  too_large: [413, "Payload Too Large"],
  unsupported_media_type: [415, "Unsupported Media Type"],
  invalid: [422, "Unprocessable Entity"],
  insufficient_funds: [422, "Unprocessable Entity"],
  too_many_requests: [429, "Too Many Requests"],
  internal: [500, "Internal Server Error"],
  unavailable: [503, "Service Unavailable"],
};

/** The body of every error (`interface.md` section 7). */
export const ErrorBody = Type.Object({
  code: Type.Integer(),
  status: Type.String(),
  message: Type.String(),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "The error messages of each invalid field. Nested names are dotted.",
    }),
  ),
});

export function statusOf(kind: ErrorKind): number {
  return STATUS_LINES[kind][0];
}

export function phraseOf(kind: ErrorKind): string {
  return STATUS_LINES[kind][1];
}

export function errorText(kind: ErrorKind, message: string, fields?: FieldErrors): string {
  const [code, status] = STATUS_LINES[kind];
  return JSON.stringify(fields ? { code, status, message, errors: fields } : { code, status, message });
}

/** Answers to malformed requests, by the code of Node's error. */
const MALFORMED_REQUESTS: Readonly<Record<string, readonly [code: number, phrase: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "The body is too large"],
  EXPECTATION: [417, "Expectation Failed", "Expect nothing but 100-continue"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are too large"],
};

/** The answer to a malformed request. */
export function malformedRequestBody(reason: string | undefined): {
  readonly code: number;
  readonly phrase: string;
  readonly text: string;
} {
  const [code, phrase, message] = MALFORMED_REQUESTS[reason ?? ""] ?? [
    400,
    "Bad Request",
    "The request is not valid HTTP",
  ];
  return { code, phrase, text: JSON.stringify({ code, status: phrase, message }) };
}

/** Converts an error to a `ServiceError` for the caller. Any other error is internal; its message is not shown. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return (
    fromFastify(error) ?? new ServiceError("internal", "Something went wrong on our side", undefined, { cause: error })
  );
}

const UNKNOWN_PATH = "There is nothing at this path";

const FASTIFY_KINDS: Readonly<Record<string, readonly [ErrorKind, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported_media_type",
    "Send application/json or application/x-www-form-urlencoded",
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ["too_large", "The body is too large"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["bad_request", "The body is not as long as Content-Length says"],
  FST_ERR_BAD_URL: ["bad_request", "The path is not valid"],
  FST_ERR_MAX_PARAM_LENGTH: ["not_found", UNKNOWN_PATH],
};

function fromFastify(error: unknown): ServiceError | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const mapped = FASTIFY_KINDS[code] ?? kindByStatus("statusCode" in error ? error.statusCode : null);
  return mapped ? new ServiceError(mapped[0], mapped[1], undefined, { cause: error }) : null;
}

/** Maps the caller's faults that the static-files library reports: an invalid path, a failed precondition. */
function kindByStatus(status: unknown): readonly [ErrorKind, string] | null {
  if (status === 403 || status === 404) return ["not_found", UNKNOWN_PATH];
  return status === 412 ? ["bad_request", "The file is not as the request's headers ask"] : null;
}
