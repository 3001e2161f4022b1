import { unavailable } from "#db/errors.ts";
import type { Database } from "#db/pool.ts";
import { sql, type Tx } from "#db/tx.ts";
import { randomText } from "#kernel/secrets.ts";

const TIMEOUT_MS = 5_000;
// The endpoint is open to anybody and each check is a write, so all requests within this time share one check.
const RESULT_SHARED_MS = 200;
// Together with the other columns this text fills a page of 8,192 bytes, so that no two rows share a page.
const FILLER = "x".repeat(7_000);

/**
 * Checks that the database can do what the service needs, by a committed write with prepared statements.
 *
 * Errors: a `ServiceError` of kind `unavailable`, with the reason as its cause.
 */
export function openReadinessCheck(db: Pick<Database, "engine">): () => Promise<void> {
  let last_probe: { readonly outcome: Promise<void>; readonly until_ms: number; is_over: boolean } | null = null;
  return () => {
    if (last_probe === null || (last_probe.is_over && performance.now() >= last_probe.until_ms)) {
      const probe = {
        outcome: withTimeout(db.engine(writeProbe)),
        until_ms: performance.now() + RESULT_SHARED_MS,
        is_over: false,
      };
      const end = (): void => {
        probe.is_over = true;
      };
      probe.outcome.then(end, end);
      last_probe = probe;
    }
    return last_probe.outcome;
  };
}

async function writeProbe(tx: Tx): Promise<void> {
  const id = randomText(16);
  await Promise.all([
    tx.run(sql`insert into readiness_probes (id, filler) values (${id}, ${FILLER})`),
    tx.run(sql`delete from readiness_probes where id = ${id}`),
  ]);
}

async function withTimeout(probe: Promise<void>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The database took longer than ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([probe, timeout]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
