import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0090_counted_by_hour.sql";

const ROWS = `
  insert into list_counts (merchant, environment, list, part, level, status, channel, slot, count)
  values
    ('mer_1', 'test', 'transfers', '', 0, 'complete', 'cm.mtn', 0, 9),
    ('mer_1', 'test', 'transfers', '', 1, 'complete', 'cm.mtn', 20000, 9),
    ('mer_1', 'test', 'transfers', '', 2, 'complete', 'cm.mtn', 28800001, 2),
    ('mer_1', 'test', 'transfers', '', 2, 'complete', 'cm.mtn', 28800059, 3),
    ('mer_1', 'test', 'transfers', '', 2, 'complete', 'cm.mtn', 28800060, 4)`;

it("what was counted by minute is counted by hour, by an owner that is no superuser", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(ROWS);
  await take();
  const { rows } = await root.query("select slot::int, count::int from list_counts where level = 3 order by slot");
  assert.deepEqual(rows, [
    { slot: 480000, count: 5 },
    { slot: 480001, count: 4 },
  ]);
  await close();
});
