import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { MINUTE_MS } from "#kernel/time.ts";
import { COUNTED_MAX, countRequests, limiter } from "./limit.ts";

const by = (request: FastifyRequest): string => request.url;

async function aServer(check: (app: FastifyInstance) => (request: FastifyRequest) => Promise<unknown>) {
  const app = Fastify();
  await countRequests(app);
  const count = check(app);
  app.get("/*", async (request) => count(request));
  return async (path: string) => (await app.inject(path)).json();
}

describe("a limit", () => {
  it("lets through what it allows of those that come at once, and refuses the rest with the time to wait", async () => {
    const app = Fastify();
    await countRequests(app);
    const check = limiter(app, { max: 20, window_ms: MINUTE_MS, by });
    let through = 0;
    app.get("/*", async (request) => {
      const checked = await Promise.allSettled(Array.from({ length: 25 }, () => check(request)));
      through += checked.filter(({ status }) => status === "fulfilled").length;
      return checked.flatMap((one) => (one.status === "rejected" ? [one.reason.kind, one.reason.retry_after_s] : []));
    });
    const refused = (await app.inject("/one")).json();
    assert.equal(through, 20);
    assert.deepEqual(refused, Array.from({ length: 5 }, () => ["too_many_requests", 60]).flat());
    await app.inject("/other");
    assert.equal(through, 40, "who else comes is counted apart");
  });

  it("tells each of those that come at once what is left for them", async () => {
    const ask = await aServer((app) => {
      const count = app.createRateLimit({ max: 3, timeWindow: MINUTE_MS, keyGenerator: by });
      return (request) => Promise.all(Array.from({ length: 4 }, () => count(request)));
    });
    const counted = await ask("/");
    assert.deepEqual(
      counted.map(({ remaining, isExceeded }: { remaining: number; isExceeded: boolean }) => [remaining, isExceeded]),
      [
        [2, false],
        [1, false],
        [0, false],
        [0, true],
      ],
    );
  });

  it("begins anew with its next window, and counts no more than it has room for", async (t) => {
    let now_ms = performance.now();
    t.mock.method(performance, "now", () => now_ms);
    const ask = await aServer((app) => {
      const short = app.createRateLimit({ max: 1, timeWindow: MINUTE_MS, keyGenerator: by });
      let name = 0;
      const many = app.createRateLimit({ max: 1, timeWindow: MINUTE_MS, keyGenerator: () => `${name}` });
      return async (request) => {
        const of = [await short(request), await short(request)];
        now_ms += MINUTE_MS;
        of.push(await short(request));
        for (name = 0; name <= COUNTED_MAX; name += 1) await many(request);
        name = COUNTED_MAX;
        of.push(await many(request));
        name = 0;
        of.push(await many(request));
        return of.map((one) => "isExceeded" in one && one.isExceeded);
      };
    });
    assert.deepEqual(await ask("/"), [false, true, false, true, false]);
  });
});
