import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { beginIncarnation } from "#events/events.ts";
import { assertRefused } from "#testing/orders.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();
// Two servers on one database: the feed must give the commits of both a single order.
const second = await startTestWorld({ database_url: world.database_url });

// Returns the position in a cursor, which has the form `incarnation-position`.
const positionIn = (cursor: string): number => Number(cursor.split("-")[1]);

interface Item {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly position: number;
  readonly sequence: number;
}

async function aCustomer(merchant: TestMerchant, name: string): Promise<string> {
  return (await merchant.post("/customers", { name, email: "c@example.cm" })).body.customer.id;
}

describe("GET /events", () => {
  it("200: the newest first, in pages, filtered by type, resource and day", async () => {
    const merchant = await world.merchant();
    const customers = [await aCustomer(merchant, "A"), await aCustomer(merchant, "B")];
    await merchant.send("DELETE", `/customers/${customers[0]}`);
    await world.waitUntilIdle();
    const of = async (query: string) => {
      const { body, text } = await merchant.get(`/events?${query}`);
      assert.equal(body.code, 200, text);
      return body;
    };
    const all = await of("");
    assert.deepEqual(
      all.items.map((item: Item) => [item.type, item.position, item.sequence]),
      [
        ["customer.deleted", 3, 2],
        ["customer.created", 2, 1],
        ["customer.created", 1, 1],
      ],
    );
    assert.deepEqual([all.totals, all.last_page, all.current_page, all.selected], [3, 1, 1, 3]);
    assert.deepEqual([positionIn(all.cursor), all.cursor], [3, all.items[0].cursor]);
    assert.equal((await of("type=customer.deleted")).totals, 1);
    assert.equal((await of(`resource=${customers[0]}`)).totals, 2);
    assert.equal((await of("date_end=2020-01-01")).totals, 0);
    assert.deepEqual([(await of("limit=2&page=2")).selected, (await of("limit=2")).last_page], [1, 2]);
    const { event } = (await merchant.get(`/events/${all.items[0].id}`)).body;
    assert.deepEqual(event, all.items[0]);
    assert.equal(event.data.id, customers[0]);
    assertRefused(await merchant.get("/events/evt_00000000000000000000000000"), 404);
  });

  it("200: no gaps after a cursor while two servers commit many requests at once", async () => {
    const merchant = await world.merchant();
    const read: Item[] = [];
    let cursor = "0";
    let is_over = false;
    const readOn = async (): Promise<void> => {
      const { body } = await merchant.get(`/events?after=${cursor}&limit=7`);
      read.push(...body.items);
      cursor = body.cursor;
    };
    const reading = (async () => {
      while (!is_over) await readOn();
    })();
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        aCustomer(number % 2 === 0 ? merchant : second.withExplicitHeaders(merchant), `C${number}`),
      ),
    );
    await world.waitUntilIdle();
    is_over = true;
    await reading;
    for (let page = 0; page < 20; page += 1) await readOn();
    assert.deepEqual(
      read.map((item) => item.position),
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    assert.deepEqual(read.map((item) => item.resource).sort(), [...made].sort());
    const { body } = await merchant.get(`/events?after=${cursor}`);
    assert.deepEqual([body.items, positionIn(body.cursor), body.has_more], [[], 40, false]);
  });

  it("200: with a type filter the cursor passes events of other types", async () => {
    const merchant = await world.merchant();
    const customer = await aCustomer(merchant, "A");
    await merchant.send("DELETE", `/customers/${customer}`);
    await aCustomer(merchant, "B");
    await world.waitUntilIdle();
    const { body } = await merchant.get("/events?after=0&type=customer.deleted");
    assert.deepEqual([body.items.length, positionIn(body.cursor), body.has_more], [1, 3, false]);
    const page = (await merchant.get("/events?after=0&limit=1")).body;
    assert.deepEqual([page.items[0].position, positionIn(page.cursor), page.has_more, page.totals], [1, 1, true, 3]);
  });

  it("409: a cursor from the future or another incarnation, with how to continue; 0 and new cursors work", async () => {
    const merchant = await world.merchant();
    await aCustomer(merchant, "A");
    await world.waitUntilIdle();
    const { cursor } = (await merchant.get("/events")).body;
    assert.equal((await merchant.get(`/events?after=${cursor}`)).status, 200);
    assert.equal((await merchant.get("/events?after=1")).status, 200);
    for (const future of ["2", cursor.replace("-1", "-2")]) {
      const refused = await merchant.get(`/events?after=${future}`);
      assertRefused(refused, 409, "after");
      assert.equal(refused.body.reason, "cursor_outdated");
    }
    // Simulates a restore from a backup.
    const name = await world.db.engine(beginIncarnation);
    for (const past of ["1", cursor]) {
      const refused = await merchant.get(`/events?after=${past}`);
      assertRefused(refused, 409, "after");
      assert.equal(refused.body.reason, "cursor_outdated");
    }
    const { body } = await merchant.get("/events?after=0");
    assert.deepEqual([body.items.length, body.cursor, body.items[0].cursor], [1, `${name}-1`, `${name}-1`]);
    assert.deepEqual((await merchant.get(`/events?after=${body.cursor}`)).body.items, []);
  });

  it("400: an invalid cursor, and parameters that a feed does not support", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.get("/events?after=-1"), 400, "after");
    assertRefused(await merchant.get("/events?after=0&page=2"), 400, "page");
    assertRefused(await merchant.get("/events?type=transfer.sended"), 400, "type");
  });
});
