import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { giveMemoryBack } from "./memory.ts";

const MB = 1024 * 1024;

const LOOK_MS = 1_000;
const REST_LOOKS = 300;

/** A process that looks are made at: how often memory was given back by the end of one. */
function watched() {
  const state = { worked_ms: 0, resident_bytes: 200 * MB, collected: 0 };
  giveMemoryBack(
    {
      worked_ms: () => state.worked_ms,
      resident_bytes: () => state.resident_bytes,
      collect() {
        state.collected += 1;
        state.worked_ms += 100;
        state.resident_bytes = 150 * MB;
      },
    },
    LOOK_MS,
  );
  return (worked_ms: number, more_bytes = 0): number => {
    state.worked_ms += worked_ms;
    state.resident_bytes += more_bytes;
    mock.timers.tick(LOOK_MS);
    return state.collected;
  };
}

describe("what a process holds", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
  afterEach(() => mock.timers.reset());

  it("is given back at once when it has started, and not again before it has taken more", () => {
    const look = watched();
    assert.equal(look(900), 0, "busy");
    assert.equal(look(20), 1, "at rest");
    for (let time = 0; time < 2 * REST_LOOKS; time += 1) assert.equal(look(20), 1, "at rest as before");
  });

  it("is kept between two rushes, and given back once it has rested for five minutes", () => {
    const look = watched();
    assert.equal(look(20), 1, "started");
    for (let time = 0; time < 20; time += 1) look(900, 10 * MB);
    for (let time = 1; time < REST_LOOKS; time += 1) assert.equal(look(20), 1, "a pause");
    assert.equal(look(900), 1, "the next rush");
    for (let time = 1; time < REST_LOOKS; time += 1) assert.equal(look(20), 1, "at rest");
    assert.equal(look(20), 2, "at rest for long");
    assert.equal(look(20), 2, "at rest as before");
  });

  it("is kept where a rush began with the start", () => {
    const look = watched();
    for (let time = 0; time < 20; time += 1) look(900);
    for (let time = 1; time < REST_LOOKS; time += 1) assert.equal(look(20), 0, "a pause");
    assert.equal(look(20), 1, "at rest for long");
  });
});
