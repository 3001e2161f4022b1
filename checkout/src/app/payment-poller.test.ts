import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { CheckoutApi, CheckoutResult } from "./api.ts";
import type { Checkout, CheckoutStatus } from "./checkout.ts";
import { startPolling } from "./payment-poller.ts";
import { INITIAL_STATE, nextPollMs, type PaymentState, parseTimeMs, reduceState } from "./payment-state.ts";
import { formatTimeLeft } from "./time-left.ts";

function checkout(status: CheckoutStatus, second = 0): Checkout {
  return {
    ...{ status, amount: 5_000n, currency: "XAF", description: null, reference: "r", business: "B", sandbox: true },
    brand: { logo: null, shades: null },
    ...{ channel: null, phone: null, payer_phone: null, failure_code: null, has_failed: false, tries_left: 20 },
    ...{
      expires_at: "2026-01-01T03:00:00.000000Z",
      processing_at: null,
      action_url: null,
      prompt_expires_at: null,
      callback: null,
      invoice_path: null,
    },
    ...{ channels: [], prefixes: {}, mobile_numbers: {}, network_names: {}, sandbox_numbers: [] },
    now: `2026-01-01T00:00:${String(second).padStart(2, "0")}.123456Z`,
  };
}

const okResult = (status: CheckoutStatus, second = 0): CheckoutResult<Checkout> => ({
  kind: "success",
  value: checkout(status, second),
});
const LOST: CheckoutResult<Checkout> = { kind: "lost" };
const state = (status: CheckoutStatus): PaymentState => reduceState(INITIAL_STATE, okResult(status), 0);

describe("the state of a payment", () => {
  it("keeps the newest answer by the server's clock, in any order of arrival", () => {
    const newer = reduceState(INITIAL_STATE, okResult("processing", 5), 0);
    assert.equal(reduceState(newer, okResult("pending", 4), 0).checkout?.status, "processing");
    assert.equal(reduceState(newer, okResult("complete", 6), 0).checkout?.status, "complete");
  });

  it("stays as it is while the connection is lost, and is marked offline", () => {
    const lost = reduceState(state("processing"), LOST, 0);
    assert.equal(lost.checkout?.status, "processing");
    assert.equal(lost.is_offline, true);
    assert.equal(reduceState(lost, { kind: "same" }, 0).is_offline, false);
  });

  it("includes the offset of the server's clock", () => {
    const here_ms = Date.parse("2025-12-31T23:59:00.123Z");
    assert.equal(reduceState(INITIAL_STATE, okResult("pending"), here_ms).clock_offset_ms, 60_000);
    assert.equal(parseTimeMs("2026-01-01T00:00:00.123456Z"), Date.parse("2026-01-01T00:00:00.123Z"));
  });
});

describe("the polling interval", () => {
  it("grows from one second to three while the payer confirms, and ends with the payment", () => {
    const waits = [0, 29_999, 30_000, 90_000].map((since) => nextPollMs(state("processing"), since, 0));
    assert.deepEqual(waits, [1_000, 1_000, 2_000, 3_000]);
    assert.equal(nextPollMs(state("pending"), 0, 0), 10_000);
    for (const status of ["complete", "failed", "canceled", "expired"] as const) {
      assert.equal(nextPollMs(state(status), 0, 0), null);
    }
    assert.equal(nextPollMs(reduceState(INITIAL_STATE, { kind: "absent" }, 0), 0, 0), null);
  });

  it("doubles with each poll that gets no answer, up to five seconds", () => {
    const waits = [1, 2, 3, 4, 9].map((times) => nextPollMs(state("pending"), 0, times));
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 5_000, 5_000]);
  });
});

/** A fake service that returns these answers in order and repeats the last one. */
function scripted(
  t: TestContext,
  load_results: readonly CheckoutResult<Checkout>[],
  action_results: readonly CheckoutResult<Checkout>[] = [],
) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const calls: string[] = [];
  const states: PaymentState[] = [];
  let load_count = 0;
  let action_count = 0;
  const runAction = async (name: string) => {
    calls.push(name);
    return action_results[Math.min(action_count++, action_results.length - 1)] ?? LOST;
  };
  const api: CheckoutApi = {
    load: async () => {
      calls.push("look");
      return load_results[Math.min(load_count++, load_results.length - 1)] ?? LOST;
    },
    pay: () => runAction("pay"),
    cancel: () => runAction("cancel"),
  };
  const poller = startPolling(api, (now) => states.push(now));
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    await settle();
    t.mock.timers.tick(ms);
    await settle();
  };
  return {
    following: poller,
    calls,
    shown_states: states,
    pass,
    settle,
    status: () => states.at(-1)?.checkout?.status,
  };
}

