import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { MailText } from "./schema.ts";

// The delays cover a restart of the mail server, an outage of an evening, and one of a weekend.
const RETRY_DELAYS_MS = [
  ...[30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  ...[4 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS],
];
/** The limit of attempts per mail. */
export const MAIL_ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** Returns the milliseconds between attempt number `attempts` and the next; null after the last attempt. */
export function retryDelay(attempts: number): number | null {
  return RETRY_DELAYS_MS[attempts - 1] ?? null;
}

/** Returns true if a mail server's reply code is permanent, so that a retry is pointless (RFC 5321, 4.2.1). */
export function isPermanentFailure(code: number | null): boolean {
  return code !== null && code >= 500 && code < 600;
}

/** Writes the mail in both languages of the dashboard, because the reader's language is unknown. */
export function invitationMail(details: {
  readonly business: string;
  readonly url: string;
  readonly days: number;
}): MailText {
  const { business, url, days } = details;
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

/** The security events that a person gets a mail about. */
export type SecurityNotice = "device" | "second_factor" | "passkey" | "password";

const SECURITY_NOTICES: Readonly<Record<SecurityNotice, { readonly fr: string; readonly en: string }>> = {
  device: { fr: "connexion depuis un nouvel appareil", en: "sign-in from a new device" },
  second_factor: { fr: "second facteur ajouté", en: "second factor added" },
  passkey: { fr: "clé d’accès ajoutée", en: "passkey added" },
  password: { fr: "mot de passe changé", en: "password changed" },
};

/** Writes the mail in both languages of the dashboard, because the reader's language is unknown. */
export function securityMail(
  notice: SecurityNotice,
  { address, agent, at }: { readonly address: string; readonly agent: string; readonly at: string },
): MailText {
  const { fr, en } = SECURITY_NOTICES[notice];
  const when = formatMinute(at);
  const browser = agent.replace(/\s+/g, " ").slice(0, AGENT_SHOWN_MAX) || "?";
  return {
    subject: `Kolo\u00a0: ${fr} / ${en}`,
    text: [
      `Votre compte Kolo\u00a0: ${fr}, le ${when} UTC, depuis l’adresse ${address}.`,
      `Your Kolo account: ${en}, on ${when} UTC, from the address ${address}.`,
      `Navigateur / browser: ${browser}`,
      "Si ce n’était pas vous, changez votre mot de passe aussitôt et prévenez un propriétaire de votre entreprise.",
      "If this was not you, change your password at once and tell an owner of your business.",
    ].join("\n\n"),
  };
}

export function addressListMail(details: {
  readonly range: string;
  readonly is_allowed: boolean;
  readonly environment: string;
  readonly by: string;
  readonly at: string;
}): MailText {
  const { range, is_allowed, environment, by, at } = details;
  const [fr, en] = is_allowed ? ["ajoutée", "added"] : ["retirée", "removed"];
  const environment_label = environment === "live" ? { fr: "réel", en: "live" } : { fr: "test", en: "test" };
  const when = formatMinute(at);
  return {
    subject: `Kolo\u00a0: adresse ${fr} / address ${en}`,
    text: [
      `L’adresse ${range} a été ${fr} (${environment_label.fr}) par ${by}, le ${when} UTC. Seules les adresses de la liste peuvent envoyer de l’argent par une clé.`,
      `The address ${range} was ${en} (${environment_label.en}) by ${by}, on ${when} UTC. Only addresses on the list may send money by a key.`,
      "Si personne chez vous ne l’a voulu, retirez-la et révoquez vos clés. / If nobody of yours wanted this, undo it and revoke your keys.",
    ].join("\n\n"),
  };
}

const AGENT_SHOWN_MAX = 150;

function formatMinute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

export function passwordResetMail({ url, minutes }: { readonly url: string; readonly minutes: number }): MailText {
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
