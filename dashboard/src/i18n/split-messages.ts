import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  share: "Share it with other businesses",
  share_help: "Each of them gets its part when the payer has paid. You keep the rest. The payer sees no parts.",
  legend: "Parts for other businesses",
  business: (number: number) => (number === 0 ? "Business" : `Part ${number}: business`),
  choose: "Choose a business",
  measure: (number: number) => (number === 0 ? "Kind of part" : `Part ${number}: kind`),
  measures: { percent: "A percentage", amount: "A fixed amount" },
  percent_of: (number: number) => (number === 0 ? "Percentage" : `Part ${number}: percentage`),
  amount_of: (number: number) => (number === 0 ? "Amount of the part" : `Part ${number}: amount`),
  hold: (number: number) => (number === 0 ? "Hold it until I release it" : `Hold part ${number} until I release it`),
  add: "Add a part",
  remove: (number: number) => `Remove part ${number}`,
  total: (parts: string, rest: string) => `Parts: ${parts}. You keep ${rest}, before the fee.`,
  fee_bearer: "The fee is borne by",
  fee_bearers: { platform: "My business", linked: "The other businesses", all: "Everyone, in proportion" },
  refund_bearer: "Refunds are borne by",
  refund_bearers: { parts: "Everyone, in proportion", platform: "My business" },
  percent: "Enter a percentage above 0, at most 100, with up to two decimals",
  percent_only: "The payer chooses the amount: enter a percentage",
  exceeds: "The parts are more than the payment",
  link_title: "Parts of each payment",
  held: "held until you release it",
};

const fr: typeof en = {
  share: "Répartir entre plusieurs entreprises",
  share_help:
    "Chacune reçoit sa part quand le payeur a payé. Vous gardez le reste. Le payeur ne voit pas la répartition.",
  legend: "Parts des autres entreprises",
  business: (number) => (number === 0 ? "Entreprise" : `Part ${number}\u00a0: entreprise`),
  choose: "Choisissez une entreprise",
  measure: (number) => (number === 0 ? "Type de part" : `Part ${number}\u00a0: type`),
  measures: { percent: "Un pourcentage", amount: "Un montant fixe" },
  percent_of: (number) => (number === 0 ? "Pourcentage" : `Part ${number}\u00a0: pourcentage`),
  amount_of: (number) => (number === 0 ? "Montant de la part" : `Part ${number}\u00a0: montant`),
  hold: (number) =>
    number === 0 ? "La retenir jusqu’à ce que je la libère" : `Retenir la part ${number} jusqu’à ce que je la libère`,
  add: "Ajouter une part",
  remove: (number) => `Retirer la part ${number}`,
  total: (parts, rest) => `Total des parts\u00a0: ${parts}. Vous gardez ${rest}, avant les frais.`,
  fee_bearer: "Frais supportés par",
  fee_bearers: { platform: "Mon entreprise", linked: "Les autres entreprises", all: "Toutes, en proportion" },
  refund_bearer: "Remboursements supportés par",
  refund_bearers: { parts: "Toutes, en proportion", platform: "Mon entreprise" },
  percent: "Saisissez un pourcentage supérieur à 0, de 100 au plus, avec deux décimales au maximum",
  percent_only: "Le payeur choisit le montant\u00a0: indiquez un pourcentage",
  exceeds: "Les parts dépassent le paiement",
  link_title: "Répartition de chaque paiement",
  held: "retenue jusqu’à sa libération",
};

/** The texts about the parts of payments, in forms and on the page of a payment link. */
export function useSplitMessages(): typeof en {
  return useTranslation({ en, fr });
}
