import { type Item, textOf } from "./items.ts";

/** Steps that say the same, one after another. */
export interface Fold {
  readonly first: Item;
  /** Those behind the first, in their order. */
  readonly rest: readonly Item[];
}

// Fewer are shown one by one.
const FOLDED_FROM = 4;

/** A provider that is asked for days says the same each time: such steps become one, which holds the others. */
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
