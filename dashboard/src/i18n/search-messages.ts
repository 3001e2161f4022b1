import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  title: "Search",
  hint: "Name, number, amount, reference, e-mail, id",
  open: "Search everything",
  go: "Go to",
  all: (count: string) => `See all ${count}`,
  none: (text: string) => `Nothing matches “${text}”.`,
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  searching: "Searching…",
  by_id: "Open by its id",
  request: "Request",
  transfers: (count: number) => (count === 1 ? "1 transfer" : `${count} transfers`),
  switch_to: { test: "Switch to test", live: "Switch to live" },
  keys: "Arrow keys move, Enter opens, Escape closes.",
  failed: "This part could not be searched:",
};

const fr: typeof en = {
  title: "Rechercher",
  hint: "Nom, numéro, montant, référence, e-mail, identifiant",
  open: "Rechercher partout",
  go: "Aller à",
  all: (count) => `Voir les ${count}`,
  none: (text) => `Aucun résultat pour « ${text} ».`,
  found: (count) => (count === 1 ? "1 résultat" : `${count} résultats`),
  searching: "Recherche en cours…",
  by_id: "Ouvrir par son identifiant",
  request: "Requête",
  transfers: (count) => (count === 1 ? "1 transfert" : `${count} transferts`),
  switch_to: { test: "Passer en test", live: "Passer en réel" },
  keys: "Flèches pour se déplacer, Entrée pour ouvrir, Échap pour fermer.",
  failed: "Cette partie n’a pas pu être cherchée\u00a0:",
};

/** The texts of the search over everything. */
export function useSearchMessages() {
  return useTranslation({ en, fr });
}
