import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cached } from "./cache.ts";

describe("a cache", () => {
  it("computes once per text, even if the result is null", () => {
    const made: string[] = [];
    const length = cached(10, (text) => {
      made.push(text);
      return text === "" ? undefined : text.length;
    });
    assert.deepEqual([length("one"), length(""), length("one"), length("")], [3, undefined, 3, undefined]);
    assert.deepEqual(made, ["one", ""]);
  });

  it("is cleared when it is full, and computes again", () => {
    let made = 0;
    const same = cached(2, (text) => {
      made += 1;
      return text;
    });
    for (const text of ["a", "b", "a", "b", "c", "c", "a"]) assert.equal(same(text), text);
    assert.equal(made, 4);
  });

  it("does not store a failed computation", () => {
    let tries = 0;
    const second = cached(2, () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return tries;
    });
    assert.throws(() => second("a"), /not yet/);
    assert.equal(second("a"), 2);
  });
});
