import { type Item, textOf } from "#app/items.ts";

/** Consecutive equal steps. */
export interface StepGroup {
  readonly first: Item;
  /** The steps after the first, in order. */
  readonly repeats: readonly Item[];
}

// Shorter runs are not grouped.
const GROUP_MIN = 4;

/** Groups runs of equal steps: polling a provider for days adds the same step many times. */
export function groupSteps(steps: readonly Item[]): readonly StepGroup[] {
  const runs: Item[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const before = run?.[0];
    if (run && before && isSameStep(before, step)) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): readonly StepGroup[] => {
    const [first, ...repeats] = run;
    if (!first) return [];
    return run.length < GROUP_MIN ? run.map((one) => ({ first: one, repeats: [] })) : [{ first, repeats }];
  });
}

function isSameStep(one: Item, other: Item): boolean {
  return textOf(one, "kind") === "provider" && textOf(other, "kind") === "provider" && one.what === other.what;
}
