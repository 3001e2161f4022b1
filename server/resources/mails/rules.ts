import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { Letter } from "./schema.ts";

// A mail server that is restarted, one that is down for an evening, one that is down for a weekend.
const STEPS_MS = [
  ...[30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  ...[4 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS],
];
/** How often a mail is tried at most. */
export const MAIL_ATTEMPTS_MAX = STEPS_MS.length + 1;

/** How long after this many attempts the next is made; null when there is none. */
export function waitAfter(attempts: number): number | null {
  return STEPS_MS[attempts - 1] ?? null;
}

/** What a mail server says of a mailbox it will never take mail for: trying again changes nothing (RFC 5321, 4.2.1). */
export function isFinal(code: number | null): boolean {
  return code !== null && code >= 500 && code < 600;
}

/** In both languages of the dashboard: nobody knows yet which of them the reader has. */
export function invitationLetter(given: {
  readonly business: string;
  readonly url: string;
  readonly days: number;
}): Letter {
  const { business, url, days } = given;
  return {
    subject: `${business}\u00a0: invitation à Kolo / invitation to Kolo`,
    text: [
      `${business} vous invite à rejoindre son tableau de bord Kolo. Ouvrez ce lien, valable ${days} jours et une seule fois\u00a0:`,
      `${business} invites you to its Kolo dashboard. Open this link, which works once, for ${days} days:`,
      url,
      "Si vous n’attendiez pas cette invitation, ignorez ce message. / If you did not expect this, ignore this message.",
    ].join("\n\n"),
  };
}

export function resetLetter({ url, minutes }: { readonly url: string; readonly minutes: number }): Letter {
  return {
    subject: "Kolo\u00a0: nouveau mot de passe / new password",
    text: [
      `Choisissez un nouveau mot de passe par ce lien, valable ${minutes} minutes et une seule fois\u00a0:`,
      `Set a new password by this link, which works once, for ${minutes} minutes:`,
      url,
      "Si vous n’avez rien demandé, ignorez ce message. / If you did not ask for this, ignore this message.",
    ].join("\n\n"),
  };
}
