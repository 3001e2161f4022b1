import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { rotateSecrets } from "#operator/rotate-secrets.ts";
import { createBeneficiary } from "#resources/beneficiaries/create.ts";
import { createKey } from "#resources/keys/create.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { emptyDatabase, TEST_MASTER_KEYS as OLD } from "#testing/test-database.ts";
import { openVerifiedDatabase, requireSharedMasterKey } from "./master-keys.ts";
import type { Database } from "./pool.ts";

const database = await emptyDatabase();
after(() => database.drop());
const NEW = `2:${Buffer.alloc(32, 9).toString("base64")}`;

async function under<Result>(
  keys: string,
  work: (db: Database) => Promise<Result>,
  options: { readonly may_miss?: boolean } = {},
): Promise<Result> {
  useKeyring(readKeyring(keys));
  const db = await openVerifiedDatabase({ url: database.url, connections_max: 2 }, options);
  return work(db).finally(() => db.close());
}
const noop = () => Promise.resolve();

it("a start without a master key that is still needed is refused", async () => {
  const key = await under(OLD, (db) =>
    db.engine(async (tx) => {
      const merchant_input = { name: "Shop", email: "shop@example.cm", country: "CM", currency: "XAF" };
      const { id } = await createMerchant(tx, merchant_input, "test");
      const scope = { merchant: id, environment: "test" } as const;
      return (await createKey(tx, { scope, kind: "public", name: "Shop", expires_at: null }, "test")).key;
    }),
  );
  await under(`${NEW},${OLD}`, (db) => rotateSecrets(db));
  await assert.rejects(under(NEW, noop), /^Error: Version 1 of the master key is missing.*API keys/);
  await under(NEW, (db) => db.engine((tx) => revokeKey(tx, key.id, "test")), { may_miss: true });
  await under(NEW, noop);
  await assert.rejects(under(OLD, noop), /^Error: Version 2 of the master key is missing/, "nor can the newest");
});

it("a start without the master key of a bank account that was not sealed again is refused", async () => {
  const other = await emptyDatabase();
  after(() => other.drop());
  const at = { url: other.url, connections_max: 2 };
  useKeyring(readKeyring(OLD));
  const db = await openVerifiedDatabase(at);
  await db.engine(async (tx) => {
    const merchant_input = { name: "Shop", email: "shop@example.cm", country: "CM", currency: "XAF" };
    const { id: merchant } = await createMerchant(tx, merchant_input, "test");
    const person = { name: "Jane", phone: "677123456", country: "CM", currency: "XAF" };
    const bank = { ...person, type: "bank_account", bank_code: "10005", account_number: "00110022003" } as const;
    await createBeneficiary(tx, { merchant, environment: "test" }, bank);
  });
  await db.close();
  useKeyring(readKeyring(`${NEW},${OLD}`));
  await (await openVerifiedDatabase(at)).close();
  useKeyring(readKeyring(NEW));
  await assert.rejects(openVerifiedDatabase(at), /secrets that are not rotated yet/);
});

it("nothing is sealed with a master key that another running process lacks", async () => {
  const other = await emptyDatabase();
  after(() => other.drop());
  const at = { url: other.url, connections_max: 2 };
  useKeyring(readKeyring(OLD));
  const service = await openVerifiedDatabase(at);
  await service.engine(requireSharedMasterKey);
  useKeyring(readKeyring(`${NEW},${OLD}`));
  const command = await openVerifiedDatabase(at);
  await assert.rejects(
    command.engine(requireSharedMasterKey),
    /^Error: Kolo still runs with version 1 of the master key/,
  );
  await service.close();
  // PostgreSQL still lists a closed connection for a moment.
  await untilDone(() => command.engine(requireSharedMasterKey));
  await command.close();
});

async function untilDone(work: () => Promise<void>): Promise<void> {
  const give_up_at = Date.now() + 5_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > give_up_at) throw error;
      await sleep(20);
    }
  }
}
