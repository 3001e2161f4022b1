import { useTranslation } from "@kolo/ui/language.tsx";
import type { KeyResource } from "#app/key-rights.ts";

interface ResourceMessages {
  readonly name: string;
  readonly write: string;
}

const en = {
  change: "Change",
  change_title: (name: string) => `Change ${name}`,
  save: "Save",
  which: "Which keys",
  both: "A public and a private key",
  private_only: "A private key",
  publishable_only: "A publishable key, for a page or an app",
  publishable_opens: "It creates payments and follows them, and nothing else. Anybody may read it.",
  publishable_shown: "This is the new key, for your page or app.",
  origins: "Pages and apps",
  origins_help:
    "Origins such as https://shop.example.cm, and schemes of apps such as com.example.shop://, with a space between them. Pages of other origins are refused; apps are not.",
  payments_only: "Creates and follows payments",
  apps_only: "from apps alone",
  ends: "Ends on",
  ends_help: (zone: string) =>
    `From the first minute of that day on, in ${zone}, they are refused. Empty: they do not end by themselves.`,
  ends_on: (day: string) => `ends\u00a0on\u00a0${day}`,
  ended_on: (day: string) => `ended\u00a0on\u00a0${day}`,
  may: "What the private key may do",
  may_all: "Everything",
  may_chosen: "Only what I choose",
  may_needed: "Choose at least one thing it may do.",
  look: "look",
  noun_may: (name: string, access: string) => `${name}: ${access}`,
  nouns: {
    payments: { name: "Payments", write: "ask and cancel" },
    payment_links: { name: "Payment links", write: "make and end" },
    invoices: { name: "Invoices", write: "make and cancel" },
    refunds: { name: "Refunds", write: "give money back" },
    releases: { name: "Held parts", write: "release them" },
    customers: { name: "Customers", write: "add and change" },
    transfers: { name: "Transfers", write: "send and cancel" },
    beneficiaries: { name: "Beneficiaries", write: "add and change" },
    balance: { name: "Balance", write: "" },
    withdrawals: { name: "Withdrawals", write: "take out and cancel" },
    webhooks: { name: "Webhooks", write: "add and change" },
    events: { name: "Events", write: "" },
  } satisfies Readonly<Record<KeyResource, ResourceMessages>>,
  webhooks_see: "Whoever may add webhooks can have every event sent to them.",
  public_opens:
    "Payments and customers also open with the public key alone, unless each request takes the private key.",
  from: "Only from these addresses",
  from_help: "Addresses or ranges with a space between them. Empty: from anywhere.",
  all_anywhere: "Everything, from anywhere",
  all: "Everything",
  only_from: (addresses: string) => `from\u00a0${addresses}`,
  only_from_some: (first: string, more: number) => `from\u00a0${first} and ${more} more`,
  opens: "Opens what the public key opens",
  rule: "The private key for every request",
  rule_off: "Payments and customers open with the public key alone.",
  rule_on: "Each request takes the private key, too. The public key alone opens nothing.",
  rule_require: "Require it everywhere",
  rule_release: "Let the public key open them",
  rule_require_hint:
    "Within a second, programs that send the public key alone are refused. The hosted payment page goes on as ever.",
  rule_release_hint: "Within a second, whoever has the public key sees payments and customers, and can add to them.",
};

export type KeyMessages = typeof en;

