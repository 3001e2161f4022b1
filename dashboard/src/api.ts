import { LANGUAGES } from "@kolo/ui/format-money.ts";
import { type Item, isItem, itemOf, textOf, textsOf } from "./items.ts";
import { said } from "./said.ts";

/** The result of a request to the service. */
export interface Answer {
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
const TOUCHED_MS = 60_000;
let touched_at = Date.now();
for (const event of ["pointerdown", "keydown", "scroll"]) {
  window.addEventListener(
    event,
    () => {
      touched_at = Date.now();
    },
    { capture: true, passive: true },
  );
}

// Requests in flight that may replace the session's token: step-ups, and changes of the sign-in methods.
const renewing = new Set<Promise<unknown>>();

/** Resolves once the requests that may replace the session's token have ended. */
export async function renewed(): Promise<void> {
  await Promise.all(renewing);
}

/** Sends a request. Never throws: without an answer, the status is 0. */
export function ask(...given: Parameters<typeof fetched>): Promise<Answer> {
  const [method, path] = given;
  const asked = fetched(...given);
  if (method === "GET" || !path.startsWith("/me/")) return asked;
  renewing.add(asked);
  return asked.finally(() => renewing.delete(asked));
}

async function fetched(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const is_written = typeof body === "string" || body instanceof Blob;
  try {
    const response = await fetch(`/dashboard/api${path}`, {
      method,
      headers: {
        "x-kolo-dashboard": "1",
        ...(Date.now() - touched_at > TOUCHED_MS ? { "x-kolo-background": "1" } : {}),
        ...(body === undefined || is_written ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: is_written ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const given: unknown = await response.json().catch(() => ({}));
    return answerOf(response, isItem(given) ? given : {});
  } catch {
    return { status: 0, is_ok: false, body: {}, message: "", errors: {}, request_id: "", retry_after_s: null };
  }
}

function answerOf(response: Response, body: Item): Answer {
  const wrong = itemOf(body, "errors");
  const wait = response.headers.get("retry-after");
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? "en";
  return {
    status: response.status,
    is_ok: response.ok,
    body,
    message: said(textOf(body, "message"), language),
    errors: Object.fromEntries(
      Object.keys(wrong).map((field) => [field, said(textsOf(wrong, field)[0] ?? "", language)]),
    ),
    request_id: response.headers.get("request-id") ?? "",
    retry_after_s: wait === null ? null : Number(wait),
  };
}
