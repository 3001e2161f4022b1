/** What a provider's API is signed in with. */
export interface Token {
  readonly text: string;
  /** From then on another is asked for. */
  readonly until_ms: number;
}

/** Tokens, remembered as long as they are good. */
export interface Tokens {
  /**
   * The token of this key, else what `ask` gives: one, or the reason there is none. Whoever comes while it is asked for
   * waits for the same, whatever it turns out to be. `refused`: the text of one that is good no longer.
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
        // A good one is not there. Of all who have come to see it in the same moment, one asks.
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
