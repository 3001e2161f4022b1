import type { ProviderCause } from "#kernel/provider-causes.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { jsonOf } from "#providers/io/json.ts";
import type { AccountCredentials } from "#providers/provider.ts";
import { type HttpMessage, signatureHeaders } from "./signature.ts";

/** The answer: a status with the parsed body, or the reason for a missing answer. */
export type PawapayResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Undefined for a body that is not JSON: the page of a firewall, for example. */
      readonly json: unknown;
    }
  /** The request itself was not sent: no connection. */
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

/** Sends a request for one account, signed if the account has a key. It retries nothing. */
export async function call(
  { settings }: AccountCredentials,
  request: { readonly method: "GET" | "POST"; readonly path: string; readonly body?: object },
  exchange: Exchange,
): Promise<PawapayResponse> {
  const { method, path } = request;
  const url = `${settings.base_url}${path}`;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const content: Readonly<Record<string, string>> = body === undefined ? {} : { "content-type": "application/json" };
  const signature = body === undefined ? {} : signatureOf(settings, { method, url, headers: content, body });
  if (signature === null) return { kind: "not_sent", cause: { code: "not_signed" } };
  const headers = { authorization: `Bearer ${settings.api_token}`, ...content, ...signature };
  const answer = await exchange({ method, url, headers, ...(body === undefined ? {} : { body }) });
  if (answer.kind !== "answered") return answer;
  return { kind: "answered", status: answer.status, json: jsonOf(answer.body) };
}

/** The headers that sign a request; none without a key, and null with a key that cannot sign. */
function signatureOf(
  settings: AccountCredentials["settings"],
  message: HttpMessage,
): Readonly<Record<string, string>> | null {
  const { signing_key: key = "", signing_key_id: key_id = "" } = settings;
  if (key === "") return {};
  try {
    return signatureHeaders(message, { key, key_id }, Date.now());
  } catch {
    return null;
  }
}
