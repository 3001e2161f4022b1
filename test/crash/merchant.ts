import type { Database } from "#server/db/pool.ts";
import type { Scope } from "#server/kernel/scope.ts";
import { createKey } from "#server/resources/keys/create.ts";
import { createMerchant } from "#server/resources/merchants/create.ts";

export interface Keys {
  readonly public_key: string;
  readonly private_key: string;
}

/** Creates a merchant with test money in the test environment, and returns its keys. */
export async function aMerchant(db: Database): Promise<Keys> {
  return db.engine(async (tx) => {
    const person = { name: "Crash", email: "crash@example.cm", phone: "+237677000111", country: "CM", currency: "XAF" };
    const merchant = await createMerchant(tx, person, "crash");
    const scope: Scope = { merchant: merchant.id, environment: "test" };
    const key = { scope, name: "crash", expires_at: null };
    const { text: public_key } = await createKey(tx, { ...key, kind: "public" }, "crash");
    const { text: private_key } = await createKey(tx, { ...key, kind: "private" }, "crash");
    return { public_key, private_key };
  });
}
