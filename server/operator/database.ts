import { type Config, masterKeys } from "#config.ts";
import { borrowEmbedded } from "#db/embedded-service.ts";
import { openOwnDatabase } from "#db/master-keys.ts";
import { expectSchema } from "#db/migrate.ts";
import type { Database } from "#db/pool.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";

const CONNECTIONS = 4;

/**
 * The database for one operator's command: the configured one, or the embedded one, which is started for the command
 * when no service has it running. It is only used when it is of this version: the schema is brought up by a service's start
 * and by `kolo migrate`. An empty one is set up, and said to have been: whoever mistook the place reads an empty list otherwise.
 */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
  note = (text: string): void => void process.stderr.write(`${text}\n`),
): Promise<Result> {
  return withDatabaseUrl(config, async (url) => {
    if (await expectSchema(url))
      note(`There was nothing in ${placeOf(config)}: a new, empty Kolo has been made there.`);
    useKeyring(readKeyring(masterKeys(config)));
    const db = await openOwnDatabase({ url, connections_max: CONNECTIONS }, { may_miss: true });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

function placeOf({ database_url, data_folder }: Config): string {
  return database_url === null ? data_folder : "the database of DATABASE_URL";
}

/** The same, before anything is known to be in it. */
export async function withDatabaseUrl<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  if (config.database_url !== null) return work(config.database_url);
  return borrowEmbedded({ folder: config.data_folder, is_durable: true }, work);
}
