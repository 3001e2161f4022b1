// The number of microtask turns to wait for failures. An async function that fails before its first await rejects after
// as many turns as it has async callers.
const MICROTASK_TURNS = 16;

/**
 * Throws if a statement failed in this process before it was sent: the commit after it would then write only a part.
 * Errors of the database arrive later, and PostgreSQL itself then refuses the commit.
 */
export async function throwIfSyncFailure(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = [];
  for (const statement of sent) statement.catch((error: unknown) => failures.push(error));
  for (let turn = 0; turn < MICROTASK_TURNS; turn += 1) await null;
  if (failures.length > 0) throw failures[0];
}
