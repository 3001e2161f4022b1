import { equal, fingerprintOfVersion, keyVersions } from "#kernel/secrets.ts";
import type { Database } from "./pool.ts";
import { sql } from "./tx.ts";

/**
 * Throws an `Error` with one sentence when the configured master keys are not those this database was written with: with
 * other keys every API key would be refused and every sealed secret be lost, without a word.
 */
export async function checkMasterKeys(db: Database): Promise<void> {
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
