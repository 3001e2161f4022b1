import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { removeMember } from "#resources/users/members.ts";
import { transfer_order } from "#testing/orders.ts";
import { createTestUser, PASSWORD, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { type Changes, createFeedWatcher } from "./feed-watcher.ts";
import { HEARTBEAT_MS, STREAMS_PER_SESSION_MAX } from "./routes.ts";
import type { Change } from "./schema.ts";

const world = await startTestWorld();
// A second process on the same database: subscribers of the first must get its events, too.
const elsewhere = await startTestWorld({ database_url: world.database_url });
const shop = await world.merchant({ name: "Chez Jeanne", balance: 100_000n });

interface FollowedStream {
  readonly status: number;
  /** The changes in each event so far, such as `transfer trf_…`; null if anything may have changed. */
  readonly changes: readonly (readonly string[] | null)[];
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

async function follow(person: TestUser, { id, environment }: TestMerchant): Promise<FollowedStream> {
  const stop = new AbortController();
  after(() => stop.abort());
  const answer = await fetch(`${world.url}/dashboard/api/merchants/${id}/${environment}/changes`, {
    headers: { cookie: person.cookie, accept: "text/event-stream" },
    signal: stop.signal,
  });
  const changes: (readonly string[] | null)[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) {
      for (const [, data = ""] of decoder.decode(piece).matchAll(/^data: (.*)$/gm))
        changes.push(JSON.parse(data).changes?.map((one: Change) => `${one.resource} ${one.id}`) ?? null);
    }
  };
  const ended = read().catch(() => {});
  return { status: answer.status, changes, ended, close: () => stop.abort() };
}

const TIMEOUT_MS = 10_000;

async function until(holds: () => boolean): Promise<void> {
  const give_up_at = Date.now() + TIMEOUT_MS;
  while (!holds()) {
    assert.ok(Date.now() < give_up_at, "it happens in time");
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits for the event at the start of the stream. The stream reports every later change. */
async function started({ changes }: FollowedStream): Promise<void> {
  await until(() => changes.length > 0);
  assert.equal(changes[0], null);
}

describe("an open page", () => {
  it("must reload once at the start of the stream, also if another page already follows the same data", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const [first, second] = [await follow(person, shop), await follow(person, shop)];
    await started(first);
    await started(second);
    const third = await follow(person, shop);
    await started(third);
    for (const page of [first, second, third]) page.close();
  });

  it("receives changes from every process, and none of another merchant or environment", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const page = await follow(person, shop);
    assert.equal(page.status, 200);
    await started(page);
    const other = await world.merchant({ name: "Elsewhere", balance: 10_000n });
    const live = await world.inEnvironment(shop, "live");
    await other.post("/customers", { name: "Not ours", email: "x@example.cm" });
    await live.post("/customers", { name: "Not test", email: "x@example.cm" });
    const { id } = (await shop.post("/transfers", transfer_order)).body.transfer;
    await until(() => page.changes.some((changes) => changes?.includes(`transfer ${id}`)));
    const there = elsewhere.withExplicitHeaders(shop);
    const customer = (await there.post("/customers", { name: "Theirs", email: "y@example.cm" })).body.customer.id;
    await until(() => page.changes.some((changes) => changes?.includes(`customer ${customer}`)));
    const changed_records = page.changes
      .slice(1)
      .flat()
      .map((change) => change?.split(" ")[1] ?? "");
    const own_records = new Set(
      (await shop.get("/events?limit=100")).body.items.map((one: { resource: string }) => one.resource),
    );
    // Both environments share one audit log, so it reports the new live key, too.
    for (const record of changed_records)
      assert.ok(record === "null" || record.startsWith("key_") || own_records.has(record), record);
    page.close();
  });

  it("is reported if it comes while the service looks for others, or while the database fails", async () => {
    const errors: unknown[] = [];
    const reports: Changes[] = [];
    const held = Promise.withResolvers<void>();
    let polls = 0;
    let holds = false;
    let fails = false;
    const watcher = createFeedWatcher({
      async transact(work) {
        const result = await world.db.engine(work);
        polls += 1;
        if (holds) await held.promise;
        return result;
      },
      readSnapshot: (scope, work) => (fails ? Promise.reject(new Error("no database")) : world.db.read(scope, work)),
      onWake: world.db.onWake,
      onError: (error) => errors.push(error),
    });
    after(() => watcher.close());
    const scope = { merchant: shop.id, environment: shop.environment };
    watcher.subscribe(scope, (changes) => reports.push(changes));
    await until(() => reports.length === 1);
    assert.equal(reports[0], null);
    holds = true;
    const before = polls;
    await until(() => polls > before);
    await shop.post("/customers", { name: "Meanwhile", email: "x@example.cm" });
    await world.waitUntilIdle();
    holds = false;
    held.resolve();
    await until(() => reports.some((changes) => changes?.some(({ resource }) => resource === "customer")));
    assert.equal(errors.length, 0);
    fails = true;
    await shop.post("/customers", { name: "Unread", email: "y@example.cm" });
    await until(() => reports.lastIndexOf(null) > 0);
    assert.ok(errors.length > 0);
    watcher.close();
  });

  it("receives changes that have no event: actions of people, webhooks, links and requests, from every process", async () => {
    const [person, owner] = [
      await createTestUser(world, shop.id, "viewer"),
      await createTestUser(elsewhere, shop.id, "owner"),
    ];
    await person.signIn();
    await owner.signIn();
    const page = await follow(person, shop);
    await started(page);
    const seen = (change: string) =>
      until(() => page.changes.some((changes) => changes?.some((one) => one.startsWith(change))));
    await owner.send("POST", "/me/proof", { password: PASSWORD });
    await seen("person ");
    await owner.send("PUT", `/merchants/${shop.id}/test/approval-rule`, { every_bulk: true });
    await seen("approval_rule ");
    await shop.post("/webhooks", { url: "https://shop.example.cm/hook", events: ["payment.complete"] });
    await seen("webhook ");
    await shop.post("/payment-links", { name: "Stall", currency: "XAF" });
    await seen("payment_link ");
    await seen("request ");
    page.close();
  });

  it("receives an event without ids when too many records change", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const page = await follow(person, shop);
    await started(page);
    const transfers = Array.from({ length: 120 }, () => ({
      ...{ amount: 5, channel: "cm.mtn", beneficiary_data: { name: "B", phone: "677123456" } },
    }));
    await shop.post("/transfers/bulk", { currency: "XAF", transfers });
    await until(() => page.changes.lastIndexOf(null) > 0);
    page.close();
  });

  it("is closed when its session ends or its right is withdrawn", { timeout: 60_000 }, async () => {
    const [signed_out, removed] = [
      await createTestUser(world, shop.id, "viewer"),
      await createTestUser(world, shop.id, "viewer"),
    ];
    await signed_out.signIn();
    await removed.signIn();
    const pages = [await follow(signed_out, shop), await follow(removed, shop)];
    await signed_out.send("POST", "/sign-out", {});
    await world.db.engine((tx) => removeMember(tx, shop.id, removed.id, "test"));
    const began_at = Date.now();
    await Promise.all(pages.map(({ ended }) => ended));
    assert.ok(Date.now() - began_at < 2 * HEARTBEAT_MS);
  });

  it("429: too many streams of one session; another is allowed when one closes", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const pages = await Promise.all(Array.from({ length: STREAMS_PER_SESSION_MAX }, () => follow(person, shop)));
    assert.ok(pages.every(({ status }) => status === 200));
    assert.equal((await follow(person, shop)).status, 429);
    pages[0]?.close();
    const give_up_at = Date.now() + TIMEOUT_MS;
    while ((await follow(person, shop)).status !== 200) assert.ok(Date.now() < give_up_at);
    for (const page of pages) page.close();
  });

  it("HEAD: sends headers only, and opens no stream", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    for (let time = 0; time <= STREAMS_PER_SESSION_MAX; time += 1) {
      const path = `/merchants/${shop.id}/test/changes`;
      const { status, headers } = await person.send("HEAD", path, undefined, { accept: "text/event-stream" });
      assert.deepEqual([status, headers.get("content-type")], [200, "text/event-stream"]);
    }
    const page = await follow(person, shop);
    assert.equal(page.status, 200);
    page.close();
  });

  it("400: a request for anything but an event stream", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    assert.equal((await person.send("GET", `/merchants/${shop.id}/test/changes`)).status, 400);
  });

  it("does not extend its session by background requests", async () => {
    const person = await createTestUser(world, shop.id, "viewer");
    await person.signIn();
    const MINUTE_MS = 60_000;
    for (let minute = 0; minute < 12; minute += 4) {
      world.db.advanceClock(4 * MINUTE_MS);
      const { status } = await person.send("GET", "/me", undefined, { "x-kolo-background": "1" });
      assert.equal(status, 200);
    }
    world.db.advanceClock(4 * MINUTE_MS);
    assert.equal((await person.send("GET", "/me")).status, 401);
  });
});
