import { DatabaseError } from "pg";
import { ServiceError } from "#kernel/errors.ts";

/** Whether a statement failed because a row with this key exists. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * Thrown when an earlier read of the transaction has turned out to be stale (optimistic locking). Nothing was written;
 * a retry from the start reads the new state.
 */
export class StaleRead extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StaleRead";
  }
}

/**
 * Thrown when another transaction has committed the same unique key meanwhile. The retry finds that key without locks.
 * With locks it would wait for transactions that hold another key and want the same locks.
 */
export class UniqueConflict extends StaleRead {}

// 40001 serialization failure, 40P01 deadlock, 55P03 lock timeout: the server rolled back, and a retry may succeed.
const RETRYABLE_CODES: readonly unknown[] = ["40001", "40P01", "55P03"];

export function isRetryable(error: unknown): boolean {
  return error instanceof StaleRead || isRolledBack(error);
}

function isRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE_CODES.includes(error.code);
}

/** Whether a statement was canceled by its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "57014";
}

// Class 08 connection errors, 53 out of resources (connections, disk, memory), 57P0x shutting down or starting. All of
// them are failures of the server, not of the statement.
const UNAVAILABLE_CODES = /^(08|53|57P0)/;
// A write was refused as read-only: the server was a primary and has become a replica. In a transaction that Kolo
// itself began as read-only, the code means a programming error.
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

/** The error for a request while the database is unavailable: 503 with `Retry-After`. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError("service_unavailable", "The service is temporarily unavailable; try again shortly", {
    cause,
    retry_after_s: RETRY_AFTER_S,
  });
}

/**
 * Maps server and network failures to `unavailable`. It does so, too, for a transaction that the server rolled back on
 * every retry (a deadlock, a row locked for long), because a later request may succeed. Other errors pass unchanged.
 */
export function mapDatabaseError(error: unknown, is_read_only = false): unknown {
  const is_replica = isReadOnlyError(error) && !is_read_only;
  return is_replica || isUnavailable(error) || isRolledBack(error) ? unavailable(error) : error;
}

/** Whether a statement was refused as a write, because the transaction or the whole server is read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY_CODE;
}

/** Whether the server or the network is down, independent of the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE_CODES.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  return ("code" in error && UNAVAILABLE_NETWORK.includes(error.code)) || UNAVAILABLE_CLIENT.test(error.message);
}
