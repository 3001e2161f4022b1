import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { ReceiverType } from "./channels.ts";

/**
 * How a receiver's number is stored beside a transfer and its attempts: a phone number in the clear, an account number
 * encrypted with the subject as context.
 */
export function sealReceiver(scope: Scope, subject: string, number: string, type: ReceiverType): string {
  return type === "bank_account" ? seal(number, associatedData(scope, subject)) : number;
}

/** Returns the receiver's number in the clear. */
export function openReceiver(scope: Scope, subject: string, stored: string): string {
  // An E.164 number starts with a plus; an encrypted text starts with the version of its master key.
  return stored.startsWith("+") ? stored : open(stored, associatedData(scope, subject));
}

/** Encrypts the payer's one-time code for the attempt of a subject. */
export function sealOtp(scope: Scope, subject: string, otp: string): string {
  return seal(otp, `otp ${scope.merchant} ${scope.environment} ${subject}`);
}

export function openOtp(scope: Scope, subject: string, sealed: string): string {
  return open(sealed, `otp ${scope.merchant} ${scope.environment} ${subject}`);
}

function associatedData(scope: Scope, subject: string): string {
  return `receiver ${scope.merchant} ${scope.environment} ${subject}`;
}
