import { type Instant, plus } from "#kernel/time.ts";
import type { OrderKind } from "./provider.ts";

let in_sandbox_ms = 0;

/** How long a transfer over the sandbox stays pending from now on. Said once, when the service is put together. */
export function keepPending(ms: number): void {
  in_sandbox_ms = ms;
}

interface Leaving {
  readonly kind: OrderKind;
  readonly provider: string;
  readonly due_at: Instant | null;
}

/**
 * When an order may go out that is due then. Over a real provider it is just then. A transfer over the sandbox leaves a moment
 * later, so that a program that cancels what it has just sent finds it pending, however quick the sandbox is.
 */
export function leavesAt({ kind, provider, due_at }: Leaving): Instant | null {
  const waits = due_at !== null && kind === "transfer" && provider === "sandbox" && in_sandbox_ms > 0;
  return waits ? plus(due_at, in_sandbox_ms) : due_at;
}
