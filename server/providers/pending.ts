import { type Instant, plus } from "#kernel/time.ts";
import type { OrderKind } from "./provider.ts";

let in_sandbox_ms = 0;

/**
 * Sets how long a sandbox transfer stays pending from now on, in milliseconds. Called once, at the start of the
 * service.
 */
export function keepPending(ms: number): void {
  in_sandbox_ms = ms;
}

interface Leaving {
  readonly kind: OrderKind;
  readonly provider: string;
  readonly due_at: Instant | null;
}

/**
 * When a due order may be sent. Over a real provider that is its due time. A sandbox transfer is sent a moment later.
 * So a program that cancels its transfer right away finds it pending, however fast the sandbox is.
 */
export function leavesAt({ kind, provider, due_at }: Leaving): Instant | null {
  const waits = due_at !== null && kind === "transfer" && provider === "sandbox" && in_sandbox_ms > 0;
  return waits ? plus(due_at, in_sandbox_ms) : due_at;
}
