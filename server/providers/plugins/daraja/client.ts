import { type ProviderCause, statusCause } from "#kernel/provider-causes.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { Exchange, ExchangeResult } from "#providers/io/http-client.ts";
import { type JsonObject, parseObject, textOf } from "#providers/io/json.ts";
import { type Token, tokenCache } from "#providers/io/tokens.ts";
import type { AccountCredentials } from "#providers/provider.ts";

/** The answer: a status with the parsed body, or the reason for a missing answer. */
export type DarajaResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Null for a body that is not an object of JSON: the page of a firewall, for example. */
      readonly json: JsonObject | null;
    }
  /** The request itself was not sent: no connection, or no token. */
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

/**
 * Sends a signed-in request for one account. It signs in again once after a refused token, and retries nothing else.
 */
export type DarajaClient = (
  account: AccountCredentials,
  request: { readonly path: string; readonly body: object },
  exchange: Exchange,
) => Promise<DarajaResponse>;

const RENEW_BEFORE_MS = MINUTE_MS;
// A token that is not valid, in the words of different operations.
const REFUSED_TOKENS = ["404.001.03", "401.003.01", "400.003.01"];

export function darajaClient(now_ms: () => number = Date.now): DarajaClient {
  const token_cache = tokenCache(now_ms);

  function tokenOf(account: AccountCredentials, exchange: Exchange, refused: string | null) {
    const { settings, id } = account;
    // New credentials need a new token, so the key contains them.
    const key = `${id} ${settings.base_url} ${settings.consumer_key} ${settings.consumer_secret}`;
    return token_cache.get(key, refused, () => newToken(account, exchange, now_ms));
  }

  return async (account, { path, body }, exchange) => {
    let refused: string | null = null;
    for (;;) {
      const token = await tokenOf(account, exchange, refused);
      if ("code" in token) return { kind: "not_sent", cause: token };
      const response = readResponse(
        await exchange({
          method: "POST",
          url: `${account.settings.base_url}${path}`,
          headers: { authorization: `Bearer ${token.text}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );
      if (!isTokenRefused(response) || refused !== null) return response;
      refused = token.text;
    }
  };
}

/** Whether the token was refused: Safaricom has not read the request then. */
export function isTokenRefused(response: DarajaResponse): boolean {
  return response.kind === "answered" && REFUSED_TOKENS.includes(errorCode(response.json) ?? "");
}

/** The code of an error: 500.001.1001. */
export function errorCode(json: JsonObject | null): string | null {
  return json && textOf(json.errorCode);
}

export async function newToken(
  { settings }: AccountCredentials,
  exchange: Exchange,
  now_ms: () => number = Date.now,
): Promise<Token | ProviderCause> {
  const basic = Buffer.from(`${settings.consumer_key}:${settings.consumer_secret}`).toString("base64");
  const response = readResponse(
    await exchange({
      method: "GET",
      url: `${settings.base_url}/oauth/v1/generate?grant_type=client_credentials`,
      headers: { authorization: `Basic ${basic}` },
    }),
  );
  if (response.kind !== "answered") return { code: "no_token", of: response.cause };
  const text = response.json && textOf(response.json.access_token);
  if (response.status !== 200 || !text)
    return { code: "no_token", of: statusCause(response.status, errorCode(response.json)) };
  // Safaricom sends the number as a text.
  const life_ms = Number(response.json?.expires_in) * SECOND_MS;
  const renew_ms = Math.min(RENEW_BEFORE_MS, life_ms / 2);
  return { text, renew_at_ms: now_ms() + (Number.isFinite(life_ms) ? life_ms - renew_ms : 0) };
}

function readResponse(answer: ExchangeResult): DarajaResponse {
  if (answer.kind !== "answered") return answer;
  return { kind: "answered", status: answer.status, json: parseObject(answer.body) };
}
