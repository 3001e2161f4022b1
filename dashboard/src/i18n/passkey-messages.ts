import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  passkeys: "Passkeys",
  help: "Your phone, computer or security key signs you in: no password, no code. A passkey counts as two-step verification.",
  nowhere: "This address cannot have passkeys. They need the name of your Kolo and HTTPS.",
  none: "There is none yet.",
  add: "Add a passkey",
  name: "What to call it",
  name_needed: "Give it a name, such as the device’s",
  added: "The passkey is added. Every other session has ended.",
  used: "Last used",
  never: "Never used",
  remove: (name: string) => `Remove ${name}`,
  remove_button: "Remove",
  remove_sure: "Remove this passkey?",
  remove_hint: "It no longer signs you in. Delete it on the device, too.",
  sign_in: "Use a passkey",
  let_be: "No passkey was used. Try again, or go on below.",
  or: "or",
  recovery_help: "One of your recovery codes.",
};

export type PasskeyMessages = typeof en;

const fr: PasskeyMessages = {
  passkeys: "Clés d’accès",
  help: "Votre téléphone, ordinateur ou clé de sécurité vous connecte, sans mot de passe ni code. Une clé d’accès vaut vérification en deux étapes.",
  nowhere: "Cette adresse ne permet pas de clé d’accès\u00a0: il faut le nom de votre Kolo et HTTPS.",
  none: "Il n’y en a pas encore.",
  add: "Ajouter une clé d’accès",
  name: "Son nom",
  name_needed: "Donnez-lui un nom, celui de l’appareil par exemple",
  added: "La clé d’accès est ajoutée. Toutes les autres connexions sont fermées.",
  used: "Dernier usage",
  never: "Jamais utilisée",
  remove: (name) => `Retirer ${name}`,
  remove_button: "Retirer",
  remove_sure: "Retirer cette clé d’accès\u202f?",
  remove_hint: "Elle ne vous connectera plus. Supprimez-la aussi sur l’appareil.",
  sign_in: "Utiliser une clé d’accès",
  let_be: "Aucune clé d’accès n’a servi. Réessayez, ou continuez ci-dessous.",
  or: "ou",
  recovery_help: "L’un de vos codes de secours.",
};

export function usePasskeyMessages(): PasskeyMessages {
  return useTranslation({ en, fr });
}
