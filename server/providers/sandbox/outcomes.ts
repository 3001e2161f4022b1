import { SECOND_MS } from "#kernel/time.ts";
import type { Failure, Holder, OrderKind } from "#providers/provider.ts";

/**
 * The sandbox's behaviour for a number, selected by its last six digits (interface-decisions 34). Times count from the
 * submission: before `after_ms` a query returns `pending`.
 */
export interface Plan {
  readonly submission: "complete" | "accepted" | "rejected" | "unknown";
  readonly after_ms: number;
  readonly ending: "complete" | Failure;
  /** Delays of the sandbox's callbacks; empty for none. */
  readonly notices_after_ms: readonly number[];
}

// How long "no answer" lasts: longer than the first two queries, so that both find it pending.
const NO_ANSWER_MS = 30 * SECOND_MS;
const SLOW_MS = 60 * SECOND_MS;
const NOTICE_MS = 2 * SECOND_MS;
const SECOND_NOTICE_MS = 4 * SECOND_MS;

const AT_ONCE: Plan = { submission: "complete", after_ms: 0, ending: "complete", notices_after_ms: [] };

export function planFor(receiver: string, kind: OrderKind): Plan {
  switch (receiver.slice(-6)) {
    case "000001":
      return refuse({
        code: "insufficient_funds",
        reason:
          kind === "collect"
            ? "The payer's account does not hold enough money"
            : "The provider's account does not hold enough money to pay this out",
      });
    case "000002":
      return refuse({ code: "provider_error", reason: "The provider could not carry out the transaction" });
    case "000003":
      return { submission: "unknown", after_ms: NO_ANSWER_MS, ending: "complete", notices_after_ms: [] };
    case "000004":
      return refuse({ code: "rejected_by_payer", reason: "The request was refused on the phone" });
    case "000005":
      return { submission: "accepted", after_ms: SLOW_MS, ending: "complete", notices_after_ms: [] };
    case "000006":
      return {
        submission: "accepted",
        after_ms: NOTICE_MS,
        ending: "complete",
        notices_after_ms: [NOTICE_MS, SECOND_NOTICE_MS],
      };
    default:
      return AT_ONCE;
  }
}

function refuse(failure: Failure): Plan {
  return { submission: "rejected", after_ms: 0, ending: failure, notices_after_ms: [] };
}

const NAMES = ["Jane Mballa", "Paul Essono", "Aminatou Bello", "Hélène Ngo Bassa", "Serge Talla"];

/** The sandbox's holder of a number. A number ending in 000007 has no holder, one in 000008 a closed wallet. */
export function holderOf(number: string): Holder {
  const end = number.slice(-6);
  if (end === "000007") return { state: "not_found" };
  return { state: "known", name: NAMES[Number(end) % NAMES.length] ?? null, is_active: end !== "000008" };
}
