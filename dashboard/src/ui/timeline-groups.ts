import type { TimelineStep } from "#app/api-types.ts";

/** Consecutive equal steps. */
export interface StepGroup<Step> {
  readonly first: Step;
  /** The steps after the first, in order. */
  readonly repeats: readonly Step[];
}

// The shortest run of equal steps that is grouped.
const GROUP_MIN = 4;

type StepText = Pick<TimelineStep, "kind" | "what">;

/** Groups runs of equal steps, because polling a provider for days adds the same step many times. */
export function groupSteps<Step extends StepText>(steps: readonly Step[]): readonly StepGroup<Step>[] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const before = run?.[0];
    if (run && before && isSameStep(before, step)) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): readonly StepGroup<Step>[] => {
    const [first, ...repeats] = run;
    if (!first) return [];
    return run.length < GROUP_MIN ? run.map((one) => ({ first: one, repeats: [] })) : [{ first, repeats }];
  });
}

function isSameStep(one: StepText, other: StepText): boolean {
  return one.kind === "provider" && other.kind === "provider" && one.what === other.what;
}
