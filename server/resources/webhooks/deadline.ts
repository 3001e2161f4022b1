import { TIMEOUT } from "./connector.ts";

/** One deadline for all steps of an attempt, which waits for one step at a time. */
export interface Deadline {
  readonly has_passed: boolean;
  /** Sets the callback of the current step, called once if the deadline passes. Null: no step is pending. */
  expect(passed: (() => void) | null): void;
  /** Returns the result of the work. Throws `TIMEOUT` when the deadline passes first. */
  over<Result>(work: Promise<Result>): Promise<Result>;
  close(): void;
}

export function newDeadline(ms: number): Deadline {
  let has_passed = false;
  let waiting: (() => void) | null = null;
  const timer = setTimeout(() => {
    has_passed = true;
    waiting?.();
  }, ms);
  const deadline: Deadline = {
    get has_passed() {
      return has_passed;
    },
    expect(passed) {
      waiting = passed;
      if (has_passed) passed?.();
    },
    async over(work) {
      const passed = new Promise<never>((_, reject) => deadline.expect(() => reject(TIMEOUT)));
      try {
        return await Promise.race([work, passed]);
      } finally {
        deadline.expect(null);
      }
    },
    close: () => clearTimeout(timer),
  };
  return deadline;
}
