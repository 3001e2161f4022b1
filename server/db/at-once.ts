// An async function that fails before it waits for anything is heard after as many turns as there are callers between.
const TURNS = 16;

/**
 * Throws when something fails without the database: a commit behind statements of which one was never made would write a
 * part. What the database refuses is heard later, and ends the commit by itself.
 */
export async function failsAtOnce(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const statement of sent) statement.catch((error: unknown) => failures.push(error));
  for (let turn = 0; turn < TURNS; turn += 1) await null;
  if (failures.length > 0) throw failures[0];
}
