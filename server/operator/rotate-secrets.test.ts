import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Database } from "#db/pool.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { setScreening } from "#resources/screening/set.ts";
import { ssrfGuard } from "#resources/webhooks/transport/guard.ts";
import { type PlanStep, recordPlans } from "#testing/explain.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { TEST_MASTER_KEYS } from "#testing/test-database.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";
import { rotateSecrets } from "./rotate-secrets.ts";

const world = await startTestWorld();
await connectFakeNetworks(world);
const NEW = `2:${Buffer.alloc(32, 9).toString("base64")}`;

/** The database columns with encrypted texts, and the versions of their keys. */
async function sealed(): Promise<readonly string[]> {
  const columns = await world.rows(`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text'
      and has_table_privilege('kolo_engine', table_name, 'select')`);
  const column_versions: string[] = [];
  for (const { table_name, column_name } of columns) {
    const versions = await world.rows(`
      select distinct split_part(${column_name}, '.', 1) as version from ${table_name}
      where ${column_name} ~ '^[0-9]+\\.[A-Za-z0-9+/]{40,}=*$'`);
    for (const { version } of versions) column_versions.push(`${table_name}.${column_name} ${version}`);
  }
  return column_versions.sort();
}

describe("kolo secrets rotate", () => {
  it("seals every column again, so that the old master key is not needed", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const account = { ...{ account_number: "10005000010123456789012", bank_code: "10005" }, phone: "677000111" };
    const person = { name: "Jane", ...account, country: "CM", currency: "XAF", type: "bank_account" };
    const { beneficiary } = (await merchant.post("/beneficiaries", person)).body;
    const order = { amount: 100, currency: "XAF", channel: "cm.bank", beneficiary: beneficiary.id, reference: "bank" };
    assert.equal((await merchant.post("/transfers", order)).status, 201);
    const own_account = (await merchant.post("/withdrawal-accounts", person)).body.withdrawal_account;
    const confirmed = await merchant.post(`/withdrawal-accounts/${own_account.id}/confirm`);
    assert.ok(confirmed.status < 300, confirmed.text);
    const withdrawal = await merchant.post("/withdrawals", { account: own_account.id, amount: 100 });
    assert.equal(withdrawal.status, 201, withdrawal.text);
    const target = { url: "https://shop.example.cm/", events: ["transfer.failed"] };
    const hook = await merchant.post("/webhooks", target, { "idempotency-key": "hook" });
    const rotated_hook = await merchant.post(`/webhooks/${hook.body.data.id}/rotate`, { overlap_hours: 24 });
    assert.ok(rotated_hook.status < 300, rotated_hook.text);
    const clerk = await createTestUser(world, merchant.id, "viewer");
    await clerk.signIn();
    await clerk.send("POST", "/me/second-factor", {});
    const letter = { subject: "S", text: "T" };
    await world.db.engine((tx) =>
      enqueueMail(tx, { about: "somebody", recipient: "a@example.cm", letter, expires_at: plus(tx.now, DAY_MS) }),
    );
    await world.waitUntilIdle();
    const hook_input = { url: "http://127.0.0.1:9/", timeout_ms: 500, when_unavailable: "wait" } as const;
    const guard = ssrfGuard({ ranges: ["127.0.0.0/8"], environments: ["test"] });
    await world.db.engine((tx) => setScreening(tx, merchant, hook_input, { guard, actor: "test" }));
    const before = await sealed();
    assert.ok(before.length >= 5 && before.every((column) => column.endsWith(" 1")), before.join(", "));

    useKeyring(readKeyring(`${NEW},${TEST_MASTER_KEYS}`));
    const rotated = await rotateSecrets(world.db);
    const { sealed: again, digests } = Object.groupBy(rotated, ({ what }) =>
      /until/.test(what) ? "digests" : "sealed",
    );
    assert.deepEqual(
      digests?.map(({ sealed_again, left }) => [sealed_again, left]),
      [
        [0, 2],
        [0, 0],
      ],
    );
    assert.ok(
      again?.every(({ sealed_again, version }) => sealed_again > 0 && version === 2),
      JSON.stringify(rotated),
    );
    assert.deepEqual(
      await sealed(),
      before.map((column) => column.replace(/ 1$/, " 2")),
    );
    assert.ok((await rotateSecrets(world.db)).every(({ sealed_again }) => sealed_again === 0));

    assert.equal((await merchant.post("/webhooks", target, { "idempotency-key": "hook" })).text, hook.text);
    const { transfer } = (await merchant.get("/transfers/bank")).body;
    assert.equal(transfer.beneficiary.receiver.number, account.account_number);
    const shown = (await merchant.get(`/beneficiaries/${beneficiary.id}`)).body.beneficiary;
    assert.equal(shown.account_number, account.account_number);
    const { items } = (await merchant.get(`/events?resource=${beneficiary.id}`)).body;
    assert.equal(items[0].data.account_number, account.account_number);
  });

  it("reads each row once, however many are sealed again already or were never sealed", async () => {
    const COUNT = 1_300;
    const [new_keys, old_keys] = [readKeyring(`${NEW},${TEST_MASTER_KEYS}`), readKeyring(TEST_MASTER_KEYS)];
    const postMany = () =>
      world.db.engine(async (tx) => {
        const letter = { subject: "S", text: "T" };
        const mail = { about: "somebody", recipient: "a@example.cm", letter, expires_at: plus(tx.now, DAY_MS) };
        for (let number = 0; number < COUNT; number += 1) await enqueueMail(tx, mail);
      });
    for (const keys of [new_keys, old_keys]) {
      useKeyring(keys);
      await postMany();
    }
    useKeyring(new_keys);
    const steps: PlanStep[] = [];
    const db: Database = {
      ...world.db,
      engine: (work) => world.db.engine(async (tx) => work(recordPlans(tx, steps))),
    };
    const rotated = await rotateSecrets(db);
    assert.equal(rotated.find(({ what }) => what === "mails that wait")?.sealed_again, COUNT);
    const [row] = await world.rows("select count(*)::int as count from outbox_mail where content like '1.%'");
    assert.equal(row?.count, 0);
    const read = steps.filter(({ relation }) => relation === "outbox_mail").reduce((sum, { rows }) => sum + rows, 0);
    assert.ok(read >= 2 * COUNT && read <= 3 * COUNT, `${read} reads of ${2 * COUNT} mails`);
  });
});
