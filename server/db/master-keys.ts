import { equal, fingerprintOfVersion, keyVersions } from "#kernel/secrets.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./pool.ts";
import { sql } from "./tx.ts";

/**
 * Opens a database that the configured master keys belong to. One they do not belong to is closed again, so that nothing
 * of it keeps the process alive.
 *
 * Errors: an `Error` with one sentence when they are not those it was written with: with other keys every API key would be
 * refused and every sealed secret be lost, without a word.
 */
export async function openOwnDatabase(options: DatabaseOptions): Promise<Database> {
  const db = openDatabase(options);
  try {
    await checkMasterKeys(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function checkMasterKeys(db: Database): Promise<void> {
  await db.engine(async (tx) => {
    const rows = await tx.rows<{ version: number; proof: Buffer }>(sql`select version, proof from master_keys`);
    const proofs = new Map(rows.map((row) => [row.version, row.proof]));
    const versions = keyVersions();
    const is_known = versions.some((version) => proofs.has(version));
    for (const version of versions) {
      const proof = fingerprintOfVersion(version, "proof", "kolo");
      const stored = proofs.get(version);
      if ((stored && !equal(stored, proof)) || (!is_known && rows.length > 0)) {
        throw new Error(
          "The master keys are not those this database was written with: restore the file master.keys of the data folder, or set KOLO_MASTER_KEYS",
        );
      }
      if (!stored) {
        await tx.run(
          sql`insert into master_keys (version, proof) values (${version}, ${proof}) on conflict do nothing`,
        );
      }
    }
  });
}
