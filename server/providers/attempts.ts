import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { Failure } from "./provider.ts";
import { type Attempt, cancelUnsent, insert, type NewAttempt } from "./store.ts";

export type { Failure } from "./provider.ts";
export type { Attempt } from "./store.ts";

/** The wake on which attempts are worked. */
export const ATTEMPTS = "attempts";

/** What is to be moved, for which subject. */
export type Intent = Omit<NewAttempt, "id" | "due_at" | keyof Scope> & {
  readonly scope: Scope;
  /** When it may go out; null when it must wait for somebody's word. */
  readonly due_at: Instant | null;
};

/** An attempt that has come to its end, and how. */
export interface Ending {
  readonly attempt: Attempt;
  readonly result: "complete" | Failure;
}

/** What transfers, payments and refunds do when their attempts move. Called with sets, inside the transaction. */
export interface Subjects {
  /** They are on the wire from the next moment on. Left out where that is no news. */
  started?(tx: Tx, attempts: readonly Attempt[]): Promise<void>;
  ended(tx: Tx, endings: readonly Ending[]): Promise<void>;
}

/**
 * Records the intent to move money, in the transaction that sets the money aside. It goes out after the commit, never
 * before.
 */
export async function open(tx: Tx, intents: readonly Intent[]): Promise<readonly Id<"att">[]> {
  if (intents.length === 0) return [];
  const attempts = intents.map(
    ({ scope, ...intent }): NewAttempt => ({
      ...intent,
      merchant: scope.merchant,
      environment: scope.environment,
      id: newId("att", tx.now),
    }),
  );
  await insert(tx, attempts);
  tx.wake(ATTEMPTS);
  return attempts.map((attempt) => attempt.id);
}

/**
 * Stops what has not gone out. False when it has, or may have: then nobody can call it back. Whoever reaches the
 * attempt's row first, this or the dispatch, wins.
 */
export async function cancel(tx: Tx, scope: Scope, subject: string): Promise<boolean> {
  return cancelUnsent(tx, scope, subject);
}
