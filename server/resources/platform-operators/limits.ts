import type { Tx } from "#db/tx.ts";
import { OneOf, type Static, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";
import { listLimits } from "#resources/limits/retrieve.ts";
import { Limit, NewLimit } from "#resources/limits/schema.ts";
import { limitNotFound, removeLimit, setLimit } from "#resources/limits/set.ts";
import { findRules } from "#resources/limits/store.ts";
import { scopeOf } from "./merchant-scope.ts";

export { Limit };

export const PlatformLimit = Type.Object({
  environment: OneOf(ENVIRONMENTS),
  ...NewLimit.properties,
});

/** Returns a merchant's limits in one environment. Throws `not_found`. */
export async function listMerchantLimits(tx: Tx, merchant: string, environment: Environment): Promise<Limit[]> {
  return listLimits(tx, await scopeOf(tx, merchant, environment));
}

/** Sets a limit that the merchant cannot change. Throws `not_found`, and as `setLimit` does. */
export async function setPlatformLimit(
  tx: Tx,
  merchant: string,
  { environment, ...limit }: Static<typeof PlatformLimit>,
  actor: string,
): Promise<void> {
  await setLimit(tx, await scopeOf(tx, merchant, environment), limit, { set_by: "platform", actor });
}

/** Removes a limit that a platform operator set, in either environment. Throws `not_found`. */
export async function removePlatformLimit(tx: Tx, merchant: string, limit: string, actor: string): Promise<void> {
  const scopes = await Promise.all(ENVIRONMENTS.map((environment) => scopeOf(tx, merchant, environment)));
  const rule = (await findRules(tx, scopes)).find(({ id }) => id === limit);
  if (!rule) throw limitNotFound();
  await removeLimit(tx, rule, limit, { set_by: "platform", actor });
}
