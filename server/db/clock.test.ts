import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openClock } from "./clock.ts";

/** Two clocks of a machine, which a test moves, and the database's, which is half a second ahead of them. */
function aMachine() {
  const at = { running_ms: 5_000, set_ms: Date.parse("2026-03-01T12:00:00.000Z") };
  const clock = openClock({ running: () => at.running_ms, set: () => at.set_ms });
  const pass = (ms: number): void => {
    at.running_ms += ms;
    at.set_ms += ms;
  };
  return { at, clock, pass };
}

describe("the database's time, known without asking", () => {
  it("is what was heard, and what has passed since, to the microsecond", () => {
    const { clock, pass } = aMachine();
    assert.equal(clock.tell(), null);
    clock.hear("2026-03-01T12:00:00.500123Z");
    pass(2.25);
    assert.equal(clock.tell(), "2026-03-01T12:00:00.502373Z");
  });

  it("is not taken back by an answer that took long, nor by the next one that is older than what was told", () => {
    const { clock, pass } = aMachine();
    clock.hear("2026-03-01T12:00:00.500000Z");
    pass(100);
    // The database said it when 70 of these 100 ms had passed.
    clock.hear("2026-03-01T12:00:00.570000Z");
    assert.equal(clock.tell(), "2026-03-01T12:00:00.600000Z");
    for (let second = 1; second <= 3; second += 1) {
      pass(990);
      clock.hear(`2026-03-01T12:00:0${second}.500000Z`);
    }
    const told = clock.tell();
    pass(0.5);
    assert.ok((clock.tell() ?? "") >= (told ?? "x"));
  });

  it("is not earlier than what the database said a moment ago", () => {
    const { clock } = aMachine();
    clock.hear("2026-03-01T12:00:00.500000Z");
    clock.hear("2026-03-01T12:00:00.400000Z");
    assert.equal(clock.tell(), "2026-03-01T12:00:00.500000Z");
  });

  it("is not known a second after the last answer", () => {
    const { clock, pass } = aMachine();
    clock.hear("2026-03-01T12:00:00.500000Z");
    pass(1_001);
    assert.equal(clock.tell(), null);
    clock.hear("2026-03-01T12:00:01.500000Z");
    assert.equal(clock.tell(), "2026-03-01T12:00:01.500000Z");
  });

  it("is not known when the machine slept or its clock was set", () => {
    const { at, clock } = aMachine();
    clock.hear("2026-03-01T12:00:00.500000Z");
    at.set_ms += 3_600_000;
    assert.equal(clock.tell(), null);
    clock.hear("2026-03-01T13:00:00.500000Z");
    assert.equal(clock.tell(), "2026-03-01T13:00:00.500000Z");
  });

  it("follows the database's clock when that is set back", () => {
    const { clock, pass } = aMachine();
    clock.hear("2026-03-01T12:00:00.500000Z");
    pass(10);
    clock.hear("2026-03-01T11:00:00.000000Z");
    assert.equal(clock.tell(), "2026-03-01T11:00:00.000000Z");
  });
});
