import type { ProviderCause } from "#kernel/provider-causes.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { isRecord, type JsonObject, jsonOf, textOf } from "#providers/io/json.ts";
import type { AccountCredentials } from "#providers/provider.ts";
import { signatureHeader } from "./signature.ts";

/** The two APIs that move money. Each has a key of its own; both may be the same. */
export type WaveApi = "checkout" | "payout";

export interface WaveRequest {
  readonly api: WaveApi;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly idempotency_key?: string;
}

/** The answer: a status with the parsed body, or the reason for a missing answer. */
export type WaveResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Undefined for a body that is not JSON; null for an empty one. */
      readonly json: unknown;
    }
  /** The request itself was not sent: no connection. */
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

/** Sends a request for one account, signed if its key has a signing secret. It retries nothing. */
export async function call(
  { settings }: AccountCredentials,
  { api, method, path, body: fields, idempotency_key }: WaveRequest,
  exchange: Exchange,
): Promise<WaveResponse> {
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const secret = settings[`${api}_signing_secret`] ?? "";
  const answer = await exchange({
    method,
    url: `${settings.base_url}${path}`,
    headers: {
      authorization: `Bearer ${settings[`${api}_key`]}`,
      ...(body === "" ? {} : { "content-type": "application/json" }),
      ...(idempotency_key === undefined ? {} : { "idempotency-key": idempotency_key }),
      ...(secret === "" ? {} : { "wave-signature": signatureHeader(secret, body, Date.now()) }),
    },
    ...(body === "" ? {} : { body }),
  });
  if (answer.kind !== "answered") return answer;
  return { kind: "answered", status: answer.status, json: answer.body.trim() === "" ? null : jsonOf(answer.body) };
}

/** Wave's code of an error; null for a body without one. */
export function codeIn(json: JsonObject): string | null {
  return textOf(json.code) ?? (isRecord(json.error) ? textOf(json.error.code) : null);
}
