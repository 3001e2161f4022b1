import { LANGUAGES } from "@kolo/ui/format-money.ts";
import { fieldTexts, refusalText, requestRefusal } from "#i18n/server-messages.ts";
import type { Operations } from "./api-types.ts";

export type OperationName = keyof Operations;
/** The read operations: every GET, and POSTs that compute, or keep a phone number or a token out of the URL. */
export type ReadName =
  | Extract<OperationName, `GET ${string}`>
  | "POST /{environment}/transfers/lookup"
  | "POST /{environment}/schedules/preview"
  | "POST /invitation";
/** The fields of an operation's answer. */
export type Answer<Name extends OperationName> = Operations[Name]["answer"];
/** The parameters and the body of an operation. */
export type OperationInput<Name extends OperationName> = Omit<Operations[Name], "answer"> & RequestParts;

interface RequestParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ResponseHead {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly message: string;
  /** Error messages by field, in the reader's language, as is `message`. */
  readonly errors: Readonly<Record<string, string>>;
  /** The `Request-Id` header, for finding the request in the service's log. */
  readonly request_id: string;
  readonly retry_after_s: number | null;
}

export interface SuccessfulResponse<Body> extends ResponseHead {
  readonly is_ok: true;
  readonly body: Body;
}

export interface FailedResponse extends ResponseHead {
  readonly is_ok: false;
  /** The response body, which `requestRefusal` and `fieldRefusals` parse. */
  readonly body: object;
}

/** The result of a request to the service. */
export type ApiResponse<Body> = SuccessfulResponse<Body> | FailedResponse;

const TIMEOUT_MS = 30_000;
// Without user input for this long, requests are marked as background and do not extend the session's idle timeout.
const ACTIVE_WITHIN_MS = 60_000;
let last_input_at = Date.now();
for (const event of ["pointerdown", "keydown", "scroll"]) {
  window.addEventListener(
    event,
    () => {
      last_input_at = Date.now();
    },
    { capture: true, passive: true },
  );
}

// Requests in flight that may replace the session's token: step-ups, and changes of the sign-in methods.
const pending_renewals = new Set<Promise<unknown>>();

/** Resolves once the requests that may replace the session's token have ended. */
export async function sessionRenewed(): Promise<void> {
  await Promise.all(pending_renewals);
}

/** The business and environment of the page, which replace `{merchant}` and `{environment}` in paths. */
export interface ApiScope {
  readonly merchant: string;
  readonly environment: "test" | "live";
}

/** Runs an operation. Never throws: without a response, the status is 0. */
export function sendOperation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  scope: ApiScope | null = null,
): Promise<ApiResponse<Answer<Name>>> {
  const [method = "GET", template = ""] = name.split(" ");
  const { body, headers }: RequestParts = input;
  return sendRequest<Answer<Name>>(method, urlOf(template, input, scope), body, headers);
}

/** The path and query of an operation, below the API's own path. */
export function urlOf(template: string, { params = {}, query = {} }: RequestParts, scope: ApiScope | null): string {
  const merchant_path = `/merchants/${scope?.merchant}`;
  const path = template
    .replace("/{environment}", () => `${merchant_path}/${scope?.environment}`)
    .replace("/{merchant}", () => merchant_path);
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))));
  const query_entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const query_text = new URLSearchParams(query_entries.map(([key, value]) => [key, String(value)]));
  return `${filled}${query_text.size === 0 ? "" : `?${query_text}`}`;
}

/** Sends a request. Never throws: without a response, the status is 0. */
function sendRequest<Body>(...args: Parameters<typeof fetchJson>): Promise<ApiResponse<Body>> {
  const [method, path] = args;
  const pending = fetchJson<Body>(...args);
  if (method === "GET" || !path.startsWith("/me/")) return pending;
  pending_renewals.add(pending);
  return pending.finally(() => pending_renewals.delete(pending));
}

async function fetchJson<Body>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse<Body>> {
  const is_raw_body = typeof body === "string" || body instanceof Blob;
  try {
    const response = await fetch(`/dashboard/api${path}`, {
      method,
      headers: {
        "x-kolo-dashboard": "1",
        ...(Date.now() - last_input_at > ACTIVE_WITHIN_MS ? { "x-kolo-background": "1" } : {}),
        ...(body === undefined || is_raw_body ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: is_raw_body ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      const json: unknown = await response.json().catch(() => null);
      return failedResponse(response, typeof json === "object" && json !== null ? json : {});
    }
    // The service validates its responses. A response of another server, such as a proxy's page, has no such `code`.
    const answer = await response.json();
    if (answer?.code !== response.status) return LOST_RESPONSE;
    return { ...headOf(response), is_ok: true, body: answer, message: "", errors: {} };
  } catch {
    return LOST_RESPONSE;
  }
}

const LOST_RESPONSE: FailedResponse = {
  ...{ status: 0, is_ok: false, body: {}, message: "", errors: {}, request_id: "", retry_after_s: null },
};

function headOf(response: Response): Pick<ResponseHead, "status" | "request_id" | "retry_after_s"> {
  const retry_after = response.headers.get("retry-after");
  return {
    status: response.status,
    request_id: response.headers.get("request-id") ?? "",
    retry_after_s: retry_after === null ? null : Number(retry_after),
  };
}

function failedResponse(response: Response, body: object): FailedResponse {
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? "en";
  return {
    ...headOf(response),
    is_ok: false,
    body,
    message: refusalText(requestRefusal(body), language),
    errors: fieldTexts(body, language),
  };
}
