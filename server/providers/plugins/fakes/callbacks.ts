import { setTimeout as sleep } from "node:timers/promises";
import type { BookEntry } from "./book.ts";

/** Sends callbacks for finished orders: once, twice, late, not at all, or with false content. */
export interface CallbackSender {
  send(entry: BookEntry): void;
  /** Sends a callback that is not about the end of an order. */
  post(url: string, body: object): void;
  /** Waits until every callback under way has been sent. */
  settled(): Promise<void>;
}

const LATE_MS = 100;
const TIMEOUT_MS = 2_000;

/** The headers that sign a callback; most providers sign none. */
export type SignCallback = (url: string, body: string) => Readonly<Record<string, string>>;

export interface CallbackRequest {
  readonly method: "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: "error";
  readonly signal: AbortSignal;
}

/** Sends one callback. By default by HTTP. */
export type DeliverCallback = (url: string, request: CallbackRequest) => Promise<unknown>;

/** The sender alternates between `methods`: one page of a provider's documentation names PUT, another POST. */
export function callbackSender(
  bodyOf: (entry: BookEntry) => object,
  methods: readonly ("POST" | "PUT")[],
  sign: SignCallback = () => ({}),
  deliver: DeliverCallback = fetch,
): CallbackSender {
  const in_flight = new Set<Promise<void>>();
  let sent_count = 0;
  const post = async (url: string, body: string, times: number): Promise<void> => {
    sent_count += 1;
    const method = methods[sent_count % methods.length] ?? "POST";
    for (let time = 0; time < times; time += 1) {
      const headers = { "content-type": "application/json", ...sign(url, body) };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await deliver(url, { method, headers, body, redirect: "error", signal }).catch(() => {});
    }
  };
  const track = (sending: Promise<void>): void => {
    const tracked = sending.finally(() => in_flight.delete(tracked));
    in_flight.add(tracked);
  };
  return {
    send: (entry) => track(sendCallback(entry, bodyOf, post)),
    post: (url, body) => track(post(url, JSON.stringify(body), 1)),
    async settled() {
      while (in_flight.size > 0) await Promise.all(in_flight);
    },
  };
}

async function sendCallback(
  entry: BookEntry,
  bodyOf: (entry: BookEntry) => object,
  post: (url: string, body: string, times: number) => Promise<void>,
): Promise<void> {
  const { callback_url: url, fate } = entry;
  if (url === null || fate.notices === "none") return;
  const opposite = entry.state === "complete" ? "failed" : "complete";
  const body = JSON.stringify(bodyOf(fate.notices === "lying" ? { ...entry, state: opposite } : { ...entry }));
  if (fate.notices === "late") await sleep(LATE_MS, undefined, { ref: false });
  await post(url, body, fate.notices === "twice" ? 2 : 1);
}
