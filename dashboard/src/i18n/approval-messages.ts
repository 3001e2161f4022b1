import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  title: "Approvals",
  waiting: "Waiting for a second person",
  waiting_count: (count: number) => (count === 1 ? "1 order waits for approval" : `${count} orders wait for approval`),
  none_title: "No orders are waiting for approval",
  none_hint: "Transfers, bulks, refunds and withdrawals that need a second person appear here before they are sent.",
  first_of: (shown: number, all: number) => `The first ${shown} of ${all}.`,
  transfers: (count: number) => `${count} transfers`,
  requested_by: (who: string) => `Requested by ${who}`,
  by_key: "an API key",
  own: "You requested this. Another person must approve it.",
  with_bulk: "It is approved or rejected together with its bulk transfer:",
  states: {
    waiting: "Waiting for a second person. The money is reserved; nothing has been sent.",
    approved: "Approved",
    rejected: "Rejected",
    canceled: "Canceled before a decision",
  },
  by: (who: string) => `by ${who}`,
  approve: "Approve",
  reject: "Reject",
  paid_before: "A transfer of the same amount to the same number was made in the previous 24 hours:",
  repeats: (count: number) =>
    count === 1 ? "1 entry repeats another of the list." : `${count} entries repeat others of the list.`,
  approve_sure: (sum: string) => `Approve ${sum}?`,
  approve_hint: "The money is sent immediately.",
  reject_sure: "Reject this order?",
  reject_hint: "The order is canceled and its money is available again. The reason is kept on record.",
  reason: "Reason",
  reason_needed: "Enter a reason",
  keep: "Not yet",
  rule: "When a second person is needed",
  rule_help:
    "An order waits until somebody else approves it when it comes to more than this amount, alone or with what the same person has sent in the last 24 hours. Transfers, bulks, refunds and withdrawals count.",
  amount_above: "Above this amount (leave empty for any amount)",
  every_bulk: "Every bulk transfer",
  rule_none: "No approval is needed: every order is sent immediately.",
  rule_amount: (sum: string) => `Above ${sum} for each person in 24 hours.`,
  rule_sent: (sum: string) => `You have sent ${sum} in the last 24 hours.`,
  refund_to: "Refund to",
  withdrawal_to: "Withdrawal to",
  rule_bulk: "Every bulk.",
  rule_alone: "Only one person here can send money, so nobody could approve their orders. Invite another person first.",
  save: "Save the rule",
  saved: "Saved. The rule applies from the next order on.",
  only_owners: "Only an owner can change this.",
  amount_wrong: "Enter a whole amount, or leave it empty",
  will_wait: "A second person must approve this order. It is sent once they have done so.",
};

export type ApprovalMessages = typeof en;

const fr: ApprovalMessages = {
  title: "Validations",
  waiting: "En attente d’une seconde personne",
  waiting_count: (count) =>
    count === 1 ? "1 ordre attend une validation" : `${count} ordres attendent une validation`,
  none_title: "Aucun ordre n’attend de validation",
  none_hint:
    "Les transferts, les envois groupés, les remboursements et les retraits à valider apparaissent ici avant leur envoi.",
  first_of: (shown, all) => `Les ${shown} premiers sur ${all}.`,
  transfers: (count) => `${count} transferts`,
  requested_by: (who) => `Demandé par ${who}`,
  by_key: "une clé d’API",
  own: "Vous avez fait cette demande. Une autre personne doit la valider.",
  with_bulk: "Il se valide ou se refuse avec son transfert groupé\u00a0:",
  states: {
    waiting: "En attente d’une seconde personne. L’argent est réservé\u202f; rien n’est parti.",
    approved: "Validé",
    rejected: "Refusé",
    canceled: "Annulé avant toute décision",
  },
  by: (who) => `par ${who}`,
  approve: "Valider",
  reject: "Refuser",
  paid_before: "Un transfert du même montant au même numéro a été demandé dans les 24 heures précédentes\u00a0:",
  repeats: (count) =>
    count === 1 ? "1 ligne en répète une autre de la liste." : `${count} lignes en répètent d’autres de la liste.`,
  approve_sure: (sum) => `Valider ${sum}\u202f?`,
  approve_hint: "L’argent est envoyé immédiatement.",
  reject_sure: "Refuser\u202f?",
  reject_hint: "L’ordre est annulé et l’argent redevient disponible. Le motif est conservé.",
  reason: "Motif",
  reason_needed: "Saisissez un motif",
  keep: "Pas encore",
  rule: "Quand une seconde personne est nécessaire",
  rule_help:
    "Un ordre attend qu’une autre personne valide quand il dépasse ce montant, seul ou avec ce que la même personne a envoyé depuis 24 heures. Les transferts, les envois groupés, les remboursements et les retraits comptent.",
  amount_above: "Au-dessus de ce montant (vide\u00a0: montant libre)",
  every_bulk: "Tous les transferts groupés",
  rule_none: "Aucune validation n’est demandée\u00a0: chaque ordre part immédiatement.",
  rule_amount: (sum) => `Au-dessus de ${sum} par personne en 24 heures.`,
  rule_sent: (sum) => `Vous avez envoyé ${sum} depuis 24 heures.`,
  refund_to: "Remboursement à",
  withdrawal_to: "Retrait vers",
  rule_bulk: "Tous les envois groupés.",
  rule_alone:
    "Une seule personne ici peut envoyer de l’argent\u00a0: nul ne pourrait valider ses ordres. Invitez d’abord une autre personne.",
  save: "Enregistrer la règle",
  saved: "Enregistré. La règle s’applique dès le prochain ordre.",
  only_owners: "Seul un propriétaire peut la changer.",
  amount_wrong: "Saisissez un montant entier, ou laissez vide",
  will_wait: "Une seconde personne doit valider cet ordre. Il sera envoyé après sa validation.",
};

export function useApprovalMessages(): ApprovalMessages {
  return useTranslation({ en, fr });
}
