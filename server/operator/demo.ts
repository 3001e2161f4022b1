import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#db/pool.ts";
import { createKey } from "#resources/keys/create.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { list } from "#resources/merchants/store.ts";

/** The test keys of a merchant to try things with. */
export interface Demo {
  readonly path: string;
  readonly public_key: string;
  readonly private_key: string;
}

const ACTOR = "kolo: first start";

/**
 * Makes a merchant in an empty database and keeps its test keys in `demo.env`, readable by its owner alone. Returns the
 * keys on later starts too; null when the database began without a demo.
 */
export async function prepareDemo(db: Database, folder: string, url: string): Promise<Demo | null> {
  const path = join(folder, "demo.env");
  const is_empty = await db.engine(async (tx) => (await list(tx)).length === 0);
  if (is_empty) {
    const keys = await db.engine(async (tx) => {
      const merchant = await createMerchant(
        tx,
        { name: "Demo Shop", email: "demo@example.com", phone: "+237677000000", country: "CM", currency: "XAF" },
        ACTOR,
      );
      const given = { scope: { merchant: merchant.id, environment: "test" }, name: "Demo", expires_at: null } as const;
      const { text: public_key } = await createKey(tx, { ...given, kind: "public" }, ACTOR);
      const { text: private_key } = await createKey(tx, { ...given, kind: "private" }, ACTOR);
      return { public_key, private_key };
    });
    write(path, url, keys);
  }
  if (!existsSync(path)) return null;
  const keys = read(path);
  // The address may have moved since the last start.
  if (keys) write(path, url, keys);
  return keys && { path, ...keys };
}

function write(path: string, url: string, keys: Omit<Demo, "path">): void {
  const lines = [`KOLO_URL=${url}`, `KOLO_PUBLIC_KEY=${keys.public_key}`, `KOLO_PRIVATE_KEY=${keys.private_key}`];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
}

function read(path: string): Omit<Demo, "path"> | null {
  const text = readFileSync(path, "utf8");
  const public_key = /^KOLO_PUBLIC_KEY=(.+)$/m.exec(text)?.[1];
  const private_key = /^KOLO_PRIVATE_KEY=(.+)$/m.exec(text)?.[1];
  return public_key && private_key ? { public_key, private_key } : null;
}
