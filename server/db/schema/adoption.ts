import { createHash } from "node:crypto";
import type pg from "pg";
import { type Migration, readMigrations, refuseNewerSchema } from "./migration-files.ts";

// The steps from the schema of the first release to that of the baseline in `migrations/`. Later steps belong in
// `migrations/`.
const ADOPTION_FOLDER = new URL("./adoption/", import.meta.url);

/** The last step of the first release, whose schema was a sequence of 66 steps. */
const LAST_OF_FIRST_RELEASE = "0126_room_for_three_changes.sql";
const LAST_OF_BASELINE = "0034_counted_lists.sql";
/** A step that every database of the first release has applied, and no other database. */
const FIRST_RELEASE_MARKER = "0005_transfers.sql";

/** A step that only databases with the former names of tables and columns have. */
const FORMER_NAMES_MARKER = "0007_acts.sql";
/** The last step: it renames those tables and columns. */
const RENAMING_STEP = "0198_standard_names.sql";
/** SHA-256 of the names and checksums of the baseline with the former names. */
const FORMER_BASELINE_DIGEST = "9d738dfc7426abf9757c539c18235712a0590d259ab8f5b072c45543f1a9aca3";

/**
 * Returns the steps that a database of the first release lacks, or one whose baseline has the former names; null for
 * any other database. Some steps may have been applied already, even from files with another text.
 *
 * Errors: an `Error` with one sentence in these cases:
 * - the database is older than the first release;
 * - it has later steps than the last one;
 * - its baseline has another text than that with the former names.
 */
export async function missingAdoptionSteps(client: pg.Client): Promise<readonly Migration[] | null> {
  const result = await client.query("select to_regclass('migrations') is null as is_empty");
  if (result.rows[0]?.is_empty) return null;
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name collate "C"',
  );
  const applied_names = new Set(applied.rows.map(({ name }) => name));
  const has_former_names = applied_names.has(FORMER_NAMES_MARKER);
  if (has_former_names) refuseOtherBaseline(applied.rows);
  else if (!applied_names.has(FIRST_RELEASE_MARKER)) return null;
  else if (!applied_names.has(LAST_OF_FIRST_RELEASE)) {
    throw new Error(
      `The database is of a Kolo from before its first release (it lacks ${LAST_OF_FIRST_RELEASE}): start that release on it, then this one`,
    );
  }
  const steps = await readMigrations(ADOPTION_FOLDER);
  await refuseNewerSchema(client, steps.at(-1)?.name ?? "");
  return steps.filter(({ name }) => !applied_names.has(name) && (!has_former_names || name === RENAMING_STEP));
}

function refuseOtherBaseline(applied: readonly Pick<Migration, "name" | "checksum">[]): void {
  const hash = createHash("sha256");
  for (const { name, checksum } of applied) if (name <= LAST_OF_BASELINE) hash.update(`${name} ${checksum}\n`);
  if (hash.digest("hex") === FORMER_BASELINE_DIGEST) return;
  throw new Error(
    "The schema of this database is of a Kolo between two versions, and cannot be upgraded: restore a dump",
  );
}

/**
 * Records that a database has the baseline, in place of the steps that led to the same schema. Later migrations that
 * were applied stay recorded, with the checksums of today's files; the others must still be applied.
 */
export async function recordBaseline(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query("begin");
  const applied = await client.query<{ name: string }>("delete from migrations returning name");
  const applied_names = new Set(applied.rows.map(({ name }) => name));
  const recorded = migrations.filter(({ name }) => name <= LAST_OF_BASELINE || applied_names.has(name));
  await client.query("insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])", [
    recorded.map(({ name }) => name),
    recorded.map(({ checksum }) => checksum),
  ]);
  await client.query("commit");
}
