import type pg from "pg";
import { type Migration, readMigrations, refuseNewerSchema } from "./migration-files.ts";

// The steps from the schema of the first release to that of the baseline in `migrations/`. Later steps do not belong
// here.
const ADOPTION_FOLDER = new URL("./adoption/", import.meta.url);

/** The last step of the first release, whose schema was a sequence of 66 steps. */
const LAST_OF_FIRST_RELEASE = "0126_room_for_three_changes.sql";
const LAST_OF_BASELINE = "0034_counted_lists.sql";
/** A step that every database of that sequence has, and no other database. */
const FIRST_RELEASE_MARKER = "0005_transfers.sql";

/**
 * Returns the steps that a database of the first release lacks; null for any other database. Some steps may have been
 * applied already, even from files with another text.
 *
 * Errors: an `Error` with one sentence if the database is older than that release, or has later steps than the last
 * one.
 */
export async function missingAdoptionSteps(client: pg.Client): Promise<readonly Migration[] | null> {
  const result = await client.query("select to_regclass('migrations') is null as is_empty");
  if (result.rows[0]?.is_empty) return null;
  const applied = await client.query<{ name: string }>("select name from migrations");
  const applied_names = new Set(applied.rows.map(({ name }) => name));
  if (!applied_names.has(FIRST_RELEASE_MARKER)) return null;
  if (!applied_names.has(LAST_OF_FIRST_RELEASE)) {
    throw new Error(
      `The database is of a Kolo from before its first release (it lacks ${LAST_OF_FIRST_RELEASE}): start that release on it, then this one`,
    );
  }
  const steps = await readMigrations(ADOPTION_FOLDER);
  await refuseNewerSchema(client, steps.at(-1)?.name ?? "");
  return steps.filter(({ name }) => !applied_names.has(name));
}

/**
 * Records that a database has the baseline, in place of the steps that led to the same schema. Later migrations must
 * still be applied.
 */
export async function recordBaseline(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const baseline = migrations.filter(({ name }) => name <= LAST_OF_BASELINE);
  await client.query("begin");
  await client.query("delete from migrations");
  await client.query("insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])", [
    baseline.map(({ name }) => name),
    baseline.map(({ checksum }) => checksum),
  ]);
  await client.query("commit");
}
