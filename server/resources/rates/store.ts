import { sql, type Tx } from "#db/tx.ts";

/** One major unit of `base` equals `rate` major units of `quote`. */
export interface RateRow {
  readonly base: string;
  readonly quote: string;
  /** Decimal text, so that it stays exact. */
  readonly rate: string;
  readonly as_of: string;
  readonly source: string;
}

export async function list(tx: Tx): Promise<readonly RateRow[]> {
  return tx.rows<RateRow>(sql`select base, quote, rate, as_of, source from rates order by base, quote`);
}

export async function upsert(tx: Tx, row: RateRow): Promise<void> {
  await tx.run(sql`
    insert into rates (base, quote, rate, as_of, source, updated_at)
    values (${row.base}, ${row.quote}, ${row.rate}, ${row.as_of}, ${row.source}, ${tx.now})
    on conflict (base, quote) do update
    set rate = excluded.rate, as_of = excluded.as_of, source = excluded.source, updated_at = excluded.updated_at`);
}
