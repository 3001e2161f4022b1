import type { Database } from "#db/pool.ts";
import { open as unseal } from "#kernel/secrets.ts";
import { fromMilliseconds, SECOND_MS } from "#kernel/time.ts";
import type { ScreenedOrder, ScreeningVerdict } from "#providers/attempts.ts";
import { isReleasedByReview } from "#resources/review/store.ts";
import { signatureHeaders, signingKeys } from "#resources/webhooks/transport/sign.ts";
import type { WebhookClient, WebhookResponse } from "#resources/webhooks/transport/target.ts";
import { parseVerdict, sandboxVerdict } from "./rules.ts";
import { type HookRow, SCREENING_CHANGED, secretAssociatedData } from "./schema.ts";
import { listAll } from "./store.ts";

// A change of a hook takes effect after this time at most; in the process that changed it, at once.
const CACHE_MS = 1 * SECOND_MS;

/**
 * Returns the function that asks a merchant's screening about an order before it is sent. An order that a person has
 * released is not screened again. The same order may be asked about several times: after an answer was lost, for
 * example.
 */
export function screeningService(
  db: Database,
  client: Pick<WebhookClient, "send">,
  user_agent: string,
): (order: ScreenedOrder) => Promise<ScreeningVerdict> {
  let cached: { readonly hooks: Promise<ReadonlyMap<string, HookRow>>; readonly until_ms: number } | null = null;
  const forget = (): void => {
    cached = null;
  };
  db.onWake(SCREENING_CHANGED, forget);

  /** The hooks of all merchants. Orders that ask at the same time share one read: hundreds are sent at once. */
  function allHooks(): Promise<ReadonlyMap<string, HookRow>> {
    if (cached !== null && cached.until_ms > performance.now()) return cached.hooks;
    const hooks = readHooks(db);
    cached = { hooks, until_ms: performance.now() + CACHE_MS };
    hooks.catch(forget);
    return hooks;
  }

  return async (order) => {
    const hook = (await allHooks()).get(scopeKey(order));
    if (hook === undefined) return { decision: "allow" };
    const { loaded: is_released } = await db.engineRead((tx) => isReleasedByReview(tx, order, order.attempt));
    if (is_released) return { decision: "allow" };
    if (hook.url === null) return sandboxVerdict(order.receiver);
    const response = await client.send(requestOf(hook, hook.url, order, user_agent));
    const verdict = verdictOf(response);
    if (verdict.decision !== "unavailable" || hook.when_unavailable === "wait") return verdict;
    return { decision: "allow" };
  };
}

async function readHooks(db: Database): Promise<ReadonlyMap<string, HookRow>> {
  const { loaded } = await db.engineRead(listAll);
  return new Map(loaded.map((hook) => [scopeKey(hook), hook]));
}

function scopeKey({ merchant, environment }: Pick<HookRow, "merchant" | "environment">): string {
  return `${merchant} ${environment}`;
}

function requestOf(hook: HookRow, url: string, order: ScreenedOrder, user_agent: string) {
  const now_ms = Date.now();
  const { attempt, ...data } = order;
  const body = JSON.stringify(
    { id: attempt, type: "screening", created_at: fromMilliseconds(now_ms), data },
    (_name, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
  );
  const keys = signingKeys(unseal(hook.secret, secretAssociatedData(hook)));
  const timestamp_s = Math.floor(now_ms / SECOND_MS);
  return {
    ...{ url, environment: order.environment, body, deadline_ms: hook.timeout_ms },
    headers: {
      "content-type": "application/json",
      "user-agent": user_agent,
      ...signatureHeaders({ valid: keys, next: null }, { id: attempt, body, timestamp_s }),
    },
  };
}

// A decision with a reason of 300 characters takes less than 2 KiB.
const ANSWER_MAX_BYTES = 16 * 1024;
const OK_MIN = 200;
const OK_MAX = 299;

function verdictOf({ status, response, error }: WebhookResponse): ScreeningVerdict {
  if (status === null) return { decision: "unavailable", detail: "no answer" };
  if (status < OK_MIN || status > OK_MAX) return { decision: "unavailable", detail: `status ${status}` };
  const is_readable = !error && response !== null && response.length <= ANSWER_MAX_BYTES;
  const verdict = is_readable ? parseVerdict(response.toString("utf8")) : null;
  return verdict ?? { decision: "unavailable", detail: "no decision in the answer" };
}
