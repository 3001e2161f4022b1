import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0155_addresses_in_small_letters.sql";

it("payers whose address has capitals beyond ASCII are found by the address they are known by", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(`
    insert into merchants (id, name, email, country, currency, created_at, updated_at)
    values ('mer_1', 'One', 'one@example.cm', 'CM', 'XAF', now(), now())`);
  await root.query(`
    insert into customers (merchant, environment, id, name, email, phone, payer_key, sequence, created_at, updated_at)
    values
      ('mer_1', 'test', 'cus_1', 'A', 'Élodie@Example.cm', null, 'élodie@example.cm', 1, now(), now()),
      ('mer_1', 'test', 'cus_2', 'B', 'Jane@Example.cm', null, 'jane@example.cm', 1, now(), now()),
      ('mer_1', 'test', 'cus_3', 'C', 'Éva@example.cm', '+237677123456', '+237677123456', 1, now(), now())`);
  await take();
  const { rows } = await root.query("select email from customers order by id");
  assert.deepEqual(
    rows.map(({ email }) => email),
    ["élodie@example.cm", "Jane@Example.cm", "Éva@example.cm"],
  );
  await close();
});
