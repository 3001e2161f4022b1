import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { ReceiverType } from "./channels.ts";

/**
 * The receiver as stored beside a transfer and its attempts. A phone number is stored as it is, an account number
 * sealed for this one subject.
 */
export function keepReceiver(scope: Scope, subject: string, number: string, type: ReceiverType): string {
  return type === "bank_account" ? seal(number, place(scope, subject)) : number;
}

/** Returns the receiver's number in the clear. */
export function readReceiver(scope: Scope, subject: string, kept: string): string {
  // E.164 begins with a plus, a sealed text with a version of the master key.
  return kept.startsWith("+") ? kept : open(kept, place(scope, subject));
}

function place(scope: Scope, subject: string): string {
  return `receiver ${scope.merchant} ${scope.environment} ${subject}`;
}
