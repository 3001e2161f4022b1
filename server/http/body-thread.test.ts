import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { BODY_WORKER_FILE } from "#body-worker-file.ts";
import { ServiceError } from "#kernel/errors.ts";
import { openBodyThread } from "./body-thread.ts";
import { errorText } from "./errors.ts";

const ENTRIES = 10_000;
// Parsing on the main thread allows a handful of turns at most.
const TURNS_MIN = 20;

const thread = openBodyThread(BODY_WORKER_FILE, ["/transfers/{reference}/receipt"]);
after(() => thread.close());

const entry = { amount: 1, channel: "cm.mtn", beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" } };
const bulkOf = (transfers: readonly object[]) => ({
  bytes: Buffer.from(JSON.stringify({ currency: "XAF", transfers })),
  ...{ format: null, query: {}, environment: "test" as const },
});

/** Runs `work` and counts the turns of the main thread's event loop meanwhile. */
async function countTurns<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly turns: number }> {
  let [turns, is_over] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!is_over) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await work();
  is_over = true;
  return { value, turns };
}

describe("the body thread", () => {
  it("parses a bulk of ten thousand while the main thread runs other requests", async () => {
    const transfers = Array.from({ length: ENTRIES }, (_, position) => ({ ...entry, amount: position + 1 }));
    await thread.parse("new bulk", bulkOf([entry]));
    const { value, turns } = await countTurns(() => thread.parse("new bulk", bulkOf(transfers)));
    assert.deepEqual(value.take(), { currency: "XAF", transfers });
    assert.ok(turns >= TURNS_MIN, `${turns} turns`);
  });

  it("returns the errors of ten thousand invalid entries, serialized, and the first of them for the request log", async () => {
    const { value, turns } = await countTurns(() => thread.parse("new bulk", bulkOf(Array(ENTRIES).fill({}))));
    const { refusal } = value;
    assert.ok(refusal?.kind === "bad_request" && refusal.fields);
    assert.deepEqual(Object.keys(refusal.fields).slice(0, 2), ["transfers.0.amount", "transfers.0.channel"]);
    assert.equal(Object.keys(JSON.parse(errorText(refusal)).errors).length, 2 * ENTRIES);
    assert.ok(turns >= TURNS_MIN, `${turns} turns`);
  });

  it("refuses references that are words of the API's paths", async () => {
    const { refusal } = await thread.parse("new bulk", bulkOf([{ ...entry, reference: "receipt" }]));
    assert.equal(refusal?.fields?.["transfers.0.reference"]?.[0]?.reason, "reference_reserved");
  });

  it("throws for a body that cannot be read, and parses the next one", async () => {
    const broken = { ...bulkOf([]), bytes: Buffer.from('{"currency":"XAF","currency":"XAF"}') };
    await assert.rejects(
      thread.parse("new bulk", broken),
      (error) => error instanceof ServiceError && error.reason === "duplicate_name",
    );
    assert.equal((await thread.parse("new bulk", bulkOf([entry]))).refusal, null);
  });

  it("parses a body that arrives while the previous worker ends", async () => {
    const ending = thread.close();
    const [{ refusal }] = await Promise.all([thread.parse("new bulk", bulkOf([entry])), ending]);
    assert.equal(refusal, null);
  });
});
