import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

const STEP = "0099_recovery_codes_of_factors.sql";

it("recovery codes that came before any second factor open nothing any more; those that came with one stay", async () => {
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(`
    insert into persons (id, email, name, password, totp_secret, totp_confirmed_at, created_at, updated_at)
    select id, id || '@example.cm', 'Ama', 'hash', case when confirmed is not null then 'sealed' end, confirmed, '2026-01-01',
      '2026-01-01'
    from (values
      ('per_none', null::timestamptz), ('per_app', '2026-02-02'), ('per_planted', '2026-03-03'), ('per_passkey', null),
      ('per_both', '2026-03-03')
    ) given (id, confirmed)`);
  await root.query(`
    insert into passkeys (id, person, credential, public_key, uses, transports, name, created_at)
    select 'psk_' || person, person, convert_to(person, 'UTF8'), ''::bytea, 0, '{}', 'Key', '2026-02-02'
    from (values ('per_passkey'), ('per_both')) given (person)`);
  await root.query(`
    insert into recovery_codes (person, fingerprint, created_at) select id, ''::bytea, '2026-02-02' from persons`);
  await take();
  const { rows } = await root.query("select person from recovery_codes order by person");
  assert.deepEqual(
    rows.map(({ person }) => person),
    ["per_app", "per_both", "per_passkey"],
  );
  await close();
});
