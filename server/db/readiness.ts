import { randomText } from "#kernel/secrets.ts";
import { unavailable } from "./errors.ts";
import type { Database } from "./pool.ts";
import { sql, type Tx } from "./tx.ts";

const TIMEOUT_MS = 5_000;
// Anybody may ask, and each answer is a write: they share one for so long.
const SHARED_MS = 200;
// With the row's other columns most of a page of 8,192 bytes: no two fit into one.
const FILLER = "x".repeat(7_000);

/**
 * Whether the database does what the service needs of it, found out by doing it: a write that is committed, by prepared
 * statements.
 *
 * Errors: a `ServiceError` of kind `unavailable`, whatever the reason; its cause says which.
 */
export function openReadiness(db: Pick<Database, "engine">): () => Promise<void> {
  let last: { readonly outcome: Promise<void>; readonly until_ms: number; is_over: boolean } | null = null;
  return () => {
    if (last === null || (last.is_over && performance.now() >= last.until_ms)) {
      const probe = { outcome: timed(probeOnce(db)), until_ms: performance.now() + SHARED_MS, is_over: false };
      const end = (): void => {
        probe.is_over = true;
      };
      probe.outcome.then(end, end);
      last = probe;
    }
    return last.outcome;
  };
}

async function probeOnce(db: Pick<Database, "engine">): Promise<void> {
  await db.engine(writeProbe);
}

async function writeProbe(tx: Tx): Promise<void> {
  const id = randomText(16);
  await Promise.all([
    tx.run(sql`insert into readiness_probes (id, filler) values (${id}, ${FILLER})`),
    tx.run(sql`delete from readiness_probes where id = ${id}`),
  ]);
}

async function timed(probe: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The database took longer than ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([probe, late]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
