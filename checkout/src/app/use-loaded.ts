import { useEffect, useRef, useState } from "react";
import type { CheckoutResult } from "./api.ts";

const RETRY_MS = 3_000;

export interface Loaded<Value> {
  readonly value: Value | null;
  readonly is_absent: boolean;
  readonly is_offline: boolean;
  readonly reload: () => void;
}

/** Loads a page's data, and retries until the service answers. A new `key` loads again. */
export function useLoaded<Value>(key: string, load: (key: string) => Promise<CheckoutResult<Value>>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [is_absent, setAbsent] = useState(false);
  const [is_offline, setOffline] = useState(false);
  const [reload_count, setReloadCount] = useState(0);
  const load_now = useRef(load);
  load_now.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number triggers a new request
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let is_stopped = false;
    async function run(): Promise<void> {
      const result = await load_now.current(key);
      if (is_stopped) return;
      if (result.kind === "success") setValue(result.value);
      const is_over = result.kind === "success" || result.kind === "absent" || result.kind === "refused";
      setAbsent(result.kind === "absent" || result.kind === "refused");
      setOffline(!is_over);
      if (!is_over) timer = setTimeout(() => void run(), RETRY_MS);
    }
    void run();
    return () => {
      is_stopped = true;
      clearTimeout(timer);
    };
  }, [key, reload_count]);
  return { value, is_absent, is_offline, reload: () => setReloadCount((number) => number + 1) };
}
