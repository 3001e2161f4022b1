import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused, transfer_order } from "#testing/orders.ts";
import { completePayment, postPayment } from "#testing/payments.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();
const lists = world.app.routes.filter(({ method, path }) => method === "GET" && !path.endsWith("}"));

describe("the query of a list", () => {
  it("400 on every list: an unknown name is refused, with the known ones", async () => {
    const merchant = await world.merchant();
    assert.ok(lists.length > 15, `${lists.length} lists`);
    for (const { path } of lists) {
      const target = path.replaceAll(/\{\w+\}/g, "none");
      for (const name of ["stauts", "status[0][a]", "created[gte]", "constructor", "toString", "__proto__", "Limit"]) {
        const answer = await merchant.get(`${target}?${name}=failed`);
        assertRefused(answer, 400, name);
      }
    }
    const { body } = await merchant.get("/payments?stauts=failed&chanels=x&limit=0");
    assert.deepEqual(Object.keys(body.errors).sort(), ["chanels", "limit", "stauts"]);
    const [{ reason, params }] = body.field_reasons.stauts;
    assert.equal(reason, "unknown_parameter");
    assert.deepEqual(params.known.slice(0, 6), ["limit", "perpage", "page", "search", "status", "channels"]);
  });

  it("200: x[] and x[0] are read as x, also for lists of values", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    for (const channel of ["cm.mtn", "cm.orange"]) {
      const phone = channel === "cm.mtn" ? "677123456" : "699123456";
      const sent = await merchant.post("/transfers", {
        ...transfer_order,
        channel,
        beneficiary_data: { name: "J", phone },
      });
      assert.equal(sent.status, 201, sent.text);
    }
    for (const [query, expected] of [
      ["channels[0]=cm.orange", 1],
      ["channels%5B%5D=cm.orange", 1],
      ["channels[]=cm.orange&channels[]=cm.mtn", 2],
      ["channels[0]=cm.orange&channels[1]=cm.mtn", 2],
      ["channels=cm.orange&channels=cm.mtn", 2],
      ["channels=cm.orange,cm.mtn", 2],
      ["status[]=canceled", 0],
      ["status[0]=canceled", 0],
      ["limit[]=1&page[0]=2", 2],
    ] as const) {
      const { body, text } = await merchant.get(`/transfers?${query}`);
      assert.equal(body.totals, expected, `${query}: ${text}`);
    }
  });

  it("400: a single value given several times is refused in every notation", async () => {
    const merchant = await world.merchant();
    for (const query of [
      "status=failed&status=failed",
      "status[]=failed&status[]=pending",
      "status=failed&status[0]=failed",
      "limit=1&limit[]=2",
      "search=a&search=b",
    ]) {
      assertRefused(await merchant.get(`/transfers?${query}`), 400, /^\w+/.exec(query)?.[0]);
    }
  });

  it("400: bytes that are not UTF-8 are refused", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.get("/transfers?search=%E9ric"), 400);
    assert.equal((await merchant.get("/transfers?search=%C3%A9ric")).status, 200);
    assert.equal((await merchant.get("/transfers?search=100%")).status, 200);
  });

  it("400: an unknown name is refused beside a record and an uploaded file, too", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    assertRefused(await merchant.get(`/transfers/${id}?curency=EUR`), 400, "curency");
    const csv = (query: string) =>
      merchant.send("POST", `/transfers/bulk/check?${query}`, "name,phone,amount\nJane,699123456,500\n", {
        "content-type": "text/csv",
      });
    assertRefused(await csv("currency=XAF&chanel=cm.orange"), 400, "chanel");
    for (const [query, is_right] of [
      ["currency=XAF&channel=cm.orange", true],
      ["currency[]=XAF&channel[0]=cm.orange", true],
      ["currency=XAF&channel[0]=cm.nobody", false],
    ] as const) {
      const { body, text } = await csv(query);
      assert.equal(Object.keys(body.bulk_check?.errors ?? {}).length === 0, is_right, `${query}: ${text}`);
    }
  });
});

describe("GET /payments", () => {
  it("200: filters by customer, payment link and the payer's number in any spelling", async () => {
    const merchant = await world.merchant();
    const other = await postPayment(merchant, { phone: "699000111" });
    const first = await postPayment(merchant, { phone: "677123456", reference: "first" });
    const paid = await completePayment(world, merchant);
    const link = (await merchant.post("/payment-links", { name: "Fees", amount: 500, currency: "XAF" })).body
      .payment_link;
    const begun = await fetch(`${world.url}/checkout/links/${link.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"phone":"677123456"}',
    });
    assert.ok(begun.status < 300, await begun.text());
    for (const [query, expected] of [
      [`customer=${other.customer}`, [other.id]],
      [`customer=${first.customer}&search=first`, [first.id]],
      ["customer=cus_00000000000000000000000000", []],
      ["phone=699000111", [other.id]],
      ["phone=%2B237+699+000+111", [other.id]],
      ["phone=00237699000111&status=pending", [other.id]],
      ["phone=699000111&status=complete", []],
      ["phone=677123456&status=complete", [paid]],
      ["payment_link=lnk_00000000000000000000000000", []],
    ] as const) {
      const { body, text } = await merchant.get(`/payments?${query}`);
      assert.deepEqual(
        [body.totals, body.items?.map(({ id }: { id: string }) => id)],
        [expected.length, expected],
        `${query}: ${text}`,
      );
    }
    const by_link = (await merchant.get(`/payments?payment_link=${link.id}`)).body;
    assert.equal(by_link.totals, 1);
    assert.equal((await merchant.get(`/payments?payment_link=${link.id}&phone=699000111`)).body.totals, 0);
    assertRefused(await merchant.get("/payments?phone=12"), 422, "phone");
    const stranger = await world.merchant();
    assert.equal((await stranger.get(`/payments?customer=${other.customer}`)).body.totals, 0);
  });
});
