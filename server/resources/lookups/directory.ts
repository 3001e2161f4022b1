import type { Database } from "#db/pool.ts";
import type { Static } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { HolderOf } from "#providers/lookup.ts";
import { lookUpHolder } from "./look-up.ts";
import type { Lookup, NewLookup } from "./schema.ts";
import { keepSeen } from "./seen.ts";

export type LookUp = (
  scope: Scope,
  person: Person | null,
  asked: Static<typeof NewLookup>,
) => Promise<Static<typeof Lookup>>;

/** Queries networks about numbers, and stores a person's results for the approver of their orders. Throws as `lookUpHolder`. */
export function lookupsFor(db: Database, holderOf: HolderOf): LookUp {
  return async (scope, person, asked) => {
    const lookup = await lookUpHolder(holderOf, scope, asked);
    if (person) await db.engine((tx) => keepSeen(tx, scope, person, lookup));
    return lookup;
  };
}
