/** Names the tier that a run of the full tier sets to `full`. */
export const TIER_VARIABLE = "KOLO_TEST_TIER";

/**
 * The number of cases of a random test: `few` in the quick tier, `many` in a file of the full tier that imports it.
 * `KOLO_TEST_RUNS` overrides both.
 */
export function randomRuns(few: number, many: number): number {
  return Number(process.env.KOLO_TEST_RUNS ?? sizeByTier(few, many));
}

/** The options of a test that has the same size in both tiers: the full tier does not repeat it. */
export const QUICK_TIER_ONLY = { skip: sizeByTier(0, 1) === 1 && "the quick tier runs it" };

/** The size of a test that shows the same in both tiers: `few` in the quick tier, `many` in the full tier. */
export function sizeByTier(few: number, many: number): number {
  const is_full =
    process.env[TIER_VARIABLE] === "full" || process.argv.some((word) => /\.full\.test\.m?[jt]s$/.test(word));
  return is_full ? many : few;
}
