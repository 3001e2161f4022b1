import { setTimeout as sleep } from "node:timers/promises";
import type { Entry } from "./book.ts";

/**
 * Sends callbacks for finished orders: once, twice, late, not at all, or with false content. They carry no signature.
 */
export interface Notifier {
  tell(entry: Entry): void;
  /** Waits until every callback under way has been sent. */
  settled(): Promise<void>;
}

const LATE_MS = 100;
const TIMEOUT_MS = 2_000;

/** `methods` alternate: one page of a provider's documentation names PUT, another POST. */
export function notifier(bodyOf: (entry: Entry) => object, methods: readonly ("POST" | "PUT")[]): Notifier {
  const under_way = new Set<Promise<void>>();
  let told = 0;
  return {
    tell(entry) {
      told += 1;
      const calling = callBack(entry, bodyOf, methods[told % methods.length] ?? "POST").finally(() =>
        under_way.delete(calling),
      );
      under_way.add(calling);
    },
    async settled() {
      while (under_way.size > 0) await Promise.all(under_way);
    },
  };
}

async function callBack(entry: Entry, bodyOf: (entry: Entry) => object, method: "POST" | "PUT"): Promise<void> {
  const { notice_url: url, fate } = entry;
  if (url === null || fate.notices === "none") return;
  const opposite = entry.state === "complete" ? "failed" : "complete";
  const body = JSON.stringify(bodyOf(fate.notices === "lying" ? { ...entry, state: opposite } : { ...entry }));
  if (fate.notices === "late") await sleep(LATE_MS, undefined, { ref: false });
  const times = fate.notices === "twice" ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    await fetch(url, {
      ...{ method, body, headers: { "content-type": "application/json" } },
      ...{ redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) },
    }).catch(() => {});
  }
}
