import { type Config, loadMasterKeys } from "#config.ts";
import { borrowEmbedded } from "#db/embedded/embedded-service.ts";
import { openVerifiedDatabase } from "#db/master-keys.ts";
import type { Database } from "#db/pool.ts";
import { ensureSchema } from "#db/schema/migrate.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";

const POOL_SIZE = 4;

/**
 * Opens the database for one operator command. That is the configured one, or the embedded one, which is started if no
 * service runs it. The schema must be of this version: only the start of a service and `kolo migrate` upgrade it.
 *
 * An empty database is set up, with a note: an operator with the wrong folder would otherwise see only empty lists.
 */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
  warn: (text: string) => void,
): Promise<Result> {
  return withDatabaseUrl(config, async (url) => {
    if (await ensureSchema(url))
      warn(`There was nothing in ${databaseName(config)}: a new, empty Kolo has been made there.`);
    useKeyring(readKeyring(loadMasterKeys(config)));
    const db = await openVerifiedDatabase({ url, connections_max: POOL_SIZE }, { may_miss: true });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

function databaseName({ database_url, data_folder }: Config): string {
  return database_url === null ? data_folder : "the database of DATABASE_URL";
}

/** Opens the database as `withDatabase` does, but without any check of the schema. */
export async function withDatabaseUrl<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  if (config.database_url !== null) return work(config.database_url);
  return borrowEmbedded({ folder: config.data_folder, is_durable: true }, work);
}