describe("polling a payment", () => {
  it("stops once the payment has ended", async (t) => {
    const world = scripted(t, [okResult("processing", 1), okResult("processing", 2), okResult("complete", 3)]);
    await world.pass(1_000);
    await world.pass(1_000);
    await world.pass(60_000);
    assert.deepEqual(world.calls, ["look", "look", "look"]);
    assert.equal(world.status(), "complete");
    world.following.pollNow();
    assert.equal(world.calls.length, 3);
  });

  it("continues while the service does not answer", async (t) => {
    const world = scripted(t, [LOST, LOST, okResult("pending", 1)]);
    await world.settle();
    assert.equal(world.shown_states.at(-1)?.is_offline, true);
    await world.pass(1_000);
    await world.pass(2_000);
    assert.equal(world.shown_states.at(-1)?.is_offline, false);
    assert.equal(world.status(), "pending");
  });

  it("ignores a second press while the first is in progress", async (t) => {
    const world = scripted(t, [okResult("pending", 1)], [okResult("processing", 2)]);
    await world.settle();
    const [first, second] = await Promise.all([
      world.following.pay("cm.mtn", "+237677123456", ""),
      world.following.pay("cm.mtn", "+237677123456", ""),
    ]);
    assert.equal(first?.kind, "success");
    assert.equal(second, null);
    assert.deepEqual(world.calls, ["look", "pay"]);
    assert.equal(world.status(), "processing");
  });

  it("polls again if an action is refused because the payment has changed state", async (t) => {
    const world = scripted(t, [okResult("pending", 1), okResult("complete", 2)], [{ kind: "refused", fields: [] }]);
    await world.settle();
    await world.following.pay("cm.mtn", "+237677123456", "");
    assert.equal(world.status(), "complete");
  });

  it("does not poll again if a field is refused", async (t) => {
    const world = scripted(t, [okResult("pending", 1)], [{ kind: "refused", fields: ["phone"] }]);
    await world.settle();
    const answer = await world.following.pay("cm.mtn", "+237677123456", "");
    assert.deepEqual(answer, { kind: "refused", fields: ["phone"] });
    assert.deepEqual(world.calls, ["look", "pay"]);
  });

  it("polls after an action whose answer was lost", async (t) => {
    const world = scripted(t, [okResult("pending", 1), okResult("processing", 2)], [LOST]);
    await world.settle();
    await world.following.pay("cm.mtn", "+237677123456", "");
    assert.deepEqual(world.calls, ["look", "pay", "look"]);
    assert.equal(world.status(), "processing");
  });

  it("waits as long as the service requests", async (t) => {
    const world = scripted(t, [okResult("processing", 1), { kind: "later", after_ms: 7_000 }, okResult("complete", 2)]);
    await world.pass(1_000);
    await world.pass(6_999);
    assert.equal(world.calls.length, 2);
    await world.pass(1);
    assert.equal(world.status(), "complete");
  });

  it("sends no request after stop", async (t) => {
    const world = scripted(t, [okResult("processing", 1)]);
    await world.settle();
    world.following.stop();
    await world.pass(60_000);
    assert.deepEqual(world.calls, ["look"]);
  });
});

describe("the time left", () => {
  it("is shown in hours and minutes, with seconds near the end, and is never negative", () => {
    const formatted = [10_800_000, 10_799_000, 10_500_000, 720_000, 119_000, 60_000, 5_000, 0, -5_000].map(
      formatTimeLeft,
    );
    const expected = ["3 h", "3 h", "2 h 55 min", "12 min", "1:59", "1:00", "0:05", "0:00", "0:00"];
    assert.deepEqual(
      formatted.map((text) => text.replace(/\u00a0/g, " ")),
      expected,
    );
  });
});
