import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const ROWS = `
  insert into merchants (id, name, email, country, currency, created_at, updated_at)
  values ('mer_1', 'M', 'm@example.cm', 'CM', 'XAF', now(), now());
  insert into idempotency_keys (merchant, environment, key, fingerprint, status, body, created_at)
  values
    ('mer_1', 'test', 'hook', '', 201, '{"code":201,"data":{"id":"whk_1","secret":"whsec_MfKQ"}}', now()),
    ('mer_1', 'test', 'bank', '', 200, '{"code":200,"beneficiary":{"account_number":"10005000010"}}', now()),
    ('mer_1', 'test', 'mobile', '', 201, '{"code":201,"beneficiary":{"account_number":null}}', now()),
    ('mer_1', 'test', 'refused', '', 400, '{"code":400,"errors":{"account_number":["Required"]}}', now()),
    ('mer_1', 'test', 'transfer', '', 201, '{"code":201,"transfer":{"id":"trf_1"}}', now())`;

it("answers kept before they were sealed are dropped where they hold a secret, by an owner that is no superuser", async () => {
  const { root, take, close } = await aDatabaseBefore("0096_answers_sealed.sql");
  await root.query(ROWS);
  await take();
  const { rows } = await root.query("select key from idempotency_keys order by key");
  assert.deepEqual(
    rows.map(({ key }) => key),
    ["mobile", "refused", "transfer"],
  );
  await close();
});
