import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0097_found_by_their_data.sql";

it("whom a transfer brought along and somebody changed or deleted since is no longer found by the data of then", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(`
    insert into merchants (id, name, email, country, currency, created_at, updated_at)
    values ('mer_1', 'One', 'one@example.cm', 'CM', 'XAF', now(), now())`);
  await root.query(`
    insert into beneficiaries (merchant, environment, id, name, phone, country, currency, type, listed, data_key, sequence,
      created_at, updated_at, deleted_at)
    select 'mer_1', 'test', id, 'Jane', '+237677123456', 'CM', 'XAF', 'mobile_money', data_key is null, data_key, sequence,
      now(), now(), deleted_at
    from (values
      ('ben_as_sent', '\\x01'::bytea, 0, null),
      ('ben_changed', '\\x02', 1, null),
      ('ben_deleted', '\\x03', 1, now()),
      ('ben_listed', null, 1, null)
    ) as given (id, data_key, sequence, deleted_at)`);
  await take();
  const { rows } = await root.query("select id from beneficiaries where data_key is not null");
  assert.deepEqual(rows, [{ id: "ben_as_sent" }]);
  await assert.rejects(root.query("update beneficiaries set data_key = '\\x04' where id = 'ben_listed'"), /check/);
  await assert.rejects(root.query("update beneficiaries set deleted_at = now() where id = 'ben_as_sent'"), /check/);
  await close();
});
