import { useCallback, useEffect, useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { isLive, onChange } from "./live.ts";

export interface Asked {
  /** The latest answer; the old one stays until the new one arrives. Null before the first. */
  readonly answer: Answer | null;
  readonly is_waiting: boolean;
  again(): void;
}

const AGAIN_MS = 3_000;
// With live updates, polling is only a fallback for a lost event.
const AGAIN_LIVE_MS = 20_000;
// The minimum interval between two requests, however frequent the live updates are.
const REST_MS = 1_000;

/** A cache of the latest answers by key: a revisited page shows them at once while it reloads. */
const kept = new Map<string, Answer>();
// The answers of the largest lists take some megabytes.
const KEPT_MAX = 60;

const asking = new Set<() => void>();

/** Reloads all displayed data, after a new sign-in. */
export function askAllAgain(): void {
  for (const load of asking) load();
}

/** Empties the cache, because another user may sign in next. */
export function forgetAnswers(): void {
  kept.clear();
}

function keep(key: string, answer: Answer): void {
  kept.delete(key);
  if (!answer.is_ok) return;
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

/** `useAnswer` for read-only data: shows the cached answer first. A form must not use it: the user would edit stale data. */
export function useSeenAnswer(...[key, get, ...rest]: Parameters<typeof useAnswer>): Asked {
  const before = kept.get(key);
  async function getAndKeep(): Promise<Answer> {
    const answer = await get();
    keep(key, answer);
    return answer;
  }
  const asked = useAnswer(key, getAndKeep, ...rest);
  return asked.is_waiting && before ? { ...asked, answer: before } : asked;
}

/**
 * Loads when `key` changes, reloads when live updates name a record whose id begins with one of `about`, and polls while
 * `isMoving` returns true.
 */
export function useAnswer(
  key: string,
  get: () => Promise<Answer>,
  isMoving?: (answer: Answer) => boolean,
  about: readonly string[] = [],
): Asked {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [is_waiting, setWaiting] = useState(true);
  const [turn, setTurn] = useState(0);
  const wanted = `${turn} ${key}`;
  const shown = useRef(wanted);
  const latest = useRef({ get, isMoving });
  latest.current = { get, isMoving };
  const told = about.join();
  // "" matches every record: such an event is only a hint that the data may have changed.
  const is_told = about.length > 0 && !about.includes("");
  useEffect(() => {
    let is_over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      const given = await latest.current.get();
      if (is_over) return;
      const is_same = shown.current === wanted;
      shown.current = wanted;
      setAnswer((before) => (isPassing(given) && is_same && before !== null ? before : given));
      setWaiting(false);
      const wait_ms = waitAfter(given);
      if (wait_ms !== null) plan(wait_ms);
      else if (latest.current.isMoving?.(given)) plan(isLive() && is_told ? AGAIN_LIVE_MS : AGAIN_MS);
    }
    let planned_ms = Number.POSITIVE_INFINITY;
    function plan(wait_ms: number): void {
      if (timer !== undefined && planned_ms <= wait_ms) return;
      clearTimeout(timer);
      planned_ms = wait_ms;
      timer = setTimeout(() => void load(), wait_ms);
    }
    const stop = told === "" && about.length === 0 ? () => {} : onChange(told.split(","), () => plan(REST_MS));
    setWaiting(true);
    const loadNow = (): void => void load();
    asking.add(loadNow);
    loadNow();
    return () => {
      is_over = true;
      asking.delete(loadNow);
      stop();
      clearTimeout(timer);
    };
  }, [wanted, told, about.length, is_told]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { answer, is_waiting, again };
}

const SIGNED_OUT = 401;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Whether an answer has no data about the request: no answer, an expired session, the rate limit or a server error. */
function isPassing({ status }: Answer): boolean {
  return status === 0 || status === SIGNED_OUT || status === TOO_MANY || status >= SERVER_ERROR;
}

/** The time until a retry in milliseconds; null if a retry is unnecessary or needs the user first. */
function waitAfter(answer: Answer): number | null {
  if (answer.status === 0) return AGAIN_MS;
  if (answer.status === SIGNED_OUT || !isPassing(answer)) return null;
  return answer.retry_after_s === null ? AGAIN_LIVE_MS : Math.max(AGAIN_MS, answer.retry_after_s * 1_000);
}
