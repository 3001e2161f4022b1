import { asRecord } from "#kernel/fields.ts";
import { normalizeLine } from "#kernel/normalize-text.ts";
import type { ScreeningDecision } from "./schema.ts";

const REASON_MAX = 300;

/** Parses the body of an answer; null if it is no decision. */
export function parseVerdict(text: string): ScreeningDecision | null {
  const { decision, reason } = asRecord(parseJson(text));
  const why = typeof reason === "string" ? storableText(reason) : "";
  switch (decision) {
    case "allow":
      return { decision: "allow" };
    case "hold":
    case "refuse":
      return { decision, reason: why };
    default:
      return null;
  }
}

/** The text without control characters: PostgreSQL cannot store a NUL, and an operator's terminal shows the reason. */
function storableText(text: string): string {
  return normalizeLine(text.replaceAll("\0", "")).slice(0, REASON_MAX).toWellFormed();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const HELD_DIGITS = "000007";
const REFUSED_DIGITS = "000008";

/** The decision of the sandbox's screening: by the last digits of the receiver's number. */
export function sandboxVerdict(receiver: string): ScreeningDecision {
  if (receiver.endsWith(HELD_DIGITS)) return { decision: "hold", reason: "The sandbox holds this number" };
  if (receiver.endsWith(REFUSED_DIGITS)) return { decision: "refuse", reason: "The sandbox refuses this number" };
  return { decision: "allow" };
}
