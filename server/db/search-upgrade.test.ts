import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0190_search_normal_form.sql";

it("rows that were searchable before the normal form wait to be indexed again, the newest first, and lock no table for it", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(`
    insert into merchants (id, name, email, phone, country, currency, created_at, updated_at)
    select id, 'Chez Jeanne', 'j@example.cm', '+237677000111', 'CM', 'XAF', now(), now()
    from unnest('{mer_1,mer_2}'::text[]) as id;
    insert into customers (merchant, environment, id, name, email, created_at, updated_at)
    select merchant, 'test', 'cus_' || n, 'Hélène Éric ' || n, 'h@example.cm', now() - n * interval '1 hour', now()
    from unnest('{mer_1,mer_2}'::text[]) as merchant
    cross join generate_series(1, 3) as n`);
  // As the job that rolls up the counters leaves it, with the old words kept.
  await root.query(`
    insert into list_counts (merchant, environment, list, part, level, status, channel, slot, count)
    select merchant, environment, list, part, level, status, channel, case level when 2 then slot else 0 end, sum(change)
    from list_deltas
    cross join (values (0), (2)) as levels (level)
    where list = 'customers'
    group by 1, 2, 3, 4, 5, 6, 7, 8;
    delete from list_deltas where list = 'customers';
    delete from search_slots;
    insert into search_rows (merchant, environment, id, slot, text)
    select merchant, environment, id, kolo_minute(created_at), lower(name) from customers`);
  await root.query("grant create on schema public to kolo_engine; alter view search_parts owner to kolo_engine");
  await root.query("alter view search_mine owner to kolo_engine");
  await take();
  const { rows: stale } = await root.query(`
    select s.merchant, c.id
    from search_stale s
    join customers c on (c.merchant, c.environment, kolo_minute(c.created_at)) = (s.merchant, s.environment, s.bucket)
    where s.list = 'customers' and s.due_at <= now()
    order by s.merchant, s.due_at`);
  assert.deepEqual(
    stale.map(({ merchant, id }) => [merchant, id]),
    ["mer_1", "mer_2"].flatMap((merchant) => ["cus_1", "cus_2", "cus_3"].map((id) => [merchant, id])),
  );
  const { rows: indexed } = await root.query("select from search_index");
  assert.equal(indexed.length, 0);
  const { rows: forms } = await root.query("select distinct text from searchable_customers order by text");
  assert.deepEqual(
    forms.map(({ text }) => text),
    [1, 2, 3].map((n) => `heleneeric${n}\u001fh@example.cm`),
  );
  await close();
});
