import { type Item, textOf } from "./items.ts";

/** Consecutive equal steps. */
export interface Fold {
  readonly first: Item;
  /** The steps after the first, in order. */
  readonly rest: readonly Item[];
}

// Shorter runs are not folded.
const FOLDED_FROM = 4;

/** Folds runs of equal steps: polling a provider for days adds the same step many times. */
export function foldSteps(steps: readonly Item[]): readonly Fold[] {
  const runs: Item[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const before = run?.[0];
    if (run && before && isAlike(before, step)) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): readonly Fold[] => {
    const [first, ...rest] = run;
    if (!first) return [];
    return run.length < FOLDED_FROM ? run.map((one) => ({ first: one, rest: [] })) : [{ first, rest }];
  });
}

function isAlike(one: Item, other: Item): boolean {
  return textOf(one, "kind") === "provider" && textOf(other, "kind") === "provider" && one.what === other.what;
}
