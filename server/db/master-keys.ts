import { equalBuffers, fingerprintOfVersion, keyVersions } from "#kernel/secrets.ts";
import type { Instant } from "#kernel/time.ts";
import { APPLICATION_NAME_WITH_KEY, type DatabaseOptions } from "./driver/database-connections.ts";
import { type Database, openDatabase } from "./pool.ts";
import { sql, type Tx } from "./tx.ts";

/**
 * Opens a database that was written with the configured master keys. If it was written with other keys, the database is
 * closed again, so that no open connection keeps the process alive.
 *
 * Errors: an `Error` with one sentence for other keys, or for a missing key that is still needed. Otherwise Kolo would
 * refuse every API key and lose every sealed secret, without any error. With `may_miss`, a command of the platform
 * operator may work without a needed key, to revoke or rotate the secrets concerned.
 */
export async function openVerifiedDatabase(options: DatabaseOptions, { may_miss = false } = {}): Promise<Database> {
  const [master_version = 0] = keyVersions();
  const db = openDatabase({ ...options, master_version });
  try {
    await db.open();
    await db.engine((tx) => checkMasterKeys(tx, may_miss));
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Throws an `Error` with one sentence while another process lacks our newest master key: it could not open secrets
 * sealed now.
 */
export async function requireSharedMasterKey(tx: Tx): Promise<void> {
  const [version = 0] = keyVersions();
  const row = await tx.maybeRow<{ oldest: number | null }>(sql`
    select min(case when starts_with(application_name, ${APPLICATION_NAME_WITH_KEY})
      then substr(application_name, ${APPLICATION_NAME_WITH_KEY.length + 1})::int end) as oldest
    from pg_stat_activity where datname = current_database()`);
  const oldest = row?.oldest ?? version;
  if (oldest >= version) return;
  throw new Error(
    `Kolo still runs with version ${oldest} of the master key, and could not open what is sealed with version ${version}: restart every process, then rotate`,
  );
}

interface MasterKeyRow {
  readonly version: number;
  readonly proof: Buffer;
  readonly seen_at: Instant;
}

async function checkMasterKeys(tx: Tx, may_miss: boolean): Promise<void> {
  const rows = await tx.rows<MasterKeyRow>(sql`select version, proof, seen_at from master_keys order by version`);
  const proofs = new Map(rows.map((row) => [row.version, row.proof]));
  const versions = keyVersions();
  const has_known_key = versions.some((version) => proofs.has(version));
  for (const version of versions) {
    const proof = fingerprintOfVersion(version, "proof", "kolo");
    const stored = proofs.get(version);
    if ((stored && !equalBuffers(stored, proof)) || (!has_known_key && rows.length > 0)) {
      throw new Error(
        "The master keys are not those this database was written with: restore the file master.keys of the data folder, or set KOLO_MASTER_KEYS",
      );
    }
    if (!stored) {
      await tx.run(sql`insert into master_keys (version, proof) values (${version}, ${proof}) on conflict do nothing`);
    }
  }
  if (!may_miss) await checkMissingKeys(tx, rows, versions);
}

/**
 * Throws if a missing version is still needed. An older version is not needed once nothing is sealed with it. The
 * newest is always needed: it sealed the latest secrets.
 */
async function checkMissingKeys(tx: Tx, rows: readonly MasterKeyRow[], versions: readonly number[]): Promise<void> {
  for (const { version } of rows.filter((row) => !versions.includes(row.version))) {
    const next = rows.find((row) => row.version > version && versions.includes(row.version));
    const uses = next ? await findUsesOfKey(tx, version, next.seen_at) : ["what was written last"];
    if (uses.length > 0) {
      throw new Error(
        `Version ${version} of the master key is missing, and needed for ${uses.join(", ")}: put it back beside the others`,
      );
    }
  }
}

/**
 * The kinds of secrets that were made with a version while it was the newest, and have not been renewed since.
 * Transfers and attempts, possibly millions, are not checked. A rotation seals them before the beneficiaries that their
 * sealed values belong to, so the check of beneficiaries covers them.
 */
async function findUsesOfKey(tx: Tx, version: number, until: Instant): Promise<readonly string[]> {
  const sealed = `${version}.%`;
  const rows = await tx.rows<{ what: string }>(sql`
    select 'API keys' as what
    where exists (
      select from keys
      where (master_version = ${version} or (master_version is null and created_at < ${until}))
        and revoked_at is null
        and (expires_at is null or expires_at > ${tx.now})
    )
    union all
    select 'recovery codes'
    where exists (select from recovery_codes where created_at < ${until} and used_at is null)
    union all
    select 'secrets that are not rotated yet'
    where exists (select from webhooks where secret like ${sealed} or next_secret like ${sealed})
      or exists (select from provider_accounts where settings like ${sealed})
      or exists (select from beneficiaries where account_number like ${sealed})
      or exists (select from event_keys where sealed like ${sealed})
      or exists (select from users where totp_secret like ${sealed})`);
  return rows.map(({ what }) => what);
}
