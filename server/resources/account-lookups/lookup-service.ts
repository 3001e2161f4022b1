import type { Database } from "#db/pool.ts";
import type { Static } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { FindHolder } from "#providers/account-holder.ts";
import { lookUpHolder } from "./look-up.ts";
import { storeLookup } from "./recent-lookups.ts";
import type { Lookup, NewLookup } from "./schema.ts";

export type LookUpNumber = (
  scope: Scope,
  person: Person | null,
  request: Static<typeof NewLookup>,
) => Promise<Static<typeof Lookup>>;

/**
 * Returns the function that queries networks for account holders. It stores a person's results, so that the second
 * person who approves the order sees them. Throws as `lookUpHolder` does.
 */
export function lookupService(db: Database, holderOf: FindHolder): LookUpNumber {
  return async (scope, person, request) => {
    const lookup = await lookUpHolder(holderOf, scope, request);
    if (person) await db.engine((tx) => storeLookup(tx, scope, person, lookup));
    return lookup;
  };
}
