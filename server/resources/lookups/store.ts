import { type Columns, names, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The key of a look-up: the merchant, the person, and the number. */
export interface SeenKey extends Scope {
  readonly person: string;
  readonly phone: string;
}

export interface SeenHolder extends SeenKey {
  readonly found: boolean;
  readonly active: boolean | null;
  readonly name: string | null;
}

const key_columns: Columns<keyof SeenKey> = { merchant: "text", environment: "text", person: "text", phone: "text" };
const columns: Columns<keyof SeenHolder> = { ...key_columns, found: "boolean", active: "boolean", name: "text" };

/** The latest answer replaces earlier ones. */
export async function upsertSeen(tx: Tx, holder: SeenHolder): Promise<void> {
  await tx.run(sql`
    insert into holders_seen (${names(columns)}, seen_at)
    select ${names(columns)}, ${tx.now} from ${table([holder], columns, "given")}
    on conflict (merchant, environment, person, phone) do update
    set found = excluded.found, active = excluded.active, name = excluded.name, seen_at = excluded.seen_at`);
}

export async function findSeen(tx: Tx, keys: readonly SeenKey[], since: Instant): Promise<readonly SeenHolder[]> {
  return tx.rows<SeenHolder>(sql`
    select ${names(columns, "h")}
    from ${table(keys, key_columns, "given")}
    join holders_seen h using (merchant, environment, person, phone)
    where h.seen_at > ${since}`);
}

export async function forgetSeen(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from holders_seen where seen_at < ${before}`);
}
