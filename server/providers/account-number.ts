import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { ReceiverType } from "./channels.ts";

/**
 * The receiver as stored beside a transfer and its attempts. A phone number is stored as it is, an account number
 * sealed for this one subject.
 */
export function sealReceiver(scope: Scope, subject: string, number: string, type: ReceiverType): string {
  return type === "bank_account" ? seal(number, associatedData(scope, subject)) : number;
}

/** Returns the receiver's number in the clear. */
export function openReceiver(scope: Scope, subject: string, stored: string): string {
  // E.164 begins with a plus, a sealed text with a version of the master key.
  return stored.startsWith("+") ? stored : open(stored, associatedData(scope, subject));
}

function associatedData(scope: Scope, subject: string): string {
  return `receiver ${scope.merchant} ${scope.environment} ${subject}`;
}
