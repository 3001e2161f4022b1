import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Why a password is easy to guess. `words`: it contains names of the person, their businesses or the product. */
export type PasswordWeakness = "words" | "pattern" | "common";

/** The estimate for one password. */
export interface PasswordEstimate {
  /** The number of guesses needed by an attacker who knows the personal terms, as a power of ten. */
  readonly guesses_log10: number;
  readonly by: PasswordWeakness;
}

export type PasswordEstimator = (password: string, terms: readonly string[]) => PasswordEstimate;

// The estimate takes quadratic time. Ignoring characters after the 24th can only underestimate the strength.
const CHECKED_CHARACTERS_MAX = 24;
// Spellings of a word with signs for letters. With zxcvbn's default of 100, a password of such signs takes 30 ms, and one
// of 40 characters 200, which a signed-in person may repeat.
const SPELLINGS_MAX = 10;
const PATTERNS = new Set(["spatial", "sequence", "repeat"]);

let loading: Promise<PasswordEstimator> | null = null;

/**
 * Returns an estimator based on zxcvbn and its list of about 50,000 leaked passwords. It recognizes variants (capitals,
 * `@` for `a`, appended years and numbers), keyboard rows (AZERTY, too), sequences and repetitions. It is loaded on
 * first use, because most processes never need it.
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
    l33tMaxSubstitutions: SPELLINGS_MAX,
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
