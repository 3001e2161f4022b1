/** An access token for a provider's API. */
export interface Token {
  readonly text: string;
  /** From then on the token is renewed. */
  readonly until_ms: number;
}

/** A cache of tokens, each kept for its lifetime. */
export interface Tokens {
  /**
   * Returns the cached token of this key, else the result of `ask`: a token, or the reason for having none. Concurrent
   * callers share one request and its result. `refused`: the text of a token the provider has refused.
   */
  get(key: string, refused: string | null, ask: () => Promise<Token | string>): Promise<Token | string>;
}

interface Kept {
  readonly token: Promise<Token | string>;
  is_here: boolean;
}

export function tokens(now_ms: () => number): Tokens {
  const kept = new Map<string, Kept>();
  return {
    async get(key, refused, ask) {
      for (;;) {
        const found = kept.get(key);
        const is_here = found?.is_here;
        const known = await found?.token;
        if (known !== undefined && is_here === false) return known;
        if (typeof known === "object" && known.until_ms > now_ms() && known.text !== refused) return known;
        // No valid token is cached. Of the callers that reach this point together, only one sends the request.
        if (kept.get(key) !== found) continue;
        const wanted: Kept = { token: ask(), is_here: false };
        kept.set(key, wanted);
        try {
          const token = await wanted.token;
          if (typeof token === "string") kept.delete(key);
          return token;
        } catch (error) {
          kept.delete(key);
          throw error;
        } finally {
          wanted.is_here = true;
        }
      }
    },
  };
}
