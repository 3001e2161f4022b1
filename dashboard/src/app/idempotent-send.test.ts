import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiResponse } from "./api.ts";
import { newSendAttempts, sendIdempotently } from "./idempotent-send.ts";

const answer = (status: number, reason = ""): ApiResponse<object> => {
  const head = { status, body: { reason }, message: "", errors: {}, request_id: "", retry_after_s: null };
  return status === 201 ? { ...head, is_ok: true } : { ...head, is_ok: false };
};
const LOST = answer(0);
const TAKEN = answer(422, "idempotency_key_reused");

/** A fake service with idempotency keys (interface-decisions 8), whose connection can lose requests or responses. */
function aService() {
  const stored = new Map<string, { order: string; answer: ApiResponse<object> }>();
  const carried_out: string[] = [];
  const line: ("order lost" | "answer lost" | "trouble" | "too many")[] = [];
  const refused = new Set<string>();
  async function post(order: string, key: string): Promise<ApiResponse<object>> {
    const fault = line.shift();
    if (fault === "order lost") return LOST;
    if (fault === "trouble") return answer(503);
    if (fault === "too many") return answer(429);
    const before = stored.get(key);
    if (before) return before.order === order ? before.answer : TAKEN;
    const response = refused.has(order) ? answer(422, "validation_failed") : answer(201);
    stored.set(key, { order, answer: response });
    if (response.is_ok) carried_out.push(order);
    return fault === "answer lost" ? LOST : response;
  }
  return { post, carried_out, line, refused };
}

describe("an order whose answer is lost", () => {
  it("is executed once, even if it is sent again several times", async () => {
    const { post, carried_out, line } = aService();
    line.push("answer lost", "order lost", "trouble");
    let attempts = newSendAttempts<string>();
    const kinds: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { sent, attempts: next } = await sendIdempotently(attempts, "500 to Awa", post);
      kinds.push(sent.kind);
      attempts = next;
    }
    assert.deepEqual(kinds, ["unknown", "unknown", "unknown", "sent"]);
    assert.deepEqual(carried_out, ["500 to Awa"]);
  });

  it("blocks a changed order, and is returned; a second press then sends the changed order", async () => {
    const { post, carried_out, line } = aService();
    line.push("answer lost");
    const lost = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    const changed = await sendIdempotently(lost.attempts, "600 to Awa", post);
    assert.deepEqual([changed.sent.kind, "order" in changed.sent && changed.sent.order], ["earlier", "500 to Awa"]);
    assert.deepEqual(carried_out, ["500 to Awa"]);
    const expected = await sendIdempotently(changed.attempts, "600 to Awa", post);
    assert.equal(expected.sent.kind, "sent");
    assert.deepEqual(carried_out, ["500 to Awa", "600 to Awa"]);
  });

  it("is replaced by a changed order if it never arrived, and is refused if it arrives later", async () => {
    const { post, carried_out, line } = aService();
    line.push("order lost");
    const lost = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    const changed = await sendIdempotently(lost.attempts, "600 to Awa", post);
    assert.equal(changed.sent.kind, "sent");
    assert.equal(await post("500 to Awa", lost.attempts.key), TAKEN);
    assert.deepEqual(carried_out, ["600 to Awa"]);
  });

  it("does not block a changed order if it was refused", async () => {
    const { post, carried_out, line, refused } = aService();
    line.push("answer lost");
    refused.add("500 to Awa");
    const lost = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    const changed = await sendIdempotently(lost.attempts, "600 to Awa", post);
    assert.equal(changed.sent.kind, "sent");
    assert.deepEqual(carried_out, ["600 to Awa"]);
  });

  it("is still found if it arrives after a changed order was refused without using the key", async () => {
    const { post, carried_out, line } = aService();
    line.push("order lost", "too many");
    const lost = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    const changed = await sendIdempotently(lost.attempts, "600 to Awa", post);
    assert.equal(changed.sent.kind, "refused");
    await post("500 to Awa", lost.attempts.key);
    assert.equal((await sendIdempotently(changed.attempts, "600 to Awa", post)).sent.kind, "earlier");
    assert.deepEqual(carried_out, ["500 to Awa"]);
  });

  it("keeps its unknown outcome while no answer arrives", async () => {
    const { post, carried_out, line } = aService();
    line.push("answer lost");
    const first = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    line.push("order lost");
    const second = await sendIdempotently(first.attempts, "600 to Awa", post);
    const third = await sendIdempotently(second.attempts, "700 to Awa", post);
    assert.deepEqual([second.sent.kind, third.sent.kind], ["unknown", "earlier"]);
    assert.deepEqual(carried_out, ["500 to Awa"]);
  });
});

describe("a refused order", () => {
  it("is evaluated again when it is sent again", async () => {
    const { post, carried_out, refused } = aService();
    refused.add("500 to Awa");
    const { sent, attempts } = await sendIdempotently(newSendAttempts<string>(), "500 to Awa", post);
    assert.equal(sent.kind, "refused");
    refused.clear();
    assert.equal((await sendIdempotently(attempts, "500 to Awa", post)).sent.kind, "sent");
    assert.deepEqual(carried_out, ["500 to Awa"]);
  });
});
