import { setTimeout as sleep } from "node:timers/promises";
import type { BookEntry } from "./book.ts";

/** Sends callbacks for finished orders: once, twice, late, not at all, or with false content. */
export interface CallbackSender {
  send(entry: BookEntry): void;
  /** Waits until every callback under way has been sent. */
  settled(): Promise<void>;
}

const LATE_MS = 100;
const TIMEOUT_MS = 2_000;

/** The headers that sign a callback; most providers sign none. */
export type SignCallback = (url: string, body: string) => Readonly<Record<string, string>>;

/** The sender alternates between `methods`: one page of a provider's documentation names PUT, another POST. */
export function callbackSender(
  bodyOf: (entry: BookEntry) => object,
  methods: readonly ("POST" | "PUT")[],
  sign: SignCallback = () => ({}),
): CallbackSender {
  const in_flight = new Set<Promise<void>>();
  let sent_count = 0;
  return {
    send(entry) {
      sent_count += 1;
      const method = methods[sent_count % methods.length] ?? "POST";
      const sending = sendCallback(entry, bodyOf, method, sign).finally(() => in_flight.delete(sending));
      in_flight.add(sending);
    },
    async settled() {
      while (in_flight.size > 0) await Promise.all(in_flight);
    },
  };
}

async function sendCallback(
  entry: BookEntry,
  bodyOf: (entry: BookEntry) => object,
  method: "POST" | "PUT",
  sign: SignCallback,
): Promise<void> {
  const { callback_url: url, fate } = entry;
  if (url === null || fate.notices === "none") return;
  const opposite = entry.state === "complete" ? "failed" : "complete";
  const body = JSON.stringify(bodyOf(fate.notices === "lying" ? { ...entry, state: opposite } : { ...entry }));
  if (fate.notices === "late") await sleep(LATE_MS, undefined, { ref: false });
  const times = fate.notices === "twice" ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    await fetch(url, {
      ...{ method, body, headers: { "content-type": "application/json", ...sign(url, body) } },
      ...{ redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) },
    }).catch(() => {});
  }
}
