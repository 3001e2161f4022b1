import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { giveMemoryBack } from "./memory.ts";

const MB = 1024 * 1024;

it("gives memory back when a busy process has come to rest, and not again before it has taken more", () => {
  mock.timers.enable({ apis: ["setInterval"] });
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
    1_000,
  );
  const look = (worked_ms: number, more_bytes = 0): number => {
    state.worked_ms += worked_ms;
    state.resident_bytes += more_bytes;
    mock.timers.tick(1_000);
    return state.collected;
  };
  assert.equal(look(900), 0, "busy");
  assert.equal(look(20), 1, "at rest");
  assert.equal(look(20), 1, "at rest as before");
  assert.equal(look(900, 100 * MB), 1, "busy again");
  assert.equal(look(500), 1, "still busy");
  assert.equal(look(20), 2, "at rest again");
  mock.timers.reset();
});
