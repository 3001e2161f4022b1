import { useCallback, useEffect, useRef, useState } from "react";
import type { Answer } from "./api.ts";

export interface Asked {
  /** The latest answer; what was on the screen stays until the new is there. Null before the first. */
  readonly answer: Answer | null;
  readonly is_waiting: boolean;
  again(): void;
}

const AGAIN_MS = 3_000;

/** Asks when `key` changes, and again while `isMoving` says that what came may change by itself. */
export function useAnswer(key: string, get: () => Promise<Answer>, isMoving?: (answer: Answer) => boolean): Asked {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [is_waiting, setWaiting] = useState(true);
  const [turn, setTurn] = useState(0);
  const wanted = `${turn} ${key}`;
  const shown = useRef(wanted);
  const latest = useRef(get);
  latest.current = get;
  const moving = useRef(isMoving);
  moving.current = isMoving;
  useEffect(() => {
    let is_over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(): Promise<void> {
      const given = await latest.current();
      if (is_over) return;
      const is_same = shown.current === wanted;
      shown.current = wanted;
      setAnswer((before) => (given.status === 0 && is_same && before !== null ? before : given));
      setWaiting(false);
      if (given.status === 0 || moving.current?.(given)) timer = setTimeout(() => void load(), AGAIN_MS);
    }
    setWaiting(true);
    void load();
    return () => {
      is_over = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { answer, is_waiting, again };
}
