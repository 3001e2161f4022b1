import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

/** A migration step: a file such as `0007_what_it_does.sql`. Steps only go forward; none is reverted. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The steps in a folder, in order. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/**
 * Throws if the database has a later step than `last`. This older code would neither count nor audit the rows that the
 * step added, nor keep them consistent.
 */
export async function refuseNewerSchema(client: pg.Client, last: string): Promise<void> {
  const later = await client.query(
    'select name from migrations where name collate "C" > $1 order by name desc limit 1',
    [last],
  );
  const name: unknown = later.rows[0]?.name;
  if (typeof name !== "string") return;
  throw new Error(
    `The database is of a newer Kolo (it has taken ${name}): start that version, or restore a dump made before`,
  );
}
