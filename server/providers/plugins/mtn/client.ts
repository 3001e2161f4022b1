import { randomUUID } from "node:crypto";
import { causeText, type ProviderCause } from "#kernel/provider-causes.ts";
import type { Exchange, ExchangeResult, ProviderRequest } from "#providers/io/http-client.ts";
import { type Token, tokenCache } from "#providers/io/tokens.ts";
import type { AccountCredentials } from "#providers/provider.ts";

/** MTN sells its API in products, each with a subscription and a token of its own. */
export type Product = "collection" | "disbursement";

/** The answer: a status with the parsed body, or the reason for a missing answer. */
export type MtnResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Undefined for an empty body, or one that is not JSON. */
      readonly json: unknown;
      /** HTML or XML: the answer of a firewall or a gateway in front of the API, not of the API. */
      readonly is_markup: boolean;
    }
  /** The request itself was not sent: no connection, or no token. */
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

export interface MtnRequest {
  readonly product: Product;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * Sends a signed-in request for one account. It signs in again once after a refused token, and retries nothing else.
 */
export type MtnClient = (account: AccountCredentials, request: MtnRequest, exchange: Exchange) => Promise<MtnResponse>;

// The portal advises ten minutes. A token with a shorter life is renewed after half of it.
const RENEW_BEFORE_MS = 10 * 60_000;

export function mtnClient(now_ms: () => number = Date.now): MtnClient {
  const token_cache = tokenCache(now_ms);

  function tokenOf(account: AccountCredentials, product: Product, exchange: Exchange, refused: string | null) {
    const { settings, id } = account;
    // New credentials need a new token, so the key contains them.
    const key = `${id} ${product} ${settings[`${product}_user`]} ${settings[`${product}_key`]}`;
    return token_cache.get(key, refused, () => newToken(account, product, exchange, now_ms));
  }

  return async (account, request, exchange) => {
    let refused: string | null = null;
    for (;;) {
      const token = await tokenOf(account, request.product, exchange, refused);
      if ("code" in token) return { kind: "not_sent", cause: token };
      const response = readResponse(await exchange(callOf(account, request, token.text)));
      const is_refused = response.kind === "answered" && response.status === 401;
      if (!is_refused || refused !== null) return response;
      refused = token.text;
    }
  };
}

function callOf({ settings }: AccountCredentials, request: MtnRequest, token: string): ProviderRequest {
  const { product, method, path, headers, body } = request;
  return {
    method,
    url: `${settings.base_url}/${product}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      "ocp-apim-subscription-key": settings[`${product}_subscription_key`] ?? "",
      "x-target-environment": settings.target_environment ?? "",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function newToken(
  { settings }: AccountCredentials,
  product: Product,
  exchange: Exchange,
  now_ms: () => number,
): Promise<Token | ProviderCause> {
  const basic = Buffer.from(`${settings[`${product}_user`]}:${settings[`${product}_key`]}`).toString("base64");
  const response = readResponse(
    await exchange({
      method: "POST",
      // The trailing slash is required, and a body would be refused.
      url: `${settings.base_url}/${product}/token/`,
      headers: {
        authorization: `Basic ${basic}`,
        "ocp-apim-subscription-key": settings[`${product}_subscription_key`] ?? "",
      },
    }),
  );
  if (response.kind !== "answered") return { code: "no_token", detail: product, of: response.cause };
  const { json } = response;
  const is_token = typeof json === "object" && json !== null && "access_token" in json && "expires_in" in json;
  if (response.status !== 200 || !is_token || typeof json.access_token !== "string") {
    return { code: "no_token", detail: product, of: { code: "status", detail: String(response.status) } };
  }
  const life_ms = Number(json.expires_in) * 1_000;
  const renew_ms = Math.min(RENEW_BEFORE_MS, life_ms / 2);
  return { text: json.access_token, renew_at_ms: now_ms() + (Number.isFinite(life_ms) ? life_ms - renew_ms : 0) };
}

function readResponse(answer: ExchangeResult): MtnResponse {
  if (answer.kind !== "answered") return answer;
  const is_markup = answer.body.trimStart().startsWith("<");
  return { kind: "answered", status: answer.status, json: jsonOf(answer.body), is_markup };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Creates an API user and its key in MTN's sandbox, with a subscription key. */
export async function provision(
  options: { readonly base_url: string; readonly subscription_key: string; readonly callback_host: string },
  exchange: Exchange,
): Promise<{ readonly user: string; readonly key: string }> {
  const user = randomUUID();
  const headers = { "ocp-apim-subscription-key": options.subscription_key };
  const user_response = readResponse(
    await exchange({
      method: "POST",
      url: `${options.base_url}/v1_0/apiuser`,
      headers: { ...headers, "x-reference-id": user, "content-type": "application/json" },
      body: JSON.stringify({ providerCallbackHost: options.callback_host }),
    }),
  );
  if (user_response.kind !== "answered" || user_response.status !== 201)
    throw new Error(`MTN made no API user: ${describeResponse(user_response)}`);
  const key_response = readResponse(
    await exchange({ method: "POST", url: `${options.base_url}/v1_0/apiuser/${user}/apikey`, headers }),
  );
  const json = key_response.kind === "answered" ? key_response.json : null;
  const key = typeof json === "object" && json !== null && "apiKey" in json ? json.apiKey : null;
  if (typeof key !== "string") throw new Error(`MTN made no API key: ${describeResponse(key_response)}`);
  return { user, key };
}

function describeResponse(response: MtnResponse): string {
  return response.kind === "answered" ? `status ${response.status}` : causeText(response.cause);
}
