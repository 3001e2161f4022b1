import type { ProviderCause } from "#kernel/provider-causes.ts";

/** An access token for a provider's API. */
export interface Token {
  readonly text: string;
  /** From this time on, the cache renews the token. */
  readonly renew_at_ms: number;
}

/** A cache of tokens, each kept for its lifetime. */
export interface TokenCache {
  /**
   * Returns the cached token of this key, else the result of `fetchToken`: a token, or the cause of its absence.
   * Concurrent callers share one request and its result. `refused`: the text of a token the provider has refused.
   */
  get(
    key: string,
    refused: string | null,
    fetchToken: () => Promise<Token | ProviderCause>,
  ): Promise<Token | ProviderCause>;
}

interface CachedToken {
  readonly token: Promise<Token | ProviderCause>;
  is_resolved: boolean;
}

export function tokenCache(now_ms: () => number): TokenCache {
  const cache = new Map<string, CachedToken>();
  return {
    async get(key, refused, fetchToken) {
      for (;;) {
        const entry = cache.get(key);
        const is_resolved = entry?.is_resolved;
        const cached_token = await entry?.token;
        if (cached_token !== undefined && is_resolved === false) return cached_token;
        if (
          cached_token &&
          "text" in cached_token &&
          cached_token.renew_at_ms > now_ms() &&
          cached_token.text !== refused
        )
          return cached_token;
        // No valid token is cached. Of the concurrent callers that reach this point, only the first sends the request.
        if (cache.get(key) !== entry) continue;
        const fresh: CachedToken = { token: fetchToken(), is_resolved: false };
        cache.set(key, fresh);
        try {
          const token = await fresh.token;
          if ("code" in token) cache.delete(key);
          return token;
        } catch (error) {
          cache.delete(key);
          throw error;
        } finally {
          fresh.is_resolved = true;
        }
      }
    },
  };
}
