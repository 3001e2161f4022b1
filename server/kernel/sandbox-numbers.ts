/** The last six digits of a sandbox number: they choose the outcome of an order to it (interface-decisions 34). */
export const SANDBOX_DIGITS = {
  success: "000000",
  insufficient_funds: "000001",
  failure: "000002",
  no_answer: "000003",
  refused: "000004",
  slow: "000005",
  redirect: "000010",
  otp: "000011",
} as const;

/** Whether a sandbox number ends in the digits of this outcome. */
export function hasSandboxOutcome(number: string, outcome: keyof typeof SANDBOX_DIGITS): boolean {
  return number.endsWith(SANDBOX_DIGITS[outcome]);
}
