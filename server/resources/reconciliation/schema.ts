import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export const EXCEPTIONS = ["ours_only", "theirs_only", "amount", "status", "outside"] as const;
/**
 * The kind of an exception: only one side has it, its amount or status differs, or its day is outside the report's
 * range.
 */
export type Exception = (typeof EXCEPTIONS)[number];

export const EXCEPTION_RESOLUTIONS = ["correct", "absorb", "ignore"] as const;
/** The account that a difference is booked to: the merchant's, the house's, or none. */
export type ExceptionResolution = (typeof EXCEPTION_RESOLUTIONS)[number];

/** An imported report of a network. */
export interface StatementRow {
  readonly id: Id<"stm">;
  readonly provider: string;
  readonly environment: Environment;
  readonly merchant: Id<"mer"> | null;
  readonly name: string;
  readonly digest: Buffer;
  readonly currency: string;
  readonly begins_at: Instant;
  readonly ends_at: Instant;
  /** The time zone of its days and times. */
  readonly time_zone: string;
  readonly lines: number;
  readonly imported_at: Instant;
  readonly imported_by: string;
}

/** A line of a report with its attempt, or one of the two alone. */
export interface LineRow {
  readonly id: Id<"rec">;
  readonly statement: Id<"stm">;
  readonly line: number | null;
  readonly provider_id: string | null;
  readonly external_id: string | null;
  /** Positive: money in. Null: an attempt without a line. */
  readonly amount: bigint | null;
  readonly fee: bigint;
  readonly is_complete: boolean | null;
  readonly happened_at: Instant | null;
  readonly party: string | null;
  readonly merchant: Id<"mer"> | null;
  readonly environment: Environment;
  readonly attempt: string | null;
  readonly matched_by: "our_id" | "provider_id" | "number_and_time" | null;
  readonly exception: Exception | null;
  readonly resolution: ExceptionResolution | null;
  readonly note: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: Instant | null;
  readonly matched_at: Instant;
}

/** Sums of one statement, in the smallest unit. Positive: money in. */
export interface ReconciliationReport {
  /** The provider's total. */
  readonly statement_total: bigint;
  /** The ledger's total for orders that ended in the same period, and for corrections of its lines. */
  readonly ledger_total: bigint;
  readonly theirs_only: bigint;
  readonly ours_only: bigint;
  readonly amount_differs: bigint;
  readonly status_differs: bigint;
  /** On the statement, but booked before or after its period. */
  readonly booked_outside: bigint;
  /** Booked by decisions about this statement's lines. */
  readonly corrected: bigint;
  /** The rest without a cause above. Not zero: this report has a fault. */
  readonly unexplained: bigint;
  readonly fees: bigint;
  readonly matched: number;
  readonly open: number;
}
