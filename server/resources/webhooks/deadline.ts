import { TIMEOUT } from "./connector.ts";

/** One moment by which everything an attempt waits for must have ended. One thing is waited for at a time. */
export interface Deadline {
  readonly has_passed: boolean;
  /** What is waited for now: told when the deadline passes. Null: nothing. */
  expect(passed: (() => void) | null): void;
  /** What the work comes to. Throws `TIMEOUT` when the deadline passes first. */
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
