import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ReviewReason } from "#providers/attempts.ts";

/** The decisions that a person can make. When the provider's own answer ends a case, its resolution is `answered`. */
export const RESOLUTIONS = ["complete", "failed", "ask", "correct", "absorb", "ignore", "release"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A case about an attempt that needs a person's decision. */
export interface ReviewRow extends Scope {
  readonly id: Id<"rvw">;
  readonly attempt: string;
  readonly subject: string;
  readonly kind: ReviewReason;
  readonly provider_answer: string;
  /** Null unless the provider reports a final failure. */
  readonly failure_code: FailureCode | null;
  readonly state: "open" | "resolved";
  readonly proposed: Resolution | null;
  readonly proposed_by: string | null;
  readonly resolution: Resolution | "answered" | null;
  readonly note: string | null;
  readonly resolved_by: string | null;
  readonly opened_at: Instant;
  readonly resolved_at: Instant | null;
}
