import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { DoubtKind } from "#providers/attempts.ts";

/** What a person can decide. `answered` is nobody's decision: the provider cleared it up itself. */
export const RESOLUTIONS = ["complete", "failed", "ask", "correct", "absorb", "ignore"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Something only a person can decide. */
export interface ReviewRow extends Scope {
  readonly id: Id<"rvw">;
  readonly attempt: string;
  readonly subject: string;
  readonly kind: DoubtKind;
  readonly said: string;
  readonly state: "open" | "resolved";
  readonly proposed: Resolution | null;
  readonly proposed_by: string | null;
  readonly resolution: Resolution | "answered" | null;
  readonly note: string | null;
  readonly resolved_by: string | null;
  readonly opened_at: Instant;
  readonly resolved_at: Instant | null;
}
