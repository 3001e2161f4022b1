import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import type { Changes } from "./live-updates.ts";
import { RUN_INTERVAL_MS, RUNS_AT_ONCE_MAX } from "./throttle.ts";

/** The browser's stream, with a function that sends an event. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource | undefined;
  constructor() {
    super();
    FakeEventSource.opened = this;
  }
  send(changes: Changes): void {
    this.dispatchEvent(new MessageEvent("changed", { data: JSON.stringify({ changes }) }));
  }
  close(): void {}
}
Object.assign(globalThis, {
  EventSource: FakeEventSource,
  document: Object.assign(new EventTarget(), { hidden: false }),
  window: new EventTarget(),
});
const { followChanges, query_client } = await import("./api-query.ts");

const PAYMENT: Changes = [{ resource: "payment", id: null }];
const BENEFICIARY: Changes = [{ resource: "beneficiary", id: null }];

/** Displays a list of payments that follows the stream. Each request waits for its response. */
function displayList(context: TestContext) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  context.after(followChanges("/changes", async () => {}));
  context.after(() => query_client.clear());
  const requests: { respond(): void }[] = [];
  const observer = new QueryObserver(query_client, {
    queryKey: ["", "GET /{environment}/payments", {}, false],
    queryFn: () => new Promise<number>((resolve) => requests.push({ respond: () => resolve(requests.length) })),
  });
  context.after(observer.subscribe(() => {}));
  return requests;
}

/** Runs everything that needs no response. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a displayed list", () => {
  it("is requested again if a change comes while its request is under way, and never canceled", async (context) => {
    const requests = displayList(context);
    await settle();
    assert.equal(requests.length, 1);
    for (let change = 0; change < 5; change += 1) {
      FakeEventSource.opened?.send(PAYMENT);
      context.mock.timers.tick(1_000);
      await settle();
    }
    assert.equal(requests.length, 1, "frequent changes do not cancel a slow request");
    requests[0]?.respond();
    await settle();
    assert.equal(requests.length, 2, "the first response may be older than the changes");
    requests[1]?.respond();
    await settle();
    assert.equal(requests.length, 2, "one request more is enough");
    FakeEventSource.opened?.send(BENEFICIARY);
    context.mock.timers.tick(1_000);
    await settle();
    assert.equal(requests.length, 2, "other changes do not concern it");
  });

  it("is requested at once after each of a few changes, then once a second, whatever else changes", async (context) => {
    const requests = displayList(context);
    await settle();
    async function countAfter(changes: Changes, wait_ms: number): Promise<number> {
      const before = requests.length;
      requests.at(-1)?.respond();
      await settle();
      FakeEventSource.opened?.send(changes);
      context.mock.timers.tick(wait_ms);
      await settle();
      return requests.length - before;
    }
    for (let other = 0; other < 10; other += 1) assert.equal(await countAfter(BENEFICIARY, 0), 0);
    for (let change = 0; change < RUNS_AT_ONCE_MAX; change += 1) assert.equal(await countAfter(PAYMENT, 0), 1);
    assert.equal(await countAfter(PAYMENT, RUN_INTERVAL_MS - 1), 0, "frequent changes wait");
    assert.equal(await countAfter(PAYMENT, 1), 1, "and are shown together");
    assert.equal(await countAfter(PAYMENT, RUN_INTERVAL_MS), 1);
    context.mock.timers.tick(RUNS_AT_ONCE_MAX * RUN_INTERVAL_MS);
    for (let change = 0; change < RUNS_AT_ONCE_MAX; change += 1) assert.equal(await countAfter(PAYMENT, 0), 1);
  });
});
