import type { ProviderCause } from "#kernel/provider-causes.ts";
import type { Exchange, ExchangeResult, ProviderRequest } from "#providers/io/http-client.ts";
import { parseObject } from "#providers/io/json.ts";
import { type Token, tokenCache } from "#providers/io/tokens.ts";
import type { AccountCredentials } from "#providers/provider.ts";

/** The answer: a status with the parsed body, or the reason for a missing answer. */
export type OrangeResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly json: Readonly<Record<string, unknown>> | null;
      /** XML or HTML: the answer of the gateway or a firewall, not of the API. */
      readonly is_markup: boolean;
    }
  /** The request itself was not sent: no connection, or no token. */
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

export interface OrangeRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
}

/**
 * Sends a signed-in request for one account. It signs in again once after a refused token, and retries nothing else.
 */
export type OrangeClient = (
  account: AccountCredentials,
  request: OrangeRequest,
  exchange: Exchange,
) => Promise<OrangeResponse>;

// WSO2, Orange's API gateway, returns the same token with its remaining lifetime. The client stops using a token this
// long before its end.
const RENEW_BEFORE_MS = 60_000;

export function orangeClient(now_ms: () => number = Date.now): OrangeClient {
  const token_cache = tokenCache(now_ms);

  function tokenOf(
    account: AccountCredentials,
    exchange: Exchange,
    refused: string | null,
  ): Promise<Token | ProviderCause> {
    const key = `${account.id} ${account.settings.consumer_key} ${account.settings.consumer_secret}`;
    return token_cache.get(key, refused, () => newToken(account, exchange, now_ms));
  }

  return async (account, request, exchange) => {
    let refused: string | null = null;
    for (;;) {
      const token = await tokenOf(account, exchange, refused);
      if ("code" in token) return { kind: "not_sent", cause: token };
      const response = readResponse(await exchange(callOf(account, request, token.text)));
      const is_refused = response.kind === "answered" && response.status === 401;
      if (!is_refused || refused !== null) return response;
      refused = token.text;
    }
  };
}

function callOf(
  { settings }: AccountCredentials,
  { method, path, body }: OrangeRequest,
  token: string,
): ProviderRequest {
  const user = Buffer.from(`${settings.api_user}:${settings.api_password}`).toString("base64");
  return {
    method,
    url: `${settings.base_url}${path}`,
    ca: settings.ca === "" ? undefined : settings.ca,
    headers: { authorization: `Bearer ${token}`, "x-auth-token": user, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function newToken(
  account: AccountCredentials,
  exchange: Exchange,
  now_ms: () => number,
): Promise<Token | ProviderCause> {
  const { settings } = account;
  const basic = Buffer.from(`${settings.consumer_key}:${settings.consumer_secret}`).toString("base64");
  const response = readResponse(
    await exchange({
      method: "POST",
      url: settings.token_url ?? "",
      ca: settings.ca === "" ? undefined : settings.ca,
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    }),
  );
  if (response.kind !== "answered") return { code: "no_token", of: response.cause };
  const text = response.json?.access_token;
  if (response.status !== 200 || typeof text !== "string") {
    return { code: "no_token", of: { code: "status", detail: String(response.status) } };
  }
  const life_ms = Number(response.json?.expires_in) * 1_000;
  return { text, renew_at_ms: now_ms() + (Number.isFinite(life_ms) ? life_ms - RENEW_BEFORE_MS : 0) };
}

function readResponse(answer: ExchangeResult): OrangeResponse {
  if (answer.kind !== "answered") return answer;
  const is_markup = answer.body.trimStart().startsWith("<");
  return { kind: "answered", status: answer.status, json: parseObject(answer.body), is_markup };
}
