import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import type { Changes } from "./live-updates.ts";

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

/** A displayed list of payments. Each request waits for its response. */
function displayList() {
  const requests: { respond(): void }[] = [];
  const observer = new QueryObserver(query_client, {
    queryKey: ["", "GET /{environment}/payments", {}, false],
    queryFn: () => new Promise<number>((resolve) => requests.push({ respond: () => resolve(requests.length) })),
  });
  after(observer.subscribe(() => {}));
  return requests;
}

/** Runs everything that needs no response. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a displayed list", () => {
  it("is requested again if a change comes while its request is under way, and never canceled", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    after(followChanges("/changes", async () => {}));
    const requests = displayList();
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
    FakeEventSource.opened?.send([{ resource: "beneficiary", id: null }]);
    context.mock.timers.tick(1_000);
    await settle();
    assert.equal(requests.length, 2, "other changes do not concern it");
  });
});
