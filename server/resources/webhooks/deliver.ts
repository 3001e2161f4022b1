import { request } from "undici";
import { groupCommit } from "#db/group-commit.ts";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { open } from "#kernel/secrets.ts";
import { plus, SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import { secretPlace } from "./create.ts";
import {
  type AttemptRecord,
  claimDeliveries,
  DEADLINE_MS,
  type DueDelivery,
  giveBackDeliveries,
  writeAttempts,
} from "./deliveries.ts";
import { DELIVERIES } from "./fan-out.ts";
import { nextAttemptAfter } from "./schedule.ts";
import { signatureHeaders } from "./sign.ts";
import type { Targets } from "./target.ts";

export const RESPONSE_READ_BYTES = 64 * 1024;
export const RESPONSE_KEPT_BYTES = 16 * 1024;
// Under way at once to one webhook: more would let one receiver take the room of all.
export const PER_WEBHOOK_MAX = 16;
const GROUP_MAX = 500;
const WAITING_MAX = 10_000;
const REMEMBERED_SECRETS = 10_000;

/** The parts a `drain` of deliveries is made of. */
export interface Delivery {
  readonly wake: string;
  claim(tx: Tx, limit: number, lease: Lease): Promise<readonly DueDelivery[]>;
  work(delivery: DueDelivery): Promise<void>;
  giveBack(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void>;
}

/** Sends what is due: claim, commit, send, record. A delivery whose worker died is sent again when its lease ends. */
export function delivery(db: Database, targets: Targets, user_agent: string): Delivery {
  const under_way = new Map<Id<"whk">, number>();
  const secrets = new Map<string, string>();
  let last_webhook: Id<"whk"> | null = null;
  const recording = groupCommit<AttemptRecord, null>(db, {
    items_max: GROUP_MAX,
    waiting_max: WAITING_MAX,
    async run(tx, records) {
      await writeAttempts(tx, records);
      return records.map(() => null);
    },
  });

  function secretOf(due: DueDelivery): string {
    const known = secrets.get(due.secret);
    if (known !== undefined) return known;
    if (secrets.size >= REMEMBERED_SECRETS) secrets.clear();
    const secret = open(due.secret, secretPlace({ ...due, id: due.webhook }));
    secrets.set(due.secret, secret);
    return secret;
  }

  return {
    wake: DELIVERIES,
    giveBack: giveBackDeliveries,
    async claim(tx, limit, lease) {
      const saturated = [...under_way].filter(([, count]) => count >= PER_WEBHOOK_MAX).map(([webhook]) => webhook);
      const claimed = await claimDeliveries(tx, last_webhook, limit, PER_WEBHOOK_MAX, saturated, lease);
      last_webhook = claimed.length < limit ? null : (claimed.at(-1)?.webhook ?? null);
      return claimed;
    },
    async work(due) {
      under_way.set(due.webhook, (under_way.get(due.webhook) ?? 0) + 1);
      try {
        const started_ms = performance.now();
        const answer = await send(targets, due, secretOf(due), user_agent);
        await recording.submit(recordOf(due, answer, Math.round(performance.now() - started_ms)));
      } finally {
        const left = (under_way.get(due.webhook) ?? 1) - 1;
        if (left === 0) under_way.delete(due.webhook);
        else under_way.set(due.webhook, left);
      }
    },
  };
}

/** How one attempt ended, by a name: `delivered`, `status_500`, `dns_not_found`, `timeout`, … */
interface Answer {
  readonly outcome: string;
  readonly status: number | null;
  readonly response: string | null;
  readonly retry_after_ms: number | null;
}

async function send(targets: Targets, due: DueDelivery, secret: string, user_agent: string): Promise<Answer> {
  const timestamp_s = Math.floor(toMilliseconds(due.claimed_at) / SECOND_MS);
  try {
    const answer = await request(due.url, {
      method: "POST",
      dispatcher: targets.dispatcher(due.environment),
      headers: {
        "content-type": "application/json",
        "user-agent": user_agent,
        ...signatureHeaders(secret, { id: due.event, body: due.body, timestamp_s }),
      },
      body: due.body,
      // A receiver that drips bytes is cut off like a silent one.
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const response = await readStart(answer.body);
    const status = answer.statusCode;
    const is_success = status >= 200 && status < 300;
    return {
      outcome: is_success ? "delivered" : `status_${status}`,
      status,
      response,
      retry_after_ms: retryAfter(answer.headers["retry-after"]),
    };
  } catch (error) {
    return { outcome: outcomeOf(error), status: null, response: null, retry_after_ms: null };
  }
}

/** Reads so much and no more; what is kept is text PostgreSQL can hold. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size_bytes += chunk.length;
    if (size_bytes >= RESPONSE_READ_BYTES) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_KEPT_BYTES).toString("utf8").replaceAll("\0", "");
}

function retryAfter(header: string | string[] | undefined): number | null {
  return typeof header === "string" && /^\d{1,6}$/.test(header) ? Number(header) * SECOND_MS : null;
}

const OUTCOMES: readonly (readonly [RegExp, string])[] = [
  [/^FORBIDDEN_TARGET$/, "forbidden_target"],
  [/^(ENOTFOUND|ENODATA|NXDOMAIN)$/, "dns_not_found"],
  [/^(ETIMEOUT|ESERVFAIL|EREFUSED|EAI_AGAIN|ECANCELLED)$/, "dns_failed"],
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "connect_timeout"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "unreachable"],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/, "tls_failed"],
  [/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/, "connection_reset"],
  [/^HPE_/, "not_http"],
];

/** The world's trouble has a code or ran out of time. Anything else is ours, and goes on to where that is reported. */
function outcomeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const code = String(error.code);
  return OUTCOMES.find(([pattern]) => pattern.test(code))?.[1] ?? "failed";
}

function recordOf(due: DueDelivery, answer: Answer, duration_ms: number): AttemptRecord {
  const is_delivered = answer.outcome === "delivered";
  const wait_ms = is_delivered ? null : nextAttemptAfter(due.attempts + 1, answer.retry_after_ms);
  const ends = is_delivered ? "delivered" : wait_ms === null ? "exhausted" : null;
  return {
    merchant: due.merchant,
    environment: due.environment,
    webhook: due.webhook,
    id: due.id,
    claim: due.claim,
    outcome: answer.outcome,
    status: answer.status,
    duration_ms,
    address: null,
    response: answer.response,
    attempted_at: due.claimed_at,
    ends,
    due_at: wait_ms === null ? null : plus(due.claimed_at, duration_ms + wait_ms),
  };
}
