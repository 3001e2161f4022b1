import { type Columns, columnList, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The key of a lookup: the merchant, the person, and the number. */
export interface LookupKey extends Scope {
  readonly person: string;
  readonly phone: string;
}

export interface StoredLookup extends LookupKey {
  readonly found: boolean;
  readonly active: boolean | null;
  readonly name: string | null;
}

const key_columns: Columns<keyof LookupKey> = { merchant: "text", environment: "text", person: "text", phone: "text" };
const columns: Columns<keyof StoredLookup> = { ...key_columns, found: "boolean", active: "boolean", name: "text" };

/** Inserts a lookup result; it replaces an earlier one of the same person and number. */
export async function upsertLookup(tx: Tx, holder: StoredLookup): Promise<void> {
  await tx.run(sql`
    insert into account_lookups (${columnList(columns)}, looked_up_at)
    select ${columnList(columns)}, ${tx.now} from ${rowsFrom([holder], columns, "input")}
    on conflict (merchant, environment, person, phone) do update
    set found = excluded.found, active = excluded.active, name = excluded.name, looked_up_at = excluded.looked_up_at`);
}

export async function findRecentLookups(
  tx: Tx,
  keys: readonly LookupKey[],
  since: Instant,
): Promise<readonly StoredLookup[]> {
  return tx.rows<StoredLookup>(sql`
    select ${columnList(columns, "h")}
    from ${rowsFrom(keys, key_columns, "input")}
    join account_lookups h using (merchant, environment, person, phone)
    where h.looked_up_at > ${since}`);
}

export async function deleteLookupsBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from account_lookups where looked_up_at < ${before}`);
}
