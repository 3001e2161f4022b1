import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { requestSender, startTestWorld, type TestResponse } from "#testing/world.ts";

const errors = ({ status, body, headers }: TestResponse) => [status, body.status, headers.get("retry-after")];
const UNAVAILABLE = [503, "Service Unavailable", "1"];

describe("without a database", () => {
  it("503 with Retry-After, until the database is back", async () => {
    const other = await startTestWorld({ works: false });
    const merchant = await other.merchant();
    assert.equal((await merchant.get("/customers")).status, 200);
    await other.withoutDatabase(async () => {
      assert.deepEqual(errors(await merchant.get("/customers")), UNAVAILABLE);
      assert.equal((await requestSender(other.url, {})("GET", "/health/ready")).status, 503);
      assert.equal((await requestSender(other.url, {})("GET", "/health/live")).status, 200);
    });
    assert.equal((await merchant.get("/customers")).status, 200);
  });
});

describe("with a read-only database", () => {
  it("is not ready and answers writes with 503 and Retry-After, until the database accepts them", async () => {
    const other = await startTestWorld({ works: false });
    const merchant = await other.merchant({ balance: 10_000n });
    const beneficiary_data = { name: "Jane", phone: "677123456" };
    const order = { amount: 100, currency: "XAF", channel: "cm.mobile", beneficiary_data };
    const writes = () =>
      Promise.all([
        merchant.post("/customers", { name: "C", email: "c@example.cm" }),
        merchant.post("/transfers", order, { "idempotency-key": "once" }),
        merchant.post("/payments", { amount: 100, currency: "XAF", phone: "677123456" }),
      ]);
    const ready = () => requestSender(other.url, {})("GET", "/health/ready");
    await other.withoutWrites(async () => {
      assert.deepEqual(errors(await ready()), UNAVAILABLE);
      for (const answer of await writes()) assert.deepEqual(errors(answer), UNAVAILABLE, answer.text);
      assert.equal((await merchant.get("/customers")).status, 200);
      assert.equal((await requestSender(other.url, {})("GET", "/health/live")).status, 200);
    });
    // Each request may get one connection from before the outage, which it then closes.
    for (let turn = 0; turn < 10; turn += 1) await writes();
    for (const answer of await writes()) assert.ok(answer.status < 300, answer.text);
    for (let turn = 0; turn < 10; turn += 1) await ready();
    assert.equal((await ready()).status, 200);
    assert.equal((await merchant.balance()).reserved, 100);
  });
});
