import { causeText } from "#kernel/provider-causes.ts";
import { redact } from "#kernel/redact.ts";
import type { Exchange, ExchangeResult, ProviderRequest } from "./http-client.ts";

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
 * An exchange that logs its calls. Only fields named in `loggable_fields` are kept, and long numbers (such as phone
 * numbers) keep their last three digits. Anything not known to be harmless is left out.
 */
export function recordCalls(
  exchange: Exchange,
  loggable_fields: ReadonlySet<string>,
): { readonly exchange: Exchange; readonly calls: readonly Transcript[] } {
  const calls: Transcript[] = [];
  return {
    calls,
    async exchange(call) {
      const started_ms = performance.now();
      const answer = await exchange(call);
      if (calls.length < CALLS_MAX)
        calls.push(transcriptOf(call, answer, loggable_fields, performance.now() - started_ms));
      return answer;
    },
  };
}

function transcriptOf(
  call: ProviderRequest,
  answer: ExchangeResult,
  loggable_fields: ReadonlySet<string>,
  duration_ms: number,
): Transcript {
  const url = URL.parse(call.url);
  const is_answered = answer.kind === "answered";
  return {
    method: call.method,
    url: maskText(url === null ? call.url : `${url.host}${url.pathname}`),
    request: call.body === undefined ? null : redactBody(call.body, loggable_fields),
    status: is_answered ? answer.status : null,
    answer: is_answered ? redactBody(answer.body, loggable_fields) : null,
    cause: is_answered ? null : maskText(causeText(answer.cause)),
    duration_ms: Math.round(duration_ms),
  };
}

/** A body for the log: of JSON, the fields in `loggable_fields`; of any other body, only the size. */
export function redactBody(body: string, loggable_fields: ReadonlySet<string>): unknown {
  if (body === "") return null;
  try {
    return redactValue(JSON.parse(body), loggable_fields, false, 0);
  } catch {
    return `(${body.trimStart().startsWith("<") ? "markup" : "text"} of ${Buffer.byteLength(body)} bytes)`;
  }
}

function redactValue(
  value: unknown,
  loggable_fields: ReadonlySet<string>,
  is_loggable: boolean,
  depth: number,
): unknown {
  if (depth > DEPTH_MAX) return "…";
  if (Array.isArray(value))
    return value.slice(0, ITEMS_MAX).map((item) => redactValue(item, loggable_fields, is_loggable, depth + 1));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).slice(0, ITEMS_MAX);
    return Object.fromEntries(
      fields.map(([name, field]) => [
        maskText(name),
        redactValue(field, loggable_fields, loggable_fields.has(name), depth + 1),
      ]),
    );
  }
  if (value === null || typeof value === "boolean") return value;
  if (!is_loggable) return "…";
  return maskText(String(value));
}

/** Truncates a text, and removes long numbers, keys and tokens. */
export function maskText(text: string): string {
  return redact(text.slice(0, 2 * TEXT_MAX)).slice(0, TEXT_MAX);
}
