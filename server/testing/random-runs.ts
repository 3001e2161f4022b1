/**
 * The number of cases of a random test: `few` in the quick tier, `many` in a file of the full tier that imports it.
 * `KOLO_TEST_RUNS` overrides both.
 */
export function randomRuns(few: number, many: number): number {
  const is_full = process.argv.some((word) => /\.full\.test\.m?[jt]s$/.test(word));
  return Number(process.env.KOLO_TEST_RUNS ?? (is_full ? many : few));
}
