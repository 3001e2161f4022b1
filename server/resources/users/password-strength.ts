import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** The main reason that a password is easy to guess. `words`: names of the person, their businesses or the product. */
export type PasswordWeakness = "words" | "pattern" | "common";

/** The estimate for one password. */
export interface PasswordEstimate {
  /** The guesses that an attacker who knows the personal terms needs, as a power of ten. */
  readonly guesses_log10: number;
  readonly by: PasswordWeakness;
}

export type PasswordEstimator = (password: string, terms: readonly string[]) => PasswordEstimate;

// The check takes quadratic time; characters beyond the 40th only make a password stronger.
const CHECKED_CHARACTERS_MAX = 40;
const PATTERNS = new Set(["spatial", "sequence", "repeat"]);

let loading: Promise<PasswordEstimator> | null = null;

/**
 * Estimates guesses with zxcvbn and its list of about 50,000 leaked passwords. It covers their variants: capitals, `@`
 * for `a`, appended years and numbers. It also covers keyboard rows (AZERTY, too), sequences and repetitions. Loaded
 * when the first password is chosen: most processes never need it.
 */
export function loadPasswordEstimator(): Promise<PasswordEstimator> {
  loading ??= createEstimator();
  return loading;
}

async function createEstimator(): Promise<PasswordEstimator> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const { azerty, qwerty, keypad } = adjacencyGraphs;
  const zxcvbn = new core.ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: { azerty, qwerty, keypad },
  });
  return (password, terms) => estimateGuesses(zxcvbn, password, terms);
}

function estimateGuesses(zxcvbn: ZxcvbnFactory, password: string, terms: readonly string[]): PasswordEstimate {
  const { guessesLog10, sequence } = zxcvbn.check(password.slice(0, CHECKED_CHARACTERS_MAX), [...terms]);
  const lengths: Record<PasswordWeakness, number> = { words: 0, pattern: 0, common: 0 };
  for (const { pattern, dictionaryName, token } of sequence) {
    const by = PATTERNS.has(pattern) ? "pattern" : dictionaryName === "userInputs" ? "words" : "common";
    lengths[by] += token.length;
  }
  const { words: term_length, pattern, common } = lengths;
  const by =
    term_length >= Math.max(pattern, common) && term_length > 0 ? "words" : pattern > common ? "pattern" : "common";
  return { guesses_log10: guessesLog10, by };
}
