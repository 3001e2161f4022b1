import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ChargedAttempt } from "#resources/charges/book.ts";

export type { ChargedAttempt } from "#resources/charges/book.ts";

/** Open orders of an account with the same kind, channel and amount. */
export interface OpenOrders
  extends Pick<ChargedAttempt, "provider" | "environment" | "provider_account" | "kind" | "channel" | "amount"> {
  readonly orders: bigint;
}

export const EXCEPTIONS = ["ours_only", "theirs_only", "amount", "status", "outside"] as const;
/**
 * The kind of an exception: only the ledger or only the statement has the movement, its amount or status differs, or
 * its time is outside the statement's period.
 */
export type Exception = (typeof EXCEPTIONS)[number];

export const EXCEPTION_RESOLUTIONS = ["correct", "absorb", "ignore"] as const;
/** The account to which a difference is booked: the merchant's (`correct`), the house account (`absorb`), or none. */
export type ExceptionResolution = (typeof EXCEPTION_RESOLUTIONS)[number];

/** An imported report of a network. */
export interface StatementRow {
  readonly id: Id<"stm">;
  readonly provider: string;
  readonly environment: Environment;
  readonly merchant: Id<"mer"> | null;
  /** The country of the accounts that the report is about. */
  readonly market: string;
  readonly name: string;
  readonly digest: Buffer;
  readonly currency: string;
  readonly begins_at: Instant;
  readonly ends_at: Instant;
  /** The time zone of the report's days and times. */
  readonly time_zone: string;
  readonly lines: number;
  readonly imported_at: Instant;
  readonly imported_by: string;
}

/** A matched pair of a report's line and an attempt, or one of the two alone. */
export interface LineRow {
  readonly id: Id<"rec">;
  readonly statement: Id<"stm">;
  readonly line: number | null;
  readonly provider_id: string | null;
  readonly external_id: string | null;
  /** Positive: money in. Null if the report has no line for the attempt. */
  readonly amount: bigint | null;
  /** The provider's charge; null if the report does not say it. */
  readonly fee: bigint | null;
  /** The tax on the charge; null if the charge contains it. */
  readonly tax: bigint | null;
  /** Whether the line is a charge itself, and no movement of an order; then it has no amount. */
  readonly is_charge: boolean;
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
  /** The ledger's total for orders that ended in the statement's period, including corrections of its lines. */
  readonly ledger_total: bigint;
  readonly theirs_only: bigint;
  readonly ours_only: bigint;
  readonly amount_differs: bigint;
  readonly status_differs: bigint;
  /** The sum of lines whose orders the ledger booked before or after the statement's period. */
  readonly booked_outside: bigint;
  /** The sum that decisions about this statement's lines booked. */
  readonly corrected: bigint;
  /** The difference that none of these sums explains. If it is not zero, the report's computation is wrong. */
  readonly unexplained: bigint;
  /** The charges and taxes on the statement. */
  readonly fees: bigint;
  /** The change of the booked charges and taxes by this statement. Positive: they are higher now. */
  readonly charges_booked: bigint;
  readonly matched: number;
  readonly open: number;
}
