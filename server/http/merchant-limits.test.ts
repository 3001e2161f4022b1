import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { startTestWorld } from "#testing/world.ts";
import {
  BODY_BUDGET,
  CONCURRENT_LISTS_MAX,
  LIST_REPLY_BUDGET,
  openMerchantLimits,
  UNMETERED_BULK_BYTES,
  UNMETERED_BYTES,
  WAITING_BODIES_MAX,
  WAITING_LISTS_MAX,
  WAITING_SEARCHES_MAX,
} from "./merchant-limits.ts";

const tooMany = (error: unknown): boolean => error instanceof ServiceError && error.kind === "too_many_requests";

/** Mocks the clock of the token buckets. */
function aClock(t: { mock: { method(on: typeof performance, name: "now", by: () => number): unknown } }) {
  let now_ms = performance.now();
  t.mock.method(performance, "now", () => now_ms);
  return (ms: number): void => {
    now_ms += ms;
  };
}

describe("fair use", () => {
  it("any number of usual bodies is free", () => {
    const fair = openMerchantLimits();
    for (let body = 0; body < 10_000; body += 1) fair.admitBody("mer_a", UNMETERED_BYTES);
  });

  it("the largest bulk is admitted once, the next after the bucket has refilled; other merchants are admitted", (t) => {
    const advance = aClock(t);
    const fair = openMerchantLimits();
    const bytes = 16 * 1024 * 1024;
    fair.admitBody("mer_a", bytes);
    assert.throws(() => fair.admitBody("mer_a", bytes), tooMany);
    fair.admitBody("mer_a", UNMETERED_BYTES);
    fair.admitBody("mer_b", bytes);
    const over = bytes - UNMETERED_BYTES - BODY_BUDGET.burst_bytes;
    advance((over / BODY_BUDGET.per_second_bytes) * 1_000 + 1);
    fair.admitBody("mer_a", bytes);
  });

  it("of a bulk's body only the first bytes are free", () => {
    const fair = openMerchantLimits();
    const bytes = UNMETERED_BULK_BYTES + 30 * 1024;
    const admit = (): void => fair.admitBody("mer_a", bytes, UNMETERED_BULK_BYTES);
    const admitted = Math.ceil(BODY_BUDGET.burst_bytes / (bytes - UNMETERED_BULK_BYTES));
    for (let body = 0; body < admitted; body += 1) admit();
    assert.throws(() => {
      for (;;) admit();
    }, tooMany);
  });

  it("after a few refusals that name ten thousand entries, the next large body is not parsed", async (t) => {
    aClock(t);
    const fair = openMerchantLimits();
    const fields = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, entry) => [
        `transfers.${entry}.amount`,
        [fieldError("required", "This field is required")],
      ]),
    );
    const refuse = (): Promise<never> =>
      fair.countReply("mer_a", () =>
        Promise.reject(new ServiceError("invalid_request", "Validation failed", { fields })),
      );
    const parse = (merchant: string) => fair.readBody(merchant, () => Promise.resolve("parsed"));
    let refused = 0;
    await assert.rejects(async () => {
      for (;;) {
        await parse("mer_a");
        await assert.rejects(refuse(), { reason: "invalid_request" });
        refused += 1;
      }
    }, tooMany);
    assert.ok(refused < 10, `${refused} refusals`);
    assert.equal(await parse("mer_b"), "parsed");
  });

  it("parses one large body of a merchant at a time, and limits those that wait", async () => {
    const fair = openMerchantLimits();
    const ends: (() => void)[] = [];
    const parse = (merchant: string) =>
      fair.readBody(merchant, () => new Promise<string>((resolve) => ends.push(() => resolve(merchant))));
    const bodies = Array.from({ length: 1 + WAITING_BODIES_MAX }, () => parse("mer_a"));
    await assert.rejects(parse("mer_a"), tooMany);
    const others = parse("mer_b");
    await new Promise(setImmediate);
    assert.equal(ends.length, 2, "one of each merchant");
    const over = Promise.all([...bodies, others]);
    for (let ended = 0; ended < bodies.length + 1; ended += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    assert.equal((await over).length, bodies.length + 1);
  });

  it("large answers draw on the same bucket, and usual ones are free", async (t) => {
    aClock(t);
    const fair = openMerchantLimits();
    const list = (merchant: string, bytes: number) =>
      fair.runList(merchant, () => Promise.resolve({ text: "x".repeat(bytes) }));
    const page = 3 * 1024 * 1024;
    let answered = 0;
    await assert.rejects(async () => {
      for (;;) {
        await list("mer_a", page);
        answered += 1;
      }
    }, tooMany);
    assert.equal(answered, Math.ceil(LIST_REPLY_BUDGET.burst_bytes / (page - UNMETERED_BYTES)));
    for (let usual = 0; usual < 1_000; usual += 1) await list("mer_b", UNMETERED_BYTES);
  });

  it("a merchant's concurrent lists are limited, and so is their queue", async () => {
    const fair = openMerchantLimits();
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const list = (merchant: string) =>
      fair.runList(merchant, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return { text: "" };
      });
    const lists = Array.from({ length: CONCURRENT_LISTS_MAX + WAITING_LISTS_MAX }, () => list("mer_a"));
    const settled = Promise.allSettled(lists);
    await assert.rejects(list("mer_a"), tooMany);
    const others = list("mer_b");
    let is_over = false;
    const over = Promise.all([settled, others]).then(() => {
      is_over = true;
    });
    while (!is_over) {
      await new Promise(setImmediate);
      ends.shift()?.();
    }
    await over;
    assert.ok((await settled).every(({ status }) => status === "fulfilled"));
    assert.equal(most, CONCURRENT_LISTS_MAX + 1, "of the one merchant, and the other's");
  });
});

