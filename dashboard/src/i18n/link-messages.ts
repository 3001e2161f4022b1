import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  collected: "Collected",
  paid: "Payments made",
  started: "Payments started",
  completion_rate: "Completion rate",
  of: (limit: string) => `of ${limit}`,
  refunded: (sum: string) => `${sum} refunded`,
  open: (count: string) => `${count} still open`,
  full: "Limit reached",
  full_notice: "The link has reached its limit. Its page tells payers so. To take more payments, raise the limit.",
  stopped_notice: "The link takes no payments. Its page tells payers so.",
  payments: "Payments",
  who: "Payer",
  none: "Nobody has paid through this link yet. Send it to your customers, or print its QR code.",
  all: "All payments through this link",
  share: "Share",
  whatsapp: "Send by WhatsApp",
  sms: "Send by SMS",
  mail: "Send by e-mail",
  more: "More ways",
  qr: "QR code of this link",
  qr_hint: "For a poster, a counter or an invoice. A phone’s camera opens the payment page.",
  svg: "Download as SVG",
  png: "Download as PNG",
  link_text: (business: string, name: string, sum: string | null) =>
    sum === null ? `Pay ${business} here, for “${name}”:` : `Pay ${sum} to ${business} here, for “${name}”:`,
  request_title: "Payment page",
  request_hint: "The payer pays on this page. Send its address again if it got lost.",
  request_text: (business: string, sum: string, purpose: string | null) =>
    purpose === null
      ? `${business} asks you to pay ${sum}. You can pay here:`
      : `${business} asks you to pay ${sum} (${purpose}). You can pay here:`,
};

export type LinkMessages = typeof en;

const fr: LinkMessages = {
  collected: "Encaissé",
  paid: "Paiements réussis",
  started: "Paiements commencés",
  completion_rate: "Taux d’aboutissement",
  of: (limit) => `sur ${limit}`,
  refunded: (sum) => `dont ${sum} remboursés`,
  open: (count) => `${count} en cours`,
  full: "Limite atteinte",
  full_notice:
    "Le lien a atteint sa limite, et sa page l’annonce aux payeurs. Pour accepter d’autres paiements, relevez la limite.",
  stopped_notice: "Le lien n’accepte pas de paiements, et sa page l’annonce aux payeurs.",
  payments: "Paiements",
  who: "Payeur",
  none: "Personne n’a encore payé par ce lien. Envoyez-le à vos clients ou imprimez son code QR.",
  all: "Tous les paiements par ce lien",
  share: "Partager",
  whatsapp: "Envoyer par WhatsApp",
  sms: "Envoyer par SMS",
  mail: "Envoyer par e-mail",
  more: "Autres moyens",
  qr: "Code QR de ce lien",
  qr_hint: "Pour une affiche, un comptoir ou une facture. L’appareil photo d’un téléphone ouvre la page de paiement.",
  svg: "Télécharger en SVG",
  png: "Télécharger en PNG",
  link_text: (business, name, sum) =>
    sum === null
      ? `Payez ${business} ici, pour «\u00a0${name}\u00a0»\u00a0:`
      : `Payez ${sum} à ${business} ici, pour «\u00a0${name}\u00a0»\u00a0:`,
  request_title: "Page de paiement",
  request_hint: "Le payeur paie sur cette page. Renvoyez-lui l’adresse s’il l’a perdue.",
  request_text: (business, sum, purpose) =>
    purpose === null
      ? `${business} vous demande de payer ${sum}. Vous pouvez payer ici\u00a0:`
      : `${business} vous demande de payer ${sum} (${purpose}). Vous pouvez payer ici\u00a0:`,
};

/** The texts about payment links and requested payments. */
export function useLinkMessages(): LinkMessages {
  return useTranslation({ en, fr });
}
