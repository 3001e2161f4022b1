import { DatabaseError } from "pg";
import { ServiceError } from "#kernel/errors.ts";

/** Whether a statement failed because a row with this key is there already. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * A transaction that found the world changed under it since it looked. Nothing was written; done again from the start
 * it finds the new state. A verb throws it when an optimistic reading turned out to be stale.
 */
export class Outdated extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Outdated";
  }
}

/**
 * The same, where all that happened is that others wrote a key first, and have committed: looking again finds it. To lock on
 * top of that would be to wait, with the lock, for those who have another key and want the lock.
 */
export class Taken extends Outdated {}

// 40001 serialization failure, 40P01 deadlock, 55P03 lock timeout: the server undid the work and asks for another try.
const TRY_AGAIN_CODES: readonly unknown[] = ["40001", "40P01", "55P03"];

export function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Outdated || isUndone(error);
}

function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && TRY_AGAIN_CODES.includes(error.code);
}

/** Whether a statement was stopped because it took longer than it may. */
export function isTooLong(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "57014";
}

// Class 08 connection trouble, 53 out of resources (connections, disk, memory), 57P0x shutting down or starting. None of
// them says that the work was wrong.
const UNAVAILABLE_CODES = /^(08|53|57P0)/;
// A primary that has become a replica, unless the transaction was opened for reading: then the mistake is ours.
const READ_ONLY_CODE = "25006";
const UNAVAILABLE_NETWORK: readonly unknown[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
];
const UNAVAILABLE_CLIENT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after)/;

const RETRY_AFTER_S = 1;

/** What the caller sees when there is no database: 503 with a time to come back. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError("unavailable", "The service is temporarily unavailable; try again shortly", undefined, {
    cause,
    retry_after_s: RETRY_AFTER_S,
  });
}

/**
 * Trouble with the server or the way to it as `unavailable`, and so what the server undid as often as it was tried (a
 * deadlock, a row that somebody holds for long): it may well succeed a moment later. Other errors pass unchanged.
 */
export function translated(error: unknown, is_for_reading = false): unknown {
  const is_replica = isReadOnly(error) && !is_for_reading;
  return is_replica || isUnavailable(error) || isUndone(error) ? unavailable(error) : error;
}

/** Whether a statement was refused because it writes, and the transaction or the whole server only reads. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY_CODE;
}

/** Whether it says nothing of the work: the server, or the way to it, is not there. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  return ("code" in error && UNAVAILABLE_NETWORK.includes(error.code)) || UNAVAILABLE_CLIENT.test(error.message);
}
