import { LANGUAGES } from "@kolo/ui/format-money.ts";
import { fieldTexts, refusalText, requestRefusal } from "#i18n/server-messages.ts";
import { type Item, isItem } from "./items.ts";

/** The result of a request to the service. */
export interface ApiResponse {
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly is_ok: boolean;
  readonly body: Item;
  readonly message: string;
  /** Error messages by field, in the reader's language, as is `message`. */
  readonly errors: Readonly<Record<string, string>>;
  /** The `Request-Id` header, by which the service's log finds the request. */
  readonly request_id: string;
  readonly retry_after_s: number | null;
}

const TIMEOUT_MS = 30_000;
// Polling without a touch or key press for this long must not extend the session's idle timeout.
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

/** Sends a request. Never throws: without an answer, the status is 0. */
export function sendRequest(...args: Parameters<typeof fetchJson>): Promise<ApiResponse> {
  const [method, path] = args;
  const pending = fetchJson(...args);
  if (method === "GET" || !path.startsWith("/me/")) return pending;
  pending_renewals.add(pending);
  return pending.finally(() => pending_renewals.delete(pending));
}

async function fetchJson(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
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
    const json: unknown = await response.json().catch(() => ({}));
    return toApiResponse(response, isItem(json) ? json : {});
  } catch {
    return { status: 0, is_ok: false, body: {}, message: "", errors: {}, request_id: "", retry_after_s: null };
  }
}

function toApiResponse(response: Response, body: Item): ApiResponse {
  const retry_after = response.headers.get("retry-after");
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? "en";
  return {
    status: response.status,
    is_ok: response.ok,
    body,
    message: response.ok ? "" : refusalText(requestRefusal(body), language),
    errors: fieldTexts(body, language),
    request_id: response.headers.get("request-id") ?? "",
    retry_after_s: retry_after === null ? null : Number(retry_after),
  };
}
