import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openVerifiedDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import { sql } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { rotateSecrets } from "#operator/rotate-secrets.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { emptyDatabase, TEST_MASTER_KEYS as OLD } from "#testing/test-database.ts";
import { createKey, importKey } from "./create.ts";
import { keyDirectory } from "./directory.ts";
import { revokeKey } from "./revoke.ts";

const NEW = `2:${Buffer.alloc(32, 9).toString("base64")}`;
const IMPORTED = "pk.AbCdEfGhIjKlMnOp";

/** The texts of three keys created under the old master key, and the database that holds them. */
interface StoredKeys {
  readonly url: string;
  readonly texts: readonly string[];
  readonly unused: Id<"key">;
}

async function under<Result>({ url }: { url: string }, keys: string, work: (db: Database) => Promise<Result>) {
  useKeyring(readKeyring(keys));
  const db = await openVerifiedDatabase({ url, connections_max: 2 });
  return work(db).finally(() => db.close());
}

async function storeKeys(): Promise<StoredKeys> {
  const database = await emptyDatabase();
  after(() => database.drop());
  return under(database, OLD, (db) =>
    db.engine(async (tx) => {
      const shop = { name: "Shop", email: "shop@example.cm", country: "CM", currency: "XAF" };
      const { id: merchant } = await createMerchant(tx, shop, "test");
      const key_input = { scope: { merchant, environment: "test" }, name: "Shop", expires_at: null } as const;
      const { text: one } = await createKey(tx, { ...key_input, kind: "public" }, "test");
      const { key: unused } = await createKey(tx, { ...key_input, kind: "private" }, "test");
      await importKey(tx, { ...key_input, kind: "public" }, IMPORTED, "test");
      return { url: database.url, texts: [one, IMPORTED], unused: unused.id };
    }),
  );
}

/** Uses every key once, as a server does after its start, and writes the uses. */
async function use(db: Database, texts: readonly string[]): Promise<void> {
  const directory = keyDirectory(db);
  for (const text of texts) assert.ok(await directory.identify(text), text);
  await db.engine((tx) => directory.writeUses(tx));
}

const versions = (db: Database) =>
  db.engine(async (tx) => {
    const rows = await tx.rows<{ of: number }>(sql`select master_version as of from keys order by id`);
    return rows.map(({ of }) => of);
  });

async function left(db: Database): Promise<number | undefined> {
  return (await rotateSecrets(db)).find(({ what }) => what.startsWith("API keys"))?.left;
}

describe("a key used after a rotation of the master key", () => {
  it("gets a digest of the new master key, also an imported key; then the old master key can be removed", async () => {
    const fixture = await storeKeys();
    await under(fixture, `${NEW},${OLD}`, async (db) => {
      assert.equal(await left(db), 3);
      await use(db, fixture.texts);
      assert.deepEqual(await versions(db), [2, 1, 2]);
      assert.equal(await left(db), 1);
    });
    const nobody = () => Promise.resolve();
    await assert.rejects(under(fixture, NEW, nobody), /API keys/);
    await under(fixture, `${NEW},${OLD}`, async (db) => {
      await db.engine((tx) => revokeKey(tx, fixture.unused, "test"));
      assert.equal(await left(db), 0);
    });
    await under(fixture, NEW, (db) => use(db, fixture.texts));
  });

  it("keeps its digest before the rotation, so that a process with only the old master key accepts it", async () => {
    const fixture = await storeKeys();
    await under(fixture, `${NEW},${OLD}`, (db) => use(db, fixture.texts));
    await under(fixture, `${NEW},${OLD}`, async (db) => {
      assert.deepEqual(await versions(db), [1, 1, 1]);
      useKeyring(readKeyring(OLD));
      await use(db, fixture.texts);
    });
  });

  it("gets its new digest once, also with concurrent uses", async () => {
    const fixture = await storeKeys();
    await under(fixture, `${NEW},${OLD}`, async (db) => {
      await rotateSecrets(db);
      const digests = () => db.engine((tx) => tx.rows(sql`select lookup, fingerprint from keys order by id`));
      const directories = [keyDirectory(db), keyDirectory(db)];
      for (const directory of directories) for (const text of fixture.texts) await directory.identify(text);
      await db.engine((tx) => directories[0]?.writeUses(tx) ?? Promise.resolve());
      const renewed = await digests();
      await db.engine((tx) => directories[1]?.writeUses(tx) ?? Promise.resolve());
      assert.deepEqual(await digests(), renewed);
      await use(db, fixture.texts);
    });
  });

  it("with an unknown master key version gets the current version once it is used", async () => {
    const fixture = await storeKeys();
    await under(fixture, OLD, async (db) => {
      await db.engine((tx) => tx.run(sql`update keys set master_version = null`));
      await use(db, fixture.texts);
      assert.deepEqual(await versions(db), [1, null, 1]);
    });
  });
});
