import type { Tx } from "#db/tx.ts";
import { type FieldError, fieldError, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, MINUTE_MS, plus, SECOND_MS, toMilliseconds } from "#kernel/time.ts";
import { asStaleRead, lockOrderRules, sendNow } from "#resources/limits/count.ts";
import { DEFAULT_GUARD_MINUTES, GUARD_MINUTES_MAX, type GuardedOrder, type GuardKey, type GuardRow } from "./schema.ts";
import {
  deleteGuardedBefore,
  findGuarded,
  type GuardedTransfer,
  type GuardWrite,
  removeGuarded,
  writeGuarded,
} from "./store.ts";

/** Returns the guard's settings for an order; null if the order is not compared with others. */
export function guardTerms(
  guards: readonly GuardRow[],
  { merchant, environment }: Scope,
  allow_duplicate: boolean | null,
): Pick<GuardedOrder, "is_allowed" | "minutes"> | null {
  const guard = guards.find((one) => one.merchant === merchant && one.environment === environment);
  if (!guard && allow_duplicate === null) return null;
  return { is_allowed: allow_duplicate === true, minutes: guard?.minutes ?? DEFAULT_GUARD_MINUTES };
}

/** An earlier transfer of the same amount to the same payee. */
export interface PossibleDuplicate {
  readonly transfer: string;
  /** The time from which the same order is accepted again. */
  readonly free_at: Instant;
}

/** Compares orders with earlier ones, and stores the accepted ones at the commit. */
export interface DuplicateCheck {
  /** Returns the earlier transfer that an order may repeat, if any; null for an allowed order. */
  find(order: GuardedOrder): PossibleDuplicate | null;
  /** Adds an accepted transfer: later orders of this transaction may repeat it. */
  add(order: GuardedOrder, transfer: string): void;
  /** Stores the added transfers at the commit. If another one was stored meanwhile, the transaction is retried. */
  writeAtCommit(): void;
  /** Like `writeAtCommit`, but sends the statements now: for a transaction that sends its postings before the commit. */
  writeNow(): void;
}

const NO_CHECK: DuplicateCheck = { find: () => null, add: () => {}, writeAtCommit: () => {}, writeNow: () => {} };

/**
 * Reads the earlier transfers that these orders may repeat. `ordered`: all orders of the transaction, whose rules are
 * locked together: two locks in turn could deadlock with a transaction that takes them in the other order.
 */
export async function openDuplicateCheck(
  tx: Tx,
  orders: readonly GuardedOrder[],
  ordered: readonly Scope[],
): Promise<DuplicateCheck> {
  if (orders.length === 0) return NO_CHECK;
  const keys = new Map(
    orders.map(({ merchant, environment, payee, amount, currency }) => {
      const key = { merchant, environment, payee, amount, currency };
      return [keyText(key), key];
    }),
  );
  const rows = await findGuarded(tx, [...keys.values()]);
  const newest = new Map<string, Pick<GuardedTransfer, "transfer" | "ordered_at">>(
    rows.map((row) => [keyText(row), row]),
  );
  const added = new Map<string, GuardWrite>();
  function send(): readonly Promise<unknown>[] {
    const writes = [...added.values()];
    return writes.length === 0 ? [] : [lockOrderRules(tx, ordered), writeGuarded(tx, writes)];
  }
  return {
    find(order) {
      const earlier = newest.get(keyText(order));
      if (order.is_allowed || !earlier) return null;
      const free_at = plus(earlier.ordered_at, order.minutes * MINUTE_MS);
      return free_at > tx.now ? { transfer: earlier.transfer, free_at } : null;
    },
    add(order, transfer) {
      const { merchant, environment, payee, amount, currency, is_allowed, minutes } = order;
      const key = keyText(order);
      // For an allowed order, an instant in the future: no stored transfer is later, so none makes it a duplicate.
      const free_at = plus(tx.now, is_allowed ? GUARD_MINUTES_MAX * MINUTE_MS : -minutes * MINUTE_MS);
      const earlier = added.get(key);
      // The strictest of the orders applies: an allowed one must not cover a race that another one lost.
      const free_before = earlier && earlier.free_before < free_at ? earlier.free_before : free_at;
      newest.set(key, { transfer, ordered_at: tx.now });
      added.set(key, { merchant, environment, payee, amount, currency, transfer, free_before });
    },
    writeAtCommit: () => tx.atCommit(send, asStaleRead),
    writeNow: () => sendNow(tx, send()),
  };
}

function keyText({ merchant, environment, payee, amount, currency }: GuardKey): string {
  return `${merchant} ${environment} ${payee} ${amount} ${currency}`;
}

/** Returns the error of a single transfer that may repeat an earlier one. */
export function possibleDuplicate({ transfer, free_at }: PossibleDuplicate, now: Instant): ServiceError {
  const retry_ms = toMilliseconds(free_at) - toMilliseconds(now);
  return new ServiceError("possible_duplicate", duplicateText(transfer), {
    params: { transfer, free_at },
    // Temporary, so the refusal is not stored for an Idempotency-Key.
    retry_after_s: Math.max(1, Math.ceil(retry_ms / SECOND_MS)),
  });
}

/** Returns the field error of a bulk entry that may repeat an earlier transfer. */
export function possibleDuplicateEntry({ transfer, free_at }: PossibleDuplicate): FieldError {
  return fieldError("possible_duplicate", duplicateText(transfer), { transfer, free_at });
}

function duplicateText(transfer: string): string {
  return `${transfer} has the same amount and payee: send allow_duplicate to repeat it`;
}

/**
 * Deletes failed or canceled transfers from the guard's table, so that they can be repeated. Call it after
 * `freeLimits`, whose lock covers these rows, too.
 */
export function forgetGuarded(tx: Tx, transfers: readonly (Scope & { readonly id: string })[]): void {
  if (transfers.length === 0) return;
  const rows = transfers.map(({ merchant, environment, id }) => ({ merchant, environment, transfer: id }));
  tx.atCommit(() => [removeGuarded(tx, rows)]);
}

/** Retention: deletes transfers older than the longest time of a guard. */
export async function deleteOldGuarded(tx: Tx): Promise<void> {
  // Twice the time, because another server's clock may be behind.
  await deleteGuardedBefore(tx, plus(tx.now, -2 * GUARD_MINUTES_MAX * MINUTE_MS));
}