it("a merchant has one search at a time, with a queue of its own, beside its lists", async () => {
  const fair = openMerchantLimits();
  const end = Promise.withResolvers<{ text: string }>();
  const running = new Set<string>();
  const search = (merchant: string) =>
    fair.runList(
      merchant,
      () => {
        running.add(merchant);
        return end.promise;
      },
      { is_search: true },
    );
  const first = search("mer_a");
  const queue = Array.from({ length: WAITING_SEARCHES_MAX }, () =>
    fair.runList("mer_a", async () => ({ text: "next" }), { is_search: true }),
  );
  await assert.rejects(search("mer_a"), tooMany);
  const other = search("mer_b");
  assert.deepEqual(await fair.runList("mer_a", async () => ({ text: "a list" })), { text: "a list" });
  let ended = 0;
  for (const next of queue) void next.then(() => (ended += 1));
  await new Promise(setImmediate);
  assert.deepEqual([[...running], ended], [["mer_a", "mer_b"], 0]);
  end.resolve({ text: "" });
  await Promise.all([first, other, ...queue]);
  assert.equal(ended, WAITING_SEARCHES_MAX);
});

describe("a merchant with the largest records", () => {
  it("429: its lists are refused, while its balance and another merchant's lists are answered", async () => {
    const world = await startTestWorld();
    const [noisy, other] = [await world.merchant(), await world.merchant()];
    const metadata = { list: Array.from({ length: 30 }, () => "x".repeat(500)) };
    const order = { amount: 500, currency: "XAF", phone: "677123456", metadata };
    await Promise.all(Array.from({ length: 100 }, () => noisy.post("/payments", order)));
    const pages = await Promise.all(Array.from({ length: 40 }, () => noisy.get("/payments?limit=100")));
    const refused = pages.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 20, `${refused.length} of 40 were refused`);
    assert.ok(refused.every(({ headers }) => Number(headers.get("retry-after")) >= 1));
    assert.equal((await noisy.get("/balance")).status, 200);
    assert.equal((await noisy.post("/payments", order)).status, 201);
    assert.equal((await other.get("/payments?limit=100")).status, 200);
  });
});
