import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0078_sums_of_lists.sql";

const ROWS = `
  insert into merchants (id, name, email, country, currency, created_at, updated_at)
  values ('mer_1', 'M', 'm@example.cm', 'CM', 'XAF', now(), now());
  insert into customers (merchant, environment, id, name, email, sequence, created_at, updated_at)
  values ('mer_1', 'test', 'cus_1', 'C', 'c@example.cm', 1, now(), now());
  insert into payments (merchant, environment, id, reference, amount, fee, currency, customer, channel, phone, status,
    created_at, updated_at, completed_at, expires_at)
  select 'mer_1', 'test', 'pay_' || n, 'ref-' || n, n * 100, 0, 'XAF', 'cus_1', 'cm.mtn', '+237677000111',
    case when n = 3 then 'processing' else 'complete' end, '2026-03-01T10:00:30Z', now(), case when n <> 3 then now() end, now()
  from generate_series(1, 3) n`;

it("what complete payments from before come to is in the counters, and what comes after is added, by an owner that is no superuser", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(ROWS);
  await take();
  const kept = async () =>
    (
      await root.query(`
        select list, status, channel, level, sum(count)::int as sum
        from (
          select list, status, channel, level, count from list_counts where level < 2
          union all
          select list, status, channel, 0, change from list_deltas where list like '%_sums'
        ) both_sides
        where list like '%_sums'
        group by list, status, channel, level
        order by level`)
    ).rows.map(({ list, status, channel, level, sum }) => [list, status, channel, level, sum]);
  assert.deepEqual(await kept(), [
    ["payment_sums", "complete", "cm.mtn", 0, 300],
    ["payment_sums", "complete", "cm.mtn", 1, 300],
  ]);
  await root.query("update payments set status = 'complete', completed_at = now() where id = 'pay_3'");
  assert.deepEqual((await kept())[0], ["payment_sums", "complete", "cm.mtn", 0, 600]);
  await close();
});
