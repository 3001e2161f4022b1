import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#db/pool.ts";
import { randomText } from "#kernel/secrets.ts";
import { replaceKeyFile } from "#key-file.ts";
import { setCharges } from "#resources/charges/set.ts";
import { createKey } from "#resources/keys/create.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { list } from "#resources/merchants/store.ts";
import { grantPlatformOperator } from "#resources/platform-operators/grant.ts";
import { createPerson } from "#resources/users/create.ts";
import { hashPassword } from "#resources/users/password-hash.ts";

/** The contents of `demo.env`: the test keys of a demo merchant, and the sign-in to its dashboard. */
const VARIABLE_NAMES = {
  url: "KOLO_URL",
  public_key: "KOLO_PUBLIC_KEY",
  private_key: "KOLO_PRIVATE_KEY",
  email: "KOLO_DASHBOARD_EMAIL",
  password: "KOLO_DASHBOARD_PASSWORD",
} as const;

type DemoFile = { readonly [Name in keyof typeof VARIABLE_NAMES]: string | null };

export interface DemoMerchant {
  readonly path: string;
  readonly public_key: string;
  readonly private_key: string;
  /** Null for a demo created before the dashboard existed. */
  readonly sign_in: { readonly email: string; readonly password: string } | null;
}

const ACTOR = "kolo: first start";
const DEMO_EMAIL = "demo@example.com";
const PASSWORD_LENGTH = 20;

// Charges of the sandbox, in the usual range of mobile-money providers: kind, basis points, fixed part. A developer sees
// with them how charges are booked.
const SANDBOX_CHARGES = [
  ["transfer", 50, 5n],
  ["collect", 100, 0n],
  ["refund", 0, 10n],
] as const;
// Cameroon's value-added tax: 19.25 %.
const SANDBOX_TAX_BP = 1_925;

/**
 * Creates a merchant and a person in an empty database, and stores their credentials in `demo.env`, readable by its
 * owner only. Returns them on later starts, too; null if the database was created without a demo.
 */
export async function prepareDemoMerchant(db: Database, folder: string, url: string): Promise<DemoMerchant | null> {
  const path = join(folder, "demo.env");
  const is_empty = await db.engine(async (tx) => (await list(tx)).length === 0);
  if (is_empty) await createDemoMerchant(db, path, url);
  if (!existsSync(path)) return null;
  const demo_file = readDemoFile(path);
  const { public_key, private_key, email, password } = demo_file;
  if (public_key === null || private_key === null) return null;
  // The URL may have changed since the last start.
  if (demo_file.url !== url) writeDemoFile(path, { ...demo_file, url });
  return { path, public_key, private_key, sign_in: email && password ? { email, password } : null };
}

async function createDemoMerchant(db: Database, path: string, url: string): Promise<void> {
  const password = randomText(PASSWORD_LENGTH);
  const hashed = await hashPassword(password);
  await db.engine(async (tx) => {
    const merchant = await createMerchant(
      tx,
      { name: "Demo Shop", email: DEMO_EMAIL, phone: "+237677000000", country: "CM", currency: "XAF" },
      ACTOR,
    );
    const demo_key = { scope: { merchant: merchant.id, environment: "test" }, name: "Demo", expires_at: null } as const;
    const { text: public_key } = await createKey(tx, { ...demo_key, kind: "public" }, ACTOR);
    const { text: private_key } = await createKey(tx, { ...demo_key, kind: "private" }, ACTOR);
    for (const [kind, percent_bp, fixed] of SANDBOX_CHARGES) {
      const bands = [{ from_amount: 0n, percent_bp, fixed, tax_bp: SANDBOX_TAX_BP }];
      await setCharges(
        tx,
        { provider: "sandbox", environment: "test", merchant: null, kind, channel: "*", bands },
        ACTOR,
      );
    }
    const person = { merchant: merchant.id, role: "owner", email: DEMO_EMAIL, name: "Demo", password: hashed } as const;
    await createPerson(tx, person, ACTOR);
    // Safe: the role grants nothing until a second factor is set up. Besides, anyone who can read the password in this
    // file can also read the database.
    await grantPlatformOperator(tx, { email: DEMO_EMAIL, name: null, keeps_account: true }, ACTOR);
    // Written before the commit: a start killed before the commit repeats everything, and after it the file exists.
    writeDemoFile(path, { url, public_key, private_key, email: DEMO_EMAIL, password });
  });
}

function writeDemoFile(path: string, demo_file: DemoFile): void {
  const lines = Object.entries(VARIABLE_NAMES).flatMap(([field, name]) => {
    const value: unknown = Reflect.get(demo_file, field);
    return typeof value === "string" ? [`${name}=${value}`] : [];
  });
  replaceKeyFile(path, lines.join("\n"));
}

function readDemoFile(path: string): DemoFile {
  const text = readFileSync(path, "utf8");
  const find = (name: string): string | null => new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1] ?? null;
  return {
    url: find(VARIABLE_NAMES.url),
    public_key: find(VARIABLE_NAMES.public_key),
    private_key: find(VARIABLE_NAMES.private_key),
    email: find(VARIABLE_NAMES.email),
    password: find(VARIABLE_NAMES.password),
  };
}
