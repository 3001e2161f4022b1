import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  title: "Request log",
  help: "What your keys asked the API for, and what it answered. Never the body of a request, never a key. Kept for seven days.",
  all: "All requests",
  any: "All",
  none: "No key has asked for anything here yet.",
  request: "Request",
  when: "When",
  status: "Answer",
  duration: "Took",
  key: "Key",
  method: "Method",
  search: "Path or request id",
  statuses: { "2xx": "2xx: done", "4xx": "4xx: refused", "5xx": "5xx: our fault" },
  older: "Older",
  newest: "To the newest",
  left_out: (count: string) => `${count} more requests of this key at about this time were too many to be kept.`,
  facts: {
    id: "Request id",
    path: "Path",
    route: "Operation",
    error: "Reason",
    fields: "Fields that were wrong",
    key: "Key",
    address: "From the address",
    acted_for: "For the connected business",
    created_at: "When",
    duration: "Took",
  },
  answer: "The answer of the service",
  not_kept: "The body of the request, its query and the keys are not kept. Your own log finds the request by its id.",
};

const fr: typeof en = {
  title: "Journal des requêtes",
  help: "Ce que vos clés ont demandé à l’API, et la réponse. Ni corps de requête, ni clé. Conservé sept jours.",
  all: "Toutes les requêtes",
  any: "Toutes",
  none: "Aucune clé n’a encore rien demandé ici.",
  request: "Requête",
  when: "Quand",
  status: "Réponse",
  duration: "Durée",
  key: "Clé",
  method: "Méthode",
  search: "Chemin ou identifiant",
  statuses: { "2xx": "2xx\u00a0: réussie", "4xx": "4xx\u00a0: refusée", "5xx": "5xx\u00a0: notre faute" },
  older: "Plus anciennes",
  newest: "Retour aux dernières",
  left_out: (count) =>
    `${count} autres requêtes de cette clé vers ce moment étaient trop nombreuses pour être gardées.`,
  facts: {
    id: "Identifiant de la requête",
    path: "Chemin",
    route: "Opération",
    error: "Motif",
    fields: "Champs incorrects",
    key: "Clé",
    address: "Depuis l’adresse",
    acted_for: "Pour l’entreprise reliée",
    created_at: "Quand",
    duration: "Durée",
  },
  answer: "La réponse du service",
  not_kept:
    "Le corps de la requête, ses paramètres et les clés ne sont pas gardés. Votre propre journal retrouve la requête par son identifiant.",
};

/** The texts of the request log. */
export function useRequestLogMessages(): typeof en {
  return useTranslation({ en, fr });
}
