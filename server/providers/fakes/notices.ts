import { setTimeout as sleep } from "node:timers/promises";
import type { Entry } from "./book.ts";

const LATE_MS = 1_500;

/** Calls back about an order that has ended: once, twice, late, or not at all; and it may lie. Nobody signs it. */
export async function callBack(entry: Entry, bodyOf: (entry: Entry) => object, method: "POST" | "PUT"): Promise<void> {
  const { notice_url: url, fate } = entry;
  if (url === null || fate.notices === "none") return;
  if (fate.notices === "late") await sleep(LATE_MS, undefined, { ref: false });
  const said =
    fate.notices === "lying" ? { ...entry, state: entry.state === "complete" ? "failed" : "complete" } : entry;
  const times = fate.notices === "twice" ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    await fetch(url, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(bodyOf({ ...entry, state: said.state === "complete" ? "complete" : "failed" })),
      redirect: "error",
      signal: AbortSignal.timeout(2_000),
    }).catch(() => {});
  }
}
