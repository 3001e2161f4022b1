import { inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface AllowedAddress {
  /** In CIDR notation. */
  readonly range: string;
  readonly note: string | null;
  readonly created_at: Instant;
}

export async function insert(tx: Tx, scope: Scope, range: string, note: string | null): Promise<boolean> {
  const written = await tx.run(sql`
    insert into addresses (merchant, environment, range, note, created_at)
    values (${scope.merchant}, ${scope.environment}, ${range}, ${note}, ${tx.now})
    on conflict do nothing`);
  return written > 0;
}

export async function remove(tx: Tx, scope: Scope, range: string): Promise<boolean> {
  return (await tx.run(sql`delete from addresses where ${inScope(scope)} and range = ${range}`)) > 0;
}

export async function list(tx: Tx, scope: Scope): Promise<readonly AllowedAddress[]> {
  return tx.rows<AllowedAddress>(sql`
    select range::text, note, created_at
    from addresses
    where ${inScope(scope)}
    order by range`);
}
