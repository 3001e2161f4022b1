import { fromMicroseconds, type Instant, plus, SECOND_MS, toMicroseconds } from "#kernel/time.ts";

/**
 * The database's time, as far as it is known without asking: what it said last, and what has passed since. Never later than it
 * is there, but for what two clocks drift apart in two seconds; earlier by as long as its answers take.
 */
export interface Clock {
  /** The database has just told the time. */
  hear(now: Instant): void;
  /** Never earlier than what was told or heard before. Null where that was too long ago to be sure. */
  tell(): Instant | null;
}

/** What this machine's clocks say, in ms: one that runs, and one that is set. */
export interface Watch {
  running(): number;
  set(): number;
}

const US = 1_000;
const SURE_MS = SECOND_MS;
// Of two clocks that have moved apart, one was set, or the machine slept: what passed since is not known.
const APART_MS = 50;
// Farther back than answers take on their way: the database's clock was set back, and is right.
const SET_BACK_US = SECOND_MS * US;

const machine: Watch = { running: () => performance.now(), set: () => Date.now() };

export function openClock(watch: Watch = machine): Clock {
  // How far the database's clock is ahead of ours at least: the most that was heard this second and in the one before. An
  // answer that took long says less.
  let ahead_us = Number.NEGATIVE_INFINITY;
  let ahead_before_us = Number.NEGATIVE_INFINITY;
  let second_began_ms = Number.NEGATIVE_INFINITY;
  let heard: { readonly running_ms: number; readonly set_ms: number } | null = null;
  let latest_us = 0;

  return {
    hear(now) {
      const now_us = toMicroseconds(now);
      const [running_ms, set_ms] = [watch.running(), watch.set()];
      const is_sure = heard !== null && isTogether(heard, running_ms, set_ms);
      if (!is_sure || now_us < latest_us - SET_BACK_US) {
        ahead_us = Number.NEGATIVE_INFINITY;
        ahead_before_us = Number.NEGATIVE_INFINITY;
        latest_us = now_us;
      }
      if (running_ms - second_began_ms > SURE_MS) {
        second_began_ms = running_ms;
        ahead_before_us = ahead_us;
        ahead_us = Number.NEGATIVE_INFINITY;
      }
      ahead_us = Math.max(ahead_us, now_us - running_ms * US);
      latest_us = Math.max(latest_us, now_us);
      heard = { running_ms, set_ms };
    },
    tell() {
      const running_ms = watch.running();
      if (heard === null || !isTogether(heard, running_ms, watch.set())) return null;
      const now_us = Math.floor(running_ms * US + Math.max(ahead_us, ahead_before_us));
      latest_us = Math.max(latest_us, now_us);
      return fromMicroseconds(latest_us);
    },
  };
}

/** Whether little passed since, and by both clocks as much. */
function isTogether(
  heard: { readonly running_ms: number; readonly set_ms: number },
  running_ms: number,
  set_ms: number,
): boolean {
  const passed_ms = running_ms - heard.running_ms;
  return passed_ms <= SURE_MS && Math.abs(set_ms - heard.set_ms - passed_ms) <= APART_MS;
}

/** The database's time, moved on as far as tests move it. */
export interface Time {
  /** What the database has just told. */
  heard(now: Instant): Instant;
  /** What it is known to be without asking; null when it is not. */
  known(): Instant | null;
  advance(ms: number): void;
}

export function timeOf(clock: Clock): Time {
  let moved_ms = 0;
  const asMoved = (now: Instant): Instant => (moved_ms === 0 ? now : plus(now, moved_ms));
  return {
    heard(now) {
      clock.hear(now);
      return asMoved(now);
    },
    known() {
      const now = clock.tell();
      return now === null ? null : asMoved(now);
    },
    advance(ms) {
      moved_ms += ms;
    },
  };
}
