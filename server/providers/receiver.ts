import type { Scope } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";

/**
 * Whom money goes to, as it is kept beside a transfer and its attempts: a telephone number as it is, an account number
 * sealed for this one subject.
 */
export function keepReceiver(scope: Scope, subject: string, number: string): string {
  return isPhone(number) ? number : seal(number, place(scope, subject));
}

/** The number itself. */
export function readReceiver(scope: Scope, subject: string, kept: string): string {
  return isPhone(kept) ? kept : open(kept, place(scope, subject));
}

function isPhone(text: string): boolean {
  return text.startsWith("+");
}

function place(scope: Scope, subject: string): string {
  return `receiver ${scope.merchant} ${scope.environment} ${subject}`;
}
