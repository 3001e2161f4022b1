import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  kinds: {
    no_answer: "The provider gave no definite answer",
    never_received: "The provider refused to take the order for 72 hours; nothing was sent",
    reference_taken: "The provider reports the reference as used, but has no such order",
    amount_differs: "The provider processed a different amount",
    receiver_differs: "The provider paid a different number",
    success_after_failure: "Reported as successful after a failure",
    failure_after_success: "Reported as failed after a success",
    reversed: "The money came back after a success",
    held_by_screening: "Held by screening for a decision",
  },
  resolutions: {
    complete: "The money arrived",
    failed: "The money did not arrive",
    ask: "Ask the provider again",
    correct: "The merchant bears the difference",
    absorb: "The platform bears the difference",
    ignore: "Book nothing",
    release: "Send it",
    answered: "Resolved by the provider",
  },
  exception_kinds: {
    ours_only: "Only in the ledger",
    theirs_only: "Only on the statement",
    amount: "The amounts differ",
    status: "The endings differ",
    outside: "Outside the period of the statement",
    balance: "The account balance differs",
  },
};

export type ReviewMessages = typeof en;

const fr: ReviewMessages = {
  kinds: {
    no_answer: "Le prestataire n’a pas donné de réponse certaine",
    never_received: "Le prestataire refuse l’ordre depuis 72 heures\u202f; rien n’a été envoyé",
    reference_taken: "Le prestataire dit la référence déjà utilisée, mais ne connaît pas l’ordre",
    amount_differs: "Le prestataire a traité un autre montant",
    receiver_differs: "Le prestataire a payé un autre numéro",
    success_after_failure: "Annoncé réussi après un échec",
    failure_after_success: "Annoncé échoué après un succès",
    reversed: "L’argent est revenu après un succès",
    held_by_screening: "Le filtrage retient l’ordre en attente d’une décision",
  },
  resolutions: {
    complete: "L’argent est arrivé",
    failed: "L’argent n’est pas arrivé",
    ask: "Redemander au prestataire",
    correct: "À la charge du marchand",
    absorb: "À la charge de la plateforme",
    ignore: "Ne rien écrire",
    release: "L’envoyer",
    answered: "Le prestataire a répondu",
  },
  exception_kinds: {
    ours_only: "Seulement dans les livres",
    theirs_only: "Seulement sur le relevé",
    amount: "Les montants diffèrent",
    status: "Les issues diffèrent",
    outside: "Hors de la période du relevé",
    balance: "Le solde du compte diffère",
  },
};

/** The texts of manual review cases and their decisions, for timelines and review pages. */
export function useReviewMessages(): ReviewMessages {
  return useTranslation({ en, fr });
}
