import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ID_PREFIXES } from "#kernel/ids.ts";
import { assertRefused, transfer_order } from "#testing/orders.ts";
import { payment_request, postPayment } from "#testing/payments.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

// A path accepts an id or a reference. So a reference must not equal another record's id or a fixed word of a path: the
// path would address something else.

const world = await startTestWorld();

/** Every request that sets a reference, with the field of its error. */
const ENTRANCES: readonly (readonly [
  string,
  (merchant: TestMerchant, reference: string) => ReturnType<TestMerchant["post"]>,
])[] = [
  ["reference", (merchant, reference) => merchant.post("/payments", { ...payment_request, reference })],
  ["reference", (merchant, reference) => merchant.post("/payments/initialize", { ...payment_request, reference })],
  ["reference", (merchant, reference) => merchant.post("/transfers", { ...transfer_order, reference })],
  ["reference", (merchant, reference) => merchant.post("/transfers/initialize", { ...transfer_order, reference })],
  [
    "transfers.0.reference",
    (merchant, reference) =>
      merchant.post("/transfers/bulk", { currency: "XAF", transfers: [{ ...transfer_order, reference }] }),
  ],
  [
    "transfers.0.reference",
    (merchant, reference) =>
      merchant.post("/transfers/bulk/check", { currency: "XAF", transfers: [{ ...transfer_order, reference }] }),
  ],
  [
    "transfers.0.reference",
    (merchant, reference) =>
      merchant.send("POST", "/transfers/bulk?currency=XAF", `name,phone,amount,id\nJane,677123456,500,${reference}\n`, {
        "content-type": "text/csv",
      }),
  ],
];

async function refusedEverywhere(merchant: TestMerchant, reference: string): Promise<void> {
  for (const [field, send] of ENTRANCES) assertRefused(await send(merchant, reference), 400, field);
}

describe("a reference", () => {
  it("400: equal to another record's id is refused, because a cancellation would reach that record", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const { id } = await postPayment(merchant);
    await refusedEverywhere(merchant, id);
    assert.equal((await merchant.get("/payments")).body.totals, 1);
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
  });

  it("400: that looks like a key, a webhook secret or a token is refused: it would be stored and shown", async () => {
    const merchant = await world.merchant();
    const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZXIifQ.c2lnbmF0dXJl";
    for (const reference of [merchant.private_key, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=", token]) {
      await refusedEverywhere(merchant, reference);
    }
  });

  it("400: that looks like any id is refused, in upper or lower case", async () => {
    const merchant = await world.merchant();
    for (const prefix of ID_PREFIXES) {
      const id = `${prefix}_01jqk3v8q1e9fa4x2m7c5t0r6w`;
      for (const reference of [id, id.toUpperCase()]) {
        assertRefused(await merchant.post("/payments", { ...payment_request, reference }), 400, "reference");
      }
    }
    await refusedEverywhere(merchant, "TRF_01JQK3V8Q1E9FA4X2M7C5T0R6W");
  });

  it("400: that a client without encoding would send to another record is refused", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const { id } = await postPayment(merchant);
    for (const reference of [
      `${id}/`,
      `${id}//`,
      `${id}?x=1`,
      `${id}#x`,
      `a/../${id}`,
      `./${id}`,
      `%70${id.slice(1)}`,
    ]) {
      await refusedEverywhere(merchant, reference);
    }
    for (const reference of [`../transfers/${id}`, "bulk/7", "bulk?", "search#a", `${id}\\`]) {
      await refusedEverywhere(merchant, reference);
    }
    for (const reference of ["2026/03/balance", "balance/7", "100%", "a/b?c", "invoice/bulk"]) {
      const { status, text } = await merchant.post("/payments", { ...payment_request, reference });
      assert.equal(status, 201, text);
    }
  });

  it("400: equal to a word of any path is refused, including older paths, in upper or lower case", async () => {
    const merchant = await world.merchant();
    const paths = world.app.routes.flatMap((route) => [route, ...(route.aliases ?? [])].map(({ path }) => path));
    const segments = new Set(paths.flatMap((path) => path.split("/")).filter((segment) => /^[^{]/.test(segment)));
    assert.ok(
      ["initialize", "bulk", "lookup", "check", "timeline", "recipients"].every((segment) => segments.has(segment)),
    );
    for (const segment of segments) {
      for (const reference of [segment, segment.toUpperCase(), `${segment}/`]) {
        assertRefused(await merchant.post("/payments", { ...payment_request, reference }), 400, "reference");
      }
    }
    for (const segment of ["initialize", "bulk", "lookup", "search", "direct"])
      await refusedEverywhere(merchant, segment);
  });

  it("201: that only contains a part of an id or a word is accepted", async () => {
    const merchant = await world.merchant();
    for (const reference of [
      "pay_1",
      "bulk-7",
      "initialize me",
      "xyz_01jqk3v8q1e9fa4x2m7c5t0r6w",
      "pay_01jqk3v8q1e9fa4x2m7c5t0r6w-2",
    ]) {
      assert.equal((await postPayment(merchant, { reference })).reference, reference);
    }
  });

  it("stored before this rule still finds its record", async () => {
    const merchant = await world.merchant();
    const { id } = await postPayment(merchant, { reference: "before" });
    for (const reference of ["verify", "trf_01jqk3v8q1e9fa4x2m7c5t0r6w"]) {
      await world.rows(`update payments set reference = '${reference}' where id = '${id}' returning id`);
      assert.equal((await merchant.get(`/payments/${reference}`)).body.transaction.id, id);
    }
    assert.equal((await merchant.send("DELETE", "/payments/trf_01jqk3v8q1e9fa4x2m7c5t0r6w")).status, 202);
  });
});
