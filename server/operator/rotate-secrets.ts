import type { Database } from "#db/pool.ts";
import { Sql, sql, type Tx } from "#db/tx.ts";
import { keyVersions, open, seal } from "#kernel/secrets.ts";

/** A column of encrypted texts, with the encryption context of each (see `kernel/secrets.ts`). */
interface EncryptedColumn {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** The table's primary key, in its order, and the further columns that make up the context. */
  readonly key: readonly string[];
  readonly extra_columns?: readonly string[];
  contextOf(row: Readonly<Record<string, string>>): string;
}

// All columns with encrypted texts. A test searches all other columns for such texts.
const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    ...{ what: "accounts at providers", table: "provider_accounts", column: "settings", key: ["id"] },
    contextOf: ({ id }) => `connection ${id}`,
  },
  {
    ...{
      what: "receivers of transfers",
      table: "transfers",
      column: "receiver",
      key: ["merchant", "environment", "id"],
    },
    contextOf: ({ merchant, environment, id }) => `receiver ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "receivers of withdrawals", table: "withdrawals", column: "receiver" },
    key: ["merchant", "environment", "id"],
    contextOf: ({ merchant, environment, id }) => `receiver ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "withdrawal accounts", table: "withdrawal_accounts", column: "receiver" },
    key: ["merchant", "environment", "id"],
    contextOf: ({ merchant, environment, id }) => `receiver ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "receivers of attempts", table: "attempts", column: "receiver" },
    ...{ key: ["merchant", "environment", "id"], extra_columns: ["subject"] },
    contextOf: ({ merchant, environment, subject }) => `receiver ${merchant} ${environment} ${subject}`,
  },
  {
    ...{ what: "beneficiaries' accounts", table: "beneficiaries", column: "account_number" },
    key: ["merchant", "environment", "id"],
    contextOf: ({ merchant, environment, id }) => `beneficiaries.account_number ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "keys of events", table: "event_keys", column: "sealed", key: ["merchant", "environment"] },
    contextOf: ({ merchant, environment }) => `event_keys.sealed ${merchant} ${environment}`,
  },
  // Next secrets are listed before current ones. A next secret that becomes current during the pass is then still
  // encrypted again, as a current one.
  {
    ...{
      what: "webhooks' next secrets",
      table: "webhooks",
      column: "next_secret",
      key: ["merchant", "environment", "id"],
    },
    contextOf: ({ merchant, environment, id }) => `webhooks.secret ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "webhooks' secrets", table: "webhooks", column: "secret", key: ["merchant", "environment", "id"] },
    contextOf: ({ merchant, environment, id }) => `webhooks.secret ${merchant} ${environment} ${id}`,
  },
  {
    ...{ what: "screenings' secrets", table: "screening_hooks", column: "secret", key: ["merchant", "environment"] },
    contextOf: ({ merchant, environment }) => `screening_hooks.secret ${merchant} ${environment}`,
  },
  {
    ...{ what: "answers kept for a week", table: "idempotency_keys", column: "body" },
    key: ["merchant", "environment", "key"],
    contextOf: ({ merchant, environment, key }) => `idempotency_keys.body ${merchant} ${environment} ${key}`,
  },
  {
    ...{ what: "secrets of authenticator apps", table: "users", column: "totp_secret", key: ["id"] },
    // The former name of the table. The encryption context must not change, or the stored secret could not be
    // decrypted.
    contextOf: ({ id }) => `persons|totp_secret|${id}`,
  },
  {
    ...{ what: "mails that wait", table: "outbox_mail", column: "content", key: ["id"] },
    contextOf: ({ id }) => `mails.content ${id}`,
  },
];

// `2.` and base64: the format of `seal`. A plain phone number in the same column does not match.
const ENCRYPTED_PATTERN = "^[0-9]+\\.[A-Za-z0-9+/]+=*$";
const BATCH = 500;

/** The result for one kind of secret: how many were encrypted again, and how many still need an older master key. */
export interface RotationResult {
  readonly what: string;
  readonly sealed_again: number;
  readonly left: number;
  readonly version: number;
}

/**
 * Encrypts again all secrets of older master keys, in batches per table. Digests cannot be recomputed without the
 * secret. An API key's digest is renewed when the key is next used; until then the old master key is needed.
 */
export async function rotateSecrets(db: Database): Promise<readonly RotationResult[]> {
  const [version = 0] = keyVersions();
  const results: RotationResult[] = [];
  for (const column of ENCRYPTED_COLUMNS) {
    let sealed_again = 0;
    let after: readonly string[] | null = column.key.map(() => "");
    while (after !== null) {
      const after_key: readonly string[] = after;
      const batch = await db.engine((tx) => reencryptBatch(tx, column, version, after_key));
      sealed_again += batch.sealed_again;
      after = batch.last;
    }
    results.push({ what: column.what, sealed_again, left: 0, version });
  }
  const digests = await db.engine(async (tx) => {
    await tx.run(sql`update master_keys set rotated_at = ${tx.now} where version = ${version}`);
    return countOldDigests(tx, version);
  });
  return [...results, ...digests.map((digest) => ({ ...digest, sealed_again: 0, version }))];
}

/** Valid digests that were made with an older version. */
function countOldDigests(tx: Tx, version: number): Promise<readonly Pick<RotationResult, "what" | "left">[]> {
  return tx.rows<Pick<RotationResult, "what" | "left">>(sql`
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

/** Encrypts the next batch after this key again. `last`: the key of the last row; null at the end of the table. */
async function reencryptBatch(
  tx: Tx,
  { table, column, key, extra_columns = [], contextOf }: EncryptedColumn,
  version: number,
  after: readonly string[],
): Promise<{ readonly sealed_again: number; readonly last: readonly string[] | null }> {
  const ordered = key.join(", ");
  const rows = await tx.rows<Readonly<Record<string, string>>>(
    sql`
    select ${rawSql([...key, ...extra_columns].join(", "))},
      case when ${rawSql(column)} ~ ${ENCRYPTED_PATTERN} and ${rawSql(column)} not like ${`${version}.%`} then ${rawSql(column)} else '' end
        as sealed
    from ${rawSql(table)}
    where (${rawSql(ordered)}) > (${valueList(after)})
    order by ${rawSql(ordered)}
    limit ${BATCH}`,
  );
  let sealed_again = 0;
  for (const row of rows) {
    const sealed = row.sealed ?? "";
    if (sealed === "") continue;
    const context = contextOf(row);
    // If the row was rewritten meanwhile, its new value already uses the newest key, and this condition skips it.
    sealed_again += await tx.run(sql`
      update ${rawSql(table)}
      set ${rawSql(column)} = ${seal(open(sealed, context), context)}
      where (${rawSql(ordered)}) = (${valueList(key.map((name) => row[name] ?? ""))}) and ${rawSql(column)} = ${sealed}`);
  }
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  return { sealed_again, last: last ? key.map((name) => last[name] ?? "") : null };
}

function rawSql(text: string): Sql {
  return new Sql([text], []);
}

/** SQL placeholders for the values: `$1, $2, …` */
function valueList(values: readonly string[]): Sql {
  return new Sql(["", ...values.slice(1).map(() => ", "), ""], values);
}