const fr: KeyMessages = {
  change: "Modifier",
  change_title: (name) => `Modifier ${name}`,
  save: "Enregistrer",
  which: "Quelles clés",
  both: "Une clé publique et une clé privée",
  private_only: "Une clé privée",
  publishable_only: "Une clé publiable, pour une page ou une application",
  publishable_opens: "Elle crée des paiements et les suit, rien d’autre. Tout le monde peut la lire.",
  publishable_shown: "Voici la nouvelle clé, pour votre page ou votre application.",
  origins: "Pages et applications",
  origins_help:
    "Des origines comme https://boutique.example.cm et des schémas d’application comme com.example.boutique://, séparés par une espace. Les pages d’une autre origine sont refusées, pas les applications.",
  payments_only: "Crée des paiements et les suit",
  apps_only: "depuis des applications seulement",
  ends: "Fin le",
  ends_help: (zone) =>
    `Dès la première minute de ce jour, heure de ${zone}, elles sont refusées. Vide\u00a0: elles ne finissent pas d’elles-mêmes.`,
  ends_on: (day) => `jusqu’au\u00a0${day}`,
  ended_on: (day) => `finie le\u00a0${day}`,
  may: "Ce que permet la clé privée",
  may_all: "Tout",
  may_chosen: "Seulement ce que je choisis",
  may_needed: "Choisissez au moins une chose qu’elle permet.",
  look: "voir",
  noun_may: (name, access) => `${name}\u00a0: ${access}`,
  nouns: {
    payments: { name: "Paiements", write: "demander, annuler" },
    payment_links: { name: "Liens de paiement", write: "créer, fermer" },
    invoices: { name: "Factures", write: "créer, annuler" },
    refunds: { name: "Remboursements", write: "rembourser" },
    releases: { name: "Parts retenues", write: "les libérer" },
    customers: { name: "Clients", write: "ajouter, modifier" },
    transfers: { name: "Transferts", write: "envoyer, annuler" },
    beneficiaries: { name: "Bénéficiaires", write: "ajouter, modifier" },
    balance: { name: "Solde", write: "" },
    withdrawals: { name: "Retraits", write: "retirer, annuler" },
    webhooks: { name: "Webhooks", write: "ajouter, modifier" },
    events: { name: "Événements", write: "" },
  },
  webhooks_see: "Qui peut ajouter des webhooks peut se faire envoyer tous les événements.",
  public_opens:
    "Les paiements et les clients s’ouvrent aussi avec la clé publique seule, sauf si chaque requête demande la clé privée.",
  from: "Seulement depuis ces adresses",
  from_help: "Des adresses ou des plages, séparées par une espace. Vide\u00a0: depuis partout.",
  all_anywhere: "Tout, depuis partout",
  all: "Tout",
  only_from: (addresses) => `depuis\u00a0${addresses}`,
  only_from_some: (first, more) => `depuis\u00a0${first} et ${more} autres`,
  opens: "Ouvre ce qu’ouvre la clé publique",
  rule: "La clé privée pour chaque requête",
  rule_off: "Les paiements et les clients s’ouvrent avec la clé publique seule.",
  rule_on: "Chaque requête demande aussi la clé privée. La clé publique seule n’ouvre rien.",
  rule_require: "L’exiger partout",
  rule_release: "Laisser la clé publique les ouvrir",
  rule_require_hint:
    "En une seconde, les programmes qui n’envoient que la clé publique seront refusés. La page de paiement continue comme avant.",
  rule_release_hint: "En une seconde, qui a la clé publique voit les paiements et les clients, et peut en ajouter.",
};

/** The texts of the API keys and their rights. */
export function useKeyMessages(): KeyMessages {
  return useTranslation({ en, fr });
}

/** The text for the rights and allowed IP addresses of a private key. Null means unrestricted. */
export function limitsText(
  messages: KeyMessages,
  rights: readonly (readonly [KeyResource, readonly ("read" | "write")[]])[] | null,
  addresses: readonly string[] | null,
): string {
  if (rights === null && addresses === null) return messages.all_anywhere;
  const [first = "", ...more] = (addresses ?? []).map((range) => range.replace(/\/(32|128)$/, ""));
  const from =
    addresses === null
      ? []
      : [
          more.length > 1
            ? messages.only_from_some(first, more.length)
            : messages.only_from([first, ...more].join(", ")),
        ];
  return [rights === null ? messages.all : rightsText(messages, rights), ...from].join(" · ");
}

/** The text for the origins and app schemes of a publishable key. */
export function originsText(messages: KeyMessages, origins: readonly string[]): string {
  const [first = "", ...more] = origins.map((origin) => origin.replace(/^https:\/\//, ""));
  if (origins.length === 0) return `${messages.payments_only} · ${messages.apps_only}`;
  const from =
    more.length > 1 ? messages.only_from_some(first, more.length) : messages.only_from([first, ...more].join(", "));
  return `${messages.payments_only} · ${from}`;
}

/** Each resource of a key with its rights: "Payments: look · Balance: look". */
export function rightsText(
  messages: KeyMessages,
  rights: readonly (readonly [KeyResource, readonly ("read" | "write")[]])[],
): string {
  return rights
    .map(([resource, access]) => {
      const { name, write } = messages.nouns[resource];
      return messages.noun_may(
        name,
        access.map((access_kind) => (access_kind === "read" ? messages.look : write)).join(", "),
      );
    })
    .join(" · ");
}
