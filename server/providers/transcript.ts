import { redact } from "#kernel/redact.ts";
import type { Answer, Call, Exchange } from "./exchange.ts";

/**
 * One request to a provider with its answer, in a form that may be stored and shown: no header, no secret, no whole
 * number.
 */
export interface Transcript {
  readonly method: string;
  /** The host and the path, with long numbers truncated. */
  readonly url: string;
  readonly request: unknown;
  /** Null: no answer. */
  readonly status: number | null;
  readonly answer: unknown;
  /** The reason for a missing answer. */
  readonly cause: string | null;
  readonly duration_ms: number;
}

// A plug-in with more calls is in a loop.
const CALLS_MAX = 10;
const TEXT_MAX = 300;
const DEPTH_MAX = 6;
const ITEMS_MAX = 50;

/**
 * An exchange that logs its calls. Only fields named in `shown` are kept, and long numbers (such as phone numbers) keep
 * their last three digits. Anything not known to be harmless is left out.
 */
export function recording(
  exchange: Exchange,
  shown: ReadonlySet<string>,
): { readonly exchange: Exchange; readonly calls: readonly Transcript[] } {
  const calls: Transcript[] = [];
  return {
    calls,
    async exchange(call) {
      const started_ms = performance.now();
      const answer = await exchange(call);
      if (calls.length < CALLS_MAX) calls.push(transcript(call, answer, shown, performance.now() - started_ms));
      return answer;
    },
  };
}

function transcript(call: Call, answer: Answer, shown: ReadonlySet<string>, duration_ms: number): Transcript {
  const url = URL.parse(call.url);
  const is_answered = answer.kind === "answered";
  return {
    method: call.method,
    url: masked(url === null ? call.url : `${url.host}${url.pathname}`),
    request: call.body === undefined ? null : redacted(call.body, shown),
    status: is_answered ? answer.status : null,
    answer: is_answered ? redacted(answer.body, shown) : null,
    cause: is_answered ? null : masked(answer.cause),
    duration_ms: Math.round(duration_ms),
  };
}

/** A body for the log: JSON with its harmless fields; anything else by its size alone. */
export function redacted(body: string, shown: ReadonlySet<string>): unknown {
  if (body === "") return null;
  try {
    return cleaned(JSON.parse(body), shown, false, 0);
  } catch {
    return `(${body.trimStart().startsWith("<") ? "markup" : "text"} of ${Buffer.byteLength(body)} bytes)`;
  }
}

function cleaned(value: unknown, shown: ReadonlySet<string>, is_shown: boolean, depth: number): unknown {
  if (depth > DEPTH_MAX) return "…";
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => cleaned(item, shown, is_shown, depth + 1));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).slice(0, ITEMS_MAX);
    return Object.fromEntries(
      fields.map(([name, field]) => [masked(name), cleaned(field, shown, shown.has(name), depth + 1)]),
    );
  }
  if (value === null || typeof value === "boolean") return value;
  if (!is_shown) return "…";
  return masked(String(value));
}

/** Truncates a text, and removes long numbers, keys and tokens. */
export function masked(text: string): string {
  return redact(text.slice(0, 2 * TEXT_MAX)).slice(0, TEXT_MAX);
}
