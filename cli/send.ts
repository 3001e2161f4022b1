import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { callApi, refusal } from "./call.ts";
import type { Credentials } from "./credentials.ts";
import { PATIENCE_MS } from "./follow.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

export const SEND_TIMEOUT_MS = 60_000;
const TRY_AGAIN_MS = 500;
const TRY_AGAIN_MAX_MS = 10_000;

export interface Sending {
  say(text: string): void;
  readonly patience_ms?: number;
}

/**
 * One bulk, however often the answer is lost: each try carries the same Idempotency-Key. Returns its id. Throws a sentence
 * when it is refused, or when nobody said for minutes what became of it.
 */
export async function send(
  credentials: Credentials,
  bytes: Bytes,
  query: URLSearchParams,
  { say, patience_ms = PATIENCE_MS }: Sending,
): Promise<string> {
  const headers = { "idempotency-key": `kolo-bulk-${randomUUID()}` };
  const until = performance.now() + patience_ms;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const file = { type: "text/csv", bytes };
      const answer = await callApi(credentials, "POST", `/transfers/bulk?${query}`, {
        ...{ file, headers, timeout_ms: SEND_TIMEOUT_MS },
      });
      if (answer.status === 201) return answer.body.bulk_transfer.id;
      if (![408, 409, 429, 500, 502, 503, 504].includes(answer.status)) throw new Refused(refusal(answer).message);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (performance.now() >= until) {
      throw new Error(
        `Kolo did not say what became of it: look at \`GET /bulk-transfers\` before sending again (key ${headers["idempotency-key"]})`,
      );
    }
    if (attempt === 1) say("Kolo does not say yet whether it has it. It is asked again: do not send it anew");
    await sleep(Math.min(attempt * TRY_AGAIN_MS, TRY_AGAIN_MAX_MS));
  }
}

class Refused extends Error {}
