import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firstIdAt, idTimestampMs, isId, newId } from "./ids.ts";
import { fromMilliseconds, toMilliseconds } from "./time.ts";

const noon = fromMilliseconds(Date.UTC(2026, 2, 1, 12));
const later = fromMilliseconds(Date.UTC(2026, 2, 1, 12, 0, 0, 1));

describe("ids", () => {
  it("a hundred thousand of one instant are unique and sort in the order of creation", () => {
    const ids = Array.from({ length: 100_000 }, () => newId("trf", noon));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual([...ids].sort(), ids);
  });

  it("of a later millisecond sort after all of an earlier one", () => {
    const early = Array.from({ length: 1_000 }, () => newId("trf", noon));
    const late = Array.from({ length: 1_000 }, () => newId("trf", later));
    assert.ok(early.every((id) => id < firstIdAt("trf", later)));
    assert.ok(late.every((id) => id >= firstIdAt("trf", later)));
  });

  it("are UUIDs of version 7 in base32", () => {
    const digits = newId("ben", noon)
      .slice(4)
      .split("")
      .map((digit) => "0123456789abcdefghjkmnpqrstvwxyz".indexOf(digit).toString(2).padStart(5, "0"))
      .join("")
      .slice(2);
    const hex = BigInt(`0b${digits}`).toString(16).padStart(32, "0");
    assert.equal(Number.parseInt(hex.slice(0, 12), 16), Date.UTC(2026, 2, 1, 12));
    assert.equal(hex.charAt(12), "7");
    assert.match(hex.charAt(16), /[89ab]/);
  });

  it("contain their instant", () => {
    assert.equal(idTimestampMs(newId("evt", noon)), toMilliseconds(noon));
  });

  it("are recognised by their form, and no other text is", () => {
    assert.ok(isId("ben", newId("ben", noon)));
    for (const text of [
      "",
      "ben_",
      "trf_01jqk3v8q1e9fa4x2m7c5t0r6w",
      "ben_01jqk3v8q1e9fa4x2m7c5t0r6",
      "ben_01JQK3V8Q1E9FA4X2M7C5T0R6W",
    ]) {
      assert.equal(isId("ben", text), false, text);
    }
  });
});
