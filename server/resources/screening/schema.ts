import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export const TIMEOUT_MIN_MS = 500;
// An order's lease covers this and the call to the provider.
export const TIMEOUT_MAX_MS = 10_000;
export const DEFAULT_TIMEOUT_MS = 3_000;

/** The wake-up channel of a change. */
export const SCREENING_CHANGED = "screening changed";

/** `wait`: the order is not sent until the service decides (fail closed). `allow`: it is sent (fail open). */
export const WHEN_UNAVAILABLE = ["wait", "allow"] as const;
export type WhenUnavailable = (typeof WHEN_UNAVAILABLE)[number];

/** A row of `screening_hooks`. */
export interface HookRow extends Scope {
  /** Null: the sandbox's screening, in the test environment only. */
  readonly url: string | null;
  /** Encrypted; see `secretAssociatedData`. */
  readonly secret: string;
  readonly timeout_ms: number;
  readonly when_unavailable: WhenUnavailable;
  readonly updated_at: Instant;
}

/** The decision of a screening about an order. The reason is for the platform operator. */
export type ScreeningDecision =
  | { readonly decision: "allow" }
  | { readonly decision: "hold" | "refuse"; readonly reason: string };

export type NewHook = Pick<HookRow, "url" | "timeout_ms" | "when_unavailable">;

/** The associated data (AEAD) of the encrypted secret, which binds it to its row. */
export function secretAssociatedData({ merchant, environment }: Scope): string {
  return `screening_hooks.secret ${merchant} ${environment}`;
}
