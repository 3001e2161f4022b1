import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import { emptySql, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface AuditEntry {
  /** Null for an entry of the platform operators' chain. */
  readonly merchant: Id<"mer"> | null;
  readonly id: Id<"act">;
  readonly number: bigint;
  readonly environment: Environment | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly created_at: Instant;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/**
 * Returns the last entry of a merchant's chain, or the platform operators', and locks the chain until this transaction
 * ends.
 */
export async function lockLastEntry(
  tx: Tx,
  merchant: Id<"mer"> | null,
): Promise<Pick<AuditEntry, "number" | "hash"> | null> {
  if (merchant === null) {
    await tx.rows(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.platform_operator_audit_log}::bigint)`);
    return tx.maybeRow<Pick<AuditEntry, "number" | "hash">>(sql`
      select number, hash from platform_operator_audit_log order by number desc limit 1`);
  }
  await tx.row(sql`select id from merchants where id = ${merchant} for no key update`);
  return tx.maybeRow<Pick<AuditEntry, "number" | "hash">>(sql`
    select number, hash from audit_log where merchant = ${merchant} order by number desc limit 1`);
}

export async function insert(tx: Tx, { merchant, ...entry }: AuditEntry): Promise<void> {
  const into = merchant === null ? sql`platform_operator_audit_log (` : sql`audit_log (merchant,`;
  await tx.run(sql`
    insert into ${into}
      id, number, environment, actor, action, subject, before, after, created_at, previous_hash, hash
    )
    values (
      ${merchant === null ? emptySql : sql`${merchant},`} ${entry.id}, ${entry.number}, ${entry.environment}, ${entry.actor},
      ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.before)}, ${JSON.stringify(entry.after)}, ${entry.created_at},
      ${entry.previous_hash}, ${entry.hash}
    )`);
}

const BATCH = 1_000;

/** Yields the entries of all chains, one chain after the other; the platform operators' chain is last. */
export async function* readAllEntries(tx: Tx): AsyncIterable<AuditEntry> {
  yield* readInBatches((after) =>
    tx.rows<AuditEntry>(sql`
      select
        merchant, id, number, environment, actor, action, subject, before, after, created_at, previous_hash, hash
      from audit_log
      ${after ? sql`where (merchant, number) > (${after.merchant}, ${after.number})` : emptySql}
      order by merchant, number
      limit ${BATCH}`),
  );
  yield* readInBatches((after) =>
    tx.rows<AuditEntry>(sql`
      select
        null as merchant, id, number, environment, actor, action, subject, before, after, created_at, previous_hash, hash
      from platform_operator_audit_log
      where number > ${after?.number ?? 0n}
      order by number
      limit ${BATCH}`),
  );
}

async function* readInBatches(
  read: (after: AuditEntry | null) => Promise<readonly AuditEntry[]>,
): AsyncIterable<AuditEntry> {
  let after: AuditEntry | null = null;
  for (;;) {
    const entries: readonly AuditEntry[] = await read(after);
    yield* entries;
    after = entries.at(-1) ?? null;
    if (entries.length < BATCH || after === null) return;
  }
}

/** An entry as its merchant reads it. */
export type VisibleAuditEntry = Pick<
  AuditEntry,
  "id" | "number" | "environment" | "actor" | "action" | "subject" | "before" | "after" | "created_at"
>;

/**
 * Returns the latest entries of a merchant's log, or the platform operators'; with `before`, those with a lower number.
 */
export async function list(
  tx: Tx,
  merchant: string | null,
  before: bigint | null,
  limit: number,
): Promise<readonly VisibleAuditEntry[]> {
  const chain =
    merchant === null ? sql`platform_operator_audit_log where true` : sql`audit_log where merchant = ${merchant}`;
  return tx.rows<VisibleAuditEntry>(sql`
    select id, number, environment, actor, action, subject, before, after, created_at
    from ${chain} ${before === null ? emptySql : sql`and number < ${before}`}
    order by number desc
    limit ${limit}`);
}
