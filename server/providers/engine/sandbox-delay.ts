import { type Instant, plus } from "#kernel/time.ts";
import type { AttemptKind } from "#providers/provider.ts";

let sandbox_delay_ms = 0;

/**
 * Sets how long a sandbox transfer stays pending from now on, in milliseconds. Called once, at the start of the
 * service.
 */
export function setSandboxDelay(ms: number): void {
  sandbox_delay_ms = ms;
}

interface ScheduledOrder {
  readonly kind: AttemptKind;
  readonly provider: string;
  readonly due_at: Instant | null;
}

/**
 * When an order may be sent: over a real provider, at its due time. A sandbox transfer or withdrawal is sent after the
 * sandbox delay. So a program that cancels its transfer right away finds it pending, however fast the sandbox is.
 */
export function sendableAt({ kind, provider, due_at }: ScheduledOrder): Instant | null {
  const is_delayed =
    due_at !== null && (kind === "transfer" || kind === "withdrawal") && provider === "sandbox" && sandbox_delay_ms > 0;
  return is_delayed ? plus(due_at, sandbox_delay_ms) : due_at;
}
