import { hasSandboxOutcome, SANDBOX_DIGITS } from "#kernel/sandbox-numbers.ts";
import { SECOND_MS } from "#kernel/time.ts";
import type { AccountHolder, Failure, OrderKind, ReportedCharge } from "#providers/provider.ts";

/**
 * The sandbox's behaviour for a number, selected by its last six digits (interface-decisions 34). Times count from the
 * submission: before `after_ms` a query returns `pending`.
 */
export interface SandboxPlan {
  readonly submission: "complete" | "accepted" | "rejected" | "unknown";
  readonly after_ms: number;
  readonly ending: "complete" | Failure;
  /** Delays of the sandbox's callbacks; empty for none. */
  readonly callbacks_after_ms: readonly number[];
  /** The charge that the sandbox reports with a completion; absent: none. */
  readonly charge?: ReportedCharge;
  /** Whether the payer is sent to a page of the sandbox. */
  readonly has_redirect?: boolean;
}

// The duration of the fate "no answer": longer than the delays of the first two queries, so that both find the order
// pending.
const NO_ANSWER_MS = 30 * SECOND_MS;
const SLOW_MS = 60 * SECOND_MS;
const REDIRECT_MS = 10 * SECOND_MS;
const CALLBACK_MS = 2 * SECOND_MS;
const SECOND_CALLBACK_MS = 4 * SECOND_MS;

const IMMEDIATE: SandboxPlan = { submission: "complete", after_ms: 0, ending: "complete", callbacks_after_ms: [] };

export function planFor(receiver: string, kind: OrderKind): SandboxPlan {
  if (kind === "collect" && hasSandboxOutcome(receiver, "redirect")) {
    const common = { submission: "accepted", ending: "complete", has_redirect: true } as const;
    return { ...common, after_ms: REDIRECT_MS, callbacks_after_ms: [REDIRECT_MS] };
  }
  switch (receiver.slice(-6)) {
    case SANDBOX_DIGITS.insufficient_funds:
      return refusedPlan(
        kind === "collect"
          ? { code: "insufficient_funds", reason: "The payer's account does not hold enough money" }
          : {
              code: "provider_account_empty",
              reason: "The provider's account does not hold enough money to pay this out",
            },
      );
    case SANDBOX_DIGITS.failure:
      return refusedPlan({ code: "provider_error", reason: "The provider could not carry out the transaction" });
    case SANDBOX_DIGITS.no_answer:
      return { submission: "unknown", after_ms: NO_ANSWER_MS, ending: "complete", callbacks_after_ms: [] };
    case SANDBOX_DIGITS.refused:
      return refusedPlan({ code: "rejected_by_payer", reason: "The request was refused on the phone" });
    case SANDBOX_DIGITS.slow:
      return { submission: "accepted", after_ms: SLOW_MS, ending: "complete", callbacks_after_ms: [] };
    case "000006":
      return {
        submission: "accepted",
        after_ms: CALLBACK_MS,
        ending: "complete",
        callbacks_after_ms: [CALLBACK_MS, SECOND_CALLBACK_MS],
      };
    case "000009":
      return { ...IMMEDIATE, charge: { amount: 25n, tax: 5n } };
    default:
      return IMMEDIATE;
  }
}

function refusedPlan(failure: Failure): SandboxPlan {
  return { submission: "rejected", after_ms: 0, ending: failure, callbacks_after_ms: [] };
}

const HOLDER_NAMES = ["Jane Mballa", "Paul Essono", "Aminatou Bello", "Hélène Ngo Bassa", "Serge Talla"];

/** The sandbox's holder of a number. A number ending in 000007 has no holder, one in 000008 a closed wallet. */
export function sandboxHolder(number: string): AccountHolder {
  const last_digits = number.slice(-6);
  if (last_digits === "000007") return { state: "not_found" };
  return {
    state: "known",
    name: HOLDER_NAMES[Number(last_digits) % HOLDER_NAMES.length] ?? null,
    is_active: last_digits !== "000008",
  };
}
