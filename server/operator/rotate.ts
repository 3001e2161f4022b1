import type { Database } from "#db/pool.ts";
import { Sql, sql, type Tx } from "#db/tx.ts";
import { keyVersions, open, seal } from "#kernel/secrets.ts";

/** A column of sealed texts, with the place each is bound to (see `kernel/secrets.ts`). */
interface SealedColumn {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** The table's primary key, in its order, and the further columns that make up the place. */
  readonly key: readonly string[];
  readonly beside?: readonly string[];
  placeOf(row: Readonly<Record<string, string>>): string;
}

// All columns with sealed texts. A test searches all other columns for sealed texts.
const COLUMNS: readonly SealedColumn[] = [
  {
    ...{ what: "accounts at providers", table: "provider_accounts", column: "settings", key: ["id"] },
    placeOf: ({ id }) => `connection ${id}`,
  },
  {
    ...{
      what: "receivers of transfers",
      table: "transfers",
      column: "receiver",
      key: ["merchant", "environment", "id"],
    },
    placeOf: ({ merchant, environment, id }) => `receiver ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "receivers of attempts", table: "attempts", column: "receiver" },
    ...{ key: ["merchant", "environment", "id"], beside: ["subject"] },
    placeOf: ({ merchant, environment, subject }) => `receiver ${merchant} ${environment} ${subject}`,
  },
  {
    ...{ what: "beneficiaries' accounts", table: "beneficiaries", column: "account_number" },
    key: ["merchant", "environment", "id"],
    placeOf: ({ merchant, environment, id }) => `beneficiaries.account_number ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "keys of events", table: "event_keys", column: "sealed", key: ["merchant", "environment"] },
    placeOf: ({ merchant, environment }) => `event_keys.sealed ${merchant} ${environment}`,
  },
  // Next secrets before current ones: one that becomes current during the pass is found there by the next pass.
  {
    ...{
      what: "webhooks' next secrets",
      table: "webhooks",
      column: "next_secret",
      key: ["merchant", "environment", "id"],
    },
    placeOf: ({ merchant, environment, id }) => `webhooks.secret ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "webhooks' secrets", table: "webhooks", column: "secret", key: ["merchant", "environment", "id"] },
    placeOf: ({ merchant, environment, id }) => `webhooks.secret ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "answers kept for a week", table: "idempotency_keys", column: "body" },
    key: ["merchant", "environment", "key"],
    placeOf: ({ merchant, environment, key }) => `idempotency_keys.body ${merchant} ${environment} ${key}`,
  },
  {
    ...{ what: "secrets of authenticator apps", table: "persons", column: "totp_secret", key: ["id"] },
    placeOf: ({ id }) => `persons|totp_secret|${id}`,
  },
  {
    ...{ what: "mails that wait", table: "mails", column: "content", key: ["id"] },
    placeOf: ({ id }) => `mails.content ${id}`,
  },
];

// `2.` and base64: the format of `seal`. A plain phone number in the same column does not match.
const SEALED = "^[0-9]+\\.[A-Za-z0-9+/]+=*$";
const BATCH = 500;

/** The result for one kind of secret: the number sealed again, and the number that still needs an older master key. */
export interface Rotated {
  readonly what: string;
  readonly sealed_again: number;
  readonly left: number;
  readonly version: number;
}

/**
 * Seals again all secrets of older master keys, in batches per table. Digests cannot be recomputed without the secret.
 * An API key's digest is renewed when the key is next used; until then the old master key is needed.
 */
export async function rotateSecrets(db: Database): Promise<readonly Rotated[]> {
  const [version = 0] = keyVersions();
  const results: Rotated[] = [];
  for (const column of COLUMNS) {
    let sealed_again = 0;
    let after: readonly string[] | null = column.key.map(() => "");
    while (after !== null) {
      const behind: readonly string[] = after;
      const batch = await db.engine((tx) => sealBatch(tx, column, version, behind));
      sealed_again += batch.sealed_again;
      after = batch.last;
    }
    results.push({ what: column.what, sealed_again, left: 0, version });
  }
  const digests = await db.engine(async (tx) => {
    await tx.run(sql`update master_keys set rotated_at = ${tx.now} where version = ${version}`);
    return digestsLeft(tx, version);
  });
  return [...results, ...digests.map((digest) => ({ ...digest, sealed_again: 0, version }))];
}

/** Valid digests that were made with an older version. */
function digestsLeft(tx: Tx, version: number): Promise<readonly Pick<Rotated, "what" | "left">[]> {
  return tx.rows<Pick<Rotated, "what" | "left">>(sql`
    select 'API keys, until each is used' as what, count(*)::int as left
    from keys
    where master_version is distinct from ${version}
      and revoked_at is null
      and (expires_at is null or expires_at > ${tx.now})
    union all
    select 'recovery codes, until new ones are made', count(*)::int
    from recovery_codes c
    join master_keys m on m.version = ${version}
    where c.created_at < m.seen_at and c.used_at is null`);
}

/** Seals the next batch after this key. `last`: the key of the last row; null at the end of the table. */
async function sealBatch(
  tx: Tx,
  { table, column, key, beside = [], placeOf }: SealedColumn,
  version: number,
  after: readonly string[],
): Promise<{ readonly sealed_again: number; readonly last: readonly string[] | null }> {
  const ordered = key.join(", ");
  const rows = await tx.rows<Readonly<Record<string, string>>>(
    sql`
    select ${raw([...key, ...beside].join(", "))},
      case when ${raw(column)} ~ ${SEALED} and ${raw(column)} not like ${`${version}.%`} then ${raw(column)} else '' end
        as sealed
    from ${raw(table)}
    where (${raw(ordered)}) > (${list(after)})
    order by ${raw(ordered)}
    limit ${BATCH}`,
  );
  let sealed_again = 0;
  for (const row of rows) {
    const sealed = row.sealed ?? "";
    if (sealed === "") continue;
    const place = placeOf(row);
    // A row rewritten meanwhile was sealed with the newest key.
    sealed_again += await tx.run(sql`
      update ${raw(table)}
      set ${raw(column)} = ${seal(open(sealed, place), place)}
      where (${raw(ordered)}) = (${list(key.map((name) => row[name] ?? ""))}) and ${raw(column)} = ${sealed}`);
  }
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  return { sealed_again, last: last ? key.map((name) => last[name] ?? "") : null };
}

function raw(text: string): Sql {
  return new Sql([text], []);
}

/** `$1, $2, …` */
function list(values: readonly string[]): Sql {
  return new Sql(["", ...values.slice(1).map(() => ", "), ""], values);
}
