import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, callApi, refusal } from "./call.ts";
import type { Credentials } from "./credentials.ts";
import { progressBar } from "./progress.ts";

const LOOK_AGAIN_MS = 500;
// People take longer than providers.
const WAITING_LOOK_MS = 3_000;
const LOOK_TIMEOUT_MS = 60_000;
/** For so long nobody need answer: a service is away while it is replaced, or behind a proxy that has not found it again. */
export const PATIENCE_MS = 5 * 60_000;
const PATIENT_LOOK_MAX_MS = 10_000;
const NOT_FOUND = 404;

/** A bulk on its way. */
export interface Bulk {
  readonly id: string;
  readonly total_transfers: number;
  readonly progress: Readonly<Record<string, number>>;
  /** Where the merchant's rule asks for a second person. */
  readonly approval?: { readonly state: string };
  readonly transfers: readonly Readonly<Record<string, unknown>>[];
}

export interface Following {
  /** Whether what waits for a second person is waited for, too. */
  readonly waits: boolean;
  say(text: string): void;
  readonly patience_ms?: number;
}

/**
 * Until all have ended; or, where it was not told to wait for it, until a second person must agree first. Throws a sentence
 * with how to go on when nobody answered for minutes, or what answered knows of no such bulk.
 */
export async function follow(credentials: Credentials, id: string, following: Following): Promise<Bulk> {
  const { waits, say, patience_ms } = following;
  const bar = progressBar();
  let is_told = false;
  for (;;) {
    const found = await look(credentials, id, "?transfers=0", patience_ms);
    if (isWaiting(found)) {
      if (!is_told) say(`It waits for a second person, and nothing goes out before: see ${waitingPage(credentials)}`);
      is_told = true;
      if (!waits) return found;
      await sleep(WAITING_LOOK_MS);
      continue;
    }
    const { pending = 0, processing = 0 } = found.progress;
    bar.show(found.total_transfers - pending - processing, found.total_transfers);
    if (pending + processing === 0) {
      bar.end();
      return found;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** The bulk, with what became of each of its transfers. Throws as `follow` does. */
export async function outcomes(credentials: Credentials, id: string): Promise<Bulk> {
  return look(credentials, id, "");
}

export function isWaiting({ approval }: Bulk): boolean {
  return approval?.state === "waiting";
}

/** Asks again, less and less often, for as long as what comes back is no answer of Kolo's. */
async function look(credentials: Credentials, id: string, query: string, patience_ms = PATIENCE_MS): Promise<Bulk> {
  const until = performance.now() + patience_ms;
  let trouble = "";
  for (let wait_ms = LOOK_AGAIN_MS; ; wait_ms = Math.min(2 * wait_ms, PATIENT_LOOK_MAX_MS)) {
    if (performance.now() >= until) throw new Error(`${trouble}. ${howToGoOn(id)}`);
    try {
      const answer = await callApi(credentials, "GET", `/transfers/bulk/${encodeURIComponent(id)}${query}`, {
        timeout_ms: LOOK_TIMEOUT_MS,
      });
      if (answer.status === 202) return answer.body.bulk_transfer;
      if (answer.status === NOT_FOUND) throw new Refused(`${refusal(answer).message}: ${id}`);
      if (isFinal(answer)) throw new Refused(`${refusal(answer).message}. ${howToGoOn(id)}`);
      trouble = refusal(answer).message || `Kolo answered ${answer.status}`;
    } catch (error) {
      if (error instanceof Refused || !(error instanceof Error)) throw error;
      trouble = error.message;
    }
    await sleep(Math.min(wait_ms, Math.max(0, until - performance.now())));
  }
}

class Refused extends Error {}

/** Whether the same question would be answered the same in a while. */
function isFinal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && ![408, 409, 429].includes(status);
}

function howToGoOn(id: string): string {
  return `The bulk ${id} is with Kolo and goes on by itself; follow it again with \`kolo bulk follow ${id}\``;
}

function waitingPage({ url }: Credentials): string {
  return `Approvals at ${url}/dashboard`;
}
