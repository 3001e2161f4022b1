import { nothing, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface Act {
  readonly merchant: Id<"mer">;
  readonly id: Id<"act">;
  readonly number: bigint;
  readonly environment: Environment | null;
  readonly actor: string;
  readonly act: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly created_at: Instant;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** The last act of a merchant. Its row is the end of the chain, so the merchant is locked until the next is written. */
export async function lockLast(tx: Tx, merchant: Id<"mer">): Promise<Pick<Act, "number" | "hash"> | null> {
  await tx.row(sql`select id from merchants where id = ${merchant} for no key update`);
  return tx.maybeRow<Pick<Act, "number" | "hash">>(sql`
    select number, hash from acts where merchant = ${merchant} order by number desc limit 1`);
}

export async function insert(tx: Tx, act: Act): Promise<void> {
  await tx.run(sql`
    insert into acts (
      merchant, id, number, environment, actor, act, subject, before, after, created_at, previous_hash, hash
    )
    values (
      ${act.merchant}, ${act.id}, ${act.number}, ${act.environment}, ${act.actor}, ${act.act}, ${act.subject},
      ${JSON.stringify(act.before)}, ${JSON.stringify(act.after)}, ${act.created_at}, ${act.previous_hash}, ${act.hash}
    )`);
}

const BATCH = 1_000;

/** Every act, merchant by merchant, in the order of the chain. */
export async function* all(tx: Tx): AsyncIterable<Act> {
  let after: Pick<Act, "merchant" | "number"> | null = null;
  for (;;) {
    const acts: readonly Act[] = await tx.rows<Act>(sql`
      select
        merchant, id, number, environment, actor, act, subject, before, after, created_at, previous_hash, hash
      from acts
      ${after ? sql`where (merchant, number) > (${after.merchant}, ${after.number})` : sql``}
      order by merchant, number
      limit ${BATCH}`);
    yield* acts;
    after = acts.at(-1) ?? null;
    if (acts.length < BATCH || after === null) return;
  }
}

/** An act as its merchant reads it. */
export type ShownAct = Pick<
  Act,
  "id" | "number" | "environment" | "actor" | "act" | "subject" | "before" | "after" | "created_at"
>;

/** The latest acts of a merchant; before one of them where its number is named. */
export async function list(
  tx: Tx,
  merchant: string,
  before: bigint | null,
  limit: number,
): Promise<readonly ShownAct[]> {
  return tx.rows<ShownAct>(sql`
    select id, number, environment, actor, act, subject, before, after, created_at
    from acts
    where merchant = ${merchant} ${before === null ? nothing : sql`and number < ${before}`}
    order by number desc
    limit ${limit}`);
}
