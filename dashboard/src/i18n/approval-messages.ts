import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  title: "Approvals",
  waiting: "Waiting for a second person",
  waiting_count: (count: number) => (count === 1 ? "1 order waits for approval" : `${count} orders wait for approval`),
  none_title: "Nothing waits for approval",
  none_hint: "Transfers, bulks, refunds and withdrawals that need a second person appear here before they go out.",
  first_of: (shown: number, all: number) => `The first ${shown} of ${all}.`,
  transfers: (count: number) => `${count} transfers`,
  requested_by: (who: string) => `Requested by ${who}`,
  by_key: "a key of the API",
  own: "You asked for this: somebody else must approve it.",
  with_bulk: "It is approved or rejected with its bulk:",
  states: {
    waiting: "Waits for a second person. Its money is set aside; nothing has been sent.",
    approved: "Approved",
    rejected: "Rejected",
    canceled: "Taken back before anybody decided",
  },
  by: (who: string) => `by ${who}`,
  approve: "Approve",
  reject: "Reject",
  paid_before: "A transfer of the same sum to the same number was made in the 24 hours before:",
  repeats: (count: number) =>
    count === 1 ? "1 entry repeats another of the list." : `${count} entries repeat others of the list.`,
  approve_sure: (sum: string) => `Approve ${sum}?`,
  approve_hint: "It goes out at once.",
  reject_sure: "Reject this?",
  reject_hint: "It is canceled and its money is free again. The reason is kept with it.",
  reason: "Reason",
  reason_needed: "Say why, in a few words",
  keep: "Not yet",
  rule: "When a second person is needed",
  rule_help:
    "An order waits until somebody else approves it when it comes to more than this amount, alone or with what the same person has sent in the last 24 hours. Transfers, bulks, refunds and withdrawals count.",
  amount_above: "Above this amount (empty: no amount is too large)",
  every_bulk: "Every bulk transfer",
  rule_none: "Nobody is asked: everything goes out at once.",
  rule_amount: (sum: string) => `Above ${sum} for each person in 24 hours.`,
  rule_sent: (sum: string) => `You have sent ${sum} in the last 24 hours.`,
  refund_to: "Refund to",
  withdrawal_to: "Withdrawal to",
  rule_bulk: "Every bulk.",
  rule_alone:
    "Only one person here may send money. What they ask for in the dashboard would wait for ever: invite somebody else first.",
  save: "Save the rule",
  saved: "Saved. It counts from the next order on.",
  only_owners: "Only an owner changes this.",
  amount_wrong: "Enter a whole amount, or leave it empty",
  will_wait: "This needs a second person: it is accepted now and goes out when somebody else approves it.",
};

export type ApprovalMessages = typeof en;

const fr: ApprovalMessages = {
  title: "Validations",
  waiting: "En attente d’une seconde personne",
  waiting_count: (count) =>
    count === 1 ? "1 ordre attend une validation" : `${count} ordres attendent une validation`,
  none_title: "Rien n’attend de validation",
  none_hint:
    "Les transferts, les envois groupés, les remboursements et les retraits à valider apparaissent ici avant leur départ.",
  first_of: (shown, all) => `Les ${shown} premiers sur ${all}.`,
  transfers: (count) => `${count} transferts`,
  requested_by: (who) => `Demandé par ${who}`,
  by_key: "une clé d’API",
  own: "Vous l’avez demandé\u00a0: une autre personne doit valider.",
  with_bulk: "Il se valide ou se refuse avec son envoi groupé\u00a0:",
  states: {
    waiting: "En attente d’une seconde personne. L’argent est réservé\u202f; rien n’est parti.",
    approved: "Validé",
    rejected: "Refusé",
    canceled: "Annulé avant toute décision",
  },
  by: (who) => `par ${who}`,
  approve: "Valider",
  reject: "Refuser",
  paid_before: "Un transfert de la même somme au même numéro a été demandé dans les 24 heures précédentes\u00a0:",
  repeats: (count) =>
    count === 1 ? "1 ligne en répète une autre de la liste." : `${count} lignes en répètent d’autres de la liste.`,
  approve_sure: (sum) => `Valider ${sum}\u202f?`,
  approve_hint: "L’envoi part aussitôt.",
  reject_sure: "Refuser\u202f?",
  reject_hint: "L’ordre est annulé et l’argent redevient disponible. Le motif est conservé.",
  reason: "Motif",
  reason_needed: "Dites pourquoi, en quelques mots",
  keep: "Pas encore",
  rule: "Quand une seconde personne est nécessaire",
  rule_help:
    "Un ordre attend qu’une autre personne valide quand il dépasse ce montant, seul ou avec ce que la même personne a envoyé depuis 24 heures. Les transferts, les envois groupés, les remboursements et les retraits comptent.",
  amount_above: "Au-dessus de ce montant (vide\u00a0: aucun montant n’est trop grand)",
  every_bulk: "Tous les transferts groupés",
  rule_none: "Personne n’est consulté\u00a0: tout part aussitôt.",
  rule_amount: (sum) => `Au-dessus de ${sum} par personne en 24 heures.`,
  rule_sent: (sum) => `Vous avez envoyé ${sum} depuis 24 heures.`,
  refund_to: "Remboursement à",
  withdrawal_to: "Retrait vers",
  rule_bulk: "Tous les envois groupés.",
  rule_alone:
    "Une seule personne ici peut envoyer de l’argent. Ce qu’elle demande dans le tableau de bord attendrait toujours\u00a0: invitez d’abord quelqu’un.",
  save: "Enregistrer la règle",
  saved: "Enregistré. La règle vaut dès le prochain ordre.",
  only_owners: "Seul un propriétaire peut la changer.",
  amount_wrong: "Saisissez un montant entier, ou laissez vide",
  will_wait: "Une seconde personne est nécessaire\u00a0: l’ordre est accepté et partira quand elle aura validé.",
};

export function useApprovalMessages(): ApprovalMessages {
  return useTranslation({ en, fr });
}
