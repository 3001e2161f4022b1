import { hasSandboxOutcome } from "./sandbox-numbers.ts";
import type { Environment } from "./scope.ts";

export const PAYER_ACTIONS = ["confirm", "redirect", "otp"] as const;

/**
 * The action with which a payer pays. `confirm`: confirms on the phone. `redirect`: opens a page of the provider, whose URL the
 * provider returns. `otp`: gets a one-time code from the provider first, and enters it with the order.
 */
export type PayerAction = (typeof PAYER_ACTIONS)[number];

/** The payer's action for an order to a number. `reported`: the provider's, if it reports one for the channel. */
export function payerActionOf(environment: Environment, number: string, reported: PayerAction | null): PayerAction {
  if (environment === "live") return reported ?? "confirm";
  if (hasSandboxOutcome(number, "redirect")) return "redirect";
  return hasSandboxOutcome(number, "otp") ? "otp" : "confirm";
}
