import { TIMEOUT } from "./connector.ts";

/** One deadline for all steps of a delivery attempt, which run one after the other. */
export interface Deadline {
  readonly has_passed: boolean;
  /**
   * Sets the function that is called once if the deadline passes during the current step; null if no step is pending.
   */
  setCallback(callback: (() => void) | null): void;
  /** Resolves to the result of `work`. Rejects with `TIMEOUT` if the deadline passes first. */
  race<Result>(work: Promise<Result>): Promise<Result>;
  close(): void;
}

export function newDeadline(ms: number): Deadline {
  let has_passed = false;
  let current_callback: (() => void) | null = null;
  const timer = setTimeout(() => {
    has_passed = true;
    current_callback?.();
  }, ms);
  const deadline: Deadline = {
    get has_passed() {
      return has_passed;
    },
    setCallback(callback) {
      current_callback = callback;
      if (has_passed) callback?.();
    },
    async race(work) {
      const passed = new Promise<never>((_, reject) => deadline.setCallback(() => reject(TIMEOUT)));
      try {
        return await Promise.race([work, passed]);
      } finally {
        deadline.setCallback(null);
      }
    },
    close: () => clearTimeout(timer),
  };
  return deadline;
}
