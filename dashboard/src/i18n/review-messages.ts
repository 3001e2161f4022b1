import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  kinds: {
    no_answer: "The provider gave no definite answer",
    never_received: "The provider refused to take the order for 72 hours; nothing was sent",
    reference_taken: "The provider says the reference is taken, and does not know the order",
    amount_differs: "The provider moved another amount",
    receiver_differs: "The provider paid another number",
    success_after_failure: "First it had failed, now it succeeded",
    failure_after_success: "First it had succeeded, now it failed",
    held_by_screening: "The screening holds it for a decision",
  },
  resolutions: {
    complete: "It arrived",
    failed: "It did not arrive",
    ask: "Ask the provider again",
    correct: "The merchant bears it",
    absorb: "The house bears it",
    ignore: "Book nothing",
    release: "Send it",
    answered: "The provider cleared it up",
  },
  exception_kinds: {
    ours_only: "Only in the books",
    theirs_only: "Only on the statement",
    amount: "The amounts differ",
    status: "The endings differ",
    outside: "Of a day the statement does not cover",
    balance: "The account drifted",
  },
};

export type ReviewMessages = typeof en;

const fr: ReviewMessages = {
  kinds: {
    no_answer: "Le prestataire n’a pas donné de réponse certaine",
    never_received: "Le prestataire refuse l’ordre depuis 72 heures\u202f; rien n’a été envoyé",
    reference_taken: "Le prestataire dit la référence prise, et ne connaît pas l’ordre",
    amount_differs: "Le prestataire a déplacé un autre montant",
    receiver_differs: "Le prestataire a payé un autre numéro",
    success_after_failure: "D’abord échoué, maintenant réussi",
    failure_after_success: "D’abord réussi, maintenant échoué",
    held_by_screening: "Le filtrage retient l’ordre en attente d’une décision",
  },
  resolutions: {
    complete: "L’argent est arrivé",
    failed: "L’argent n’est pas arrivé",
    ask: "Redemander au prestataire",
    correct: "À la charge du marchand",
    absorb: "À la charge de la maison",
    ignore: "Ne rien écrire",
    release: "L’envoyer",
    answered: "Le prestataire a répondu",
  },
  exception_kinds: {
    ours_only: "Seulement dans les livres",
    theirs_only: "Seulement sur le relevé",
    amount: "Les montants diffèrent",
    status: "Les issues diffèrent",
    outside: "D’un jour que le relevé ne couvre pas",
    balance: "Le compte s’est écarté",
  },
};

/** The texts of manual review cases and their decisions, for timelines and review pages. */
export function useReviewMessages(): ReviewMessages {
  return useTranslation({ en, fr });
}
