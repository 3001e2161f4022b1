import type { ReasonTexts } from "./reason-texts.ts";

const QUOTES_ADVICE =
  'mettez toute la cellule entre guillemets et doublez chacun de ceux qu’elle contient ("Hotel 5"" Akwa")';

const RELOAD = "Demande refusée\u00a0: rechargez la page";
const NOT_FOUND = "Introuvable ici";
const WRONG = "Certaines réponses ne conviennent pas";
const BUSY = "Le service est occupé\u00a0: réessayez dans un instant";
const TOO_MUCH = "Trop de demandes\u00a0: réessayez dans un instant";
const NO_MERCHANT = "Saisissez l’identifiant d’un marchand\u00a0: mer_…";
const DECIDED = "Quelqu’un a déjà décidé\u00a0: rechargez la page";
const SPLIT = "partagez-le en plusieurs";
const AGREE = "n’écrivez rien";

/** The text of each reason. */
export const FRENCH_REASONS: ReasonTexts = {
  // The HTTP request.
  malformed_request: "La demande n’est pas du HTTP valable",
  request_incomplete: "La demande s’est interrompue avant la fin",
  request_timed_out: "La demande a mis trop de temps à arriver",
  expectation_unsupported: "N’attendez rien d’autre que 100-continue",
  headers_too_large: "Les en-têtes sont trop longs",
  host_invalid: "La demande a besoin d’un seul en-tête Host valable",
  path_invalid: "Cette adresse n’est pas valable",
  path_not_found: NOT_FOUND,
  method_not_allowed: (p) => `Utilisez ${p.list("methods")} ici`,
  precondition_failed: "Le fichier ne remplit pas une condition de la requête, comme If-Match",
  media_type_unsupported: "Envoyez application/json ou application/x-www-form-urlencoded",
  encoding_unsupported: "Envoyez le texte tel quel, sans le compresser",
  charset_unsupported: "Envoyez du texte en UTF-8",
  body_too_large: "C’est trop volumineux\u00a0: partagez-le en plusieurs envois",
  body_too_deep: (p) => `La demande a plus de ${p.count("maximum", "niveau", "niveaux")}`,
  body_too_complex: (p) =>
    `La demande a plus de ${p.count("maximum", "valeur", "valeurs")}\u00a0: partagez-la en plusieurs envois`,
  invalid_json: "La demande n’est pas du JSON valable",
  invalid_form: "Le formulaire n’est pas lisible",
  invalid_utf8: "Le texte envoyé n’est pas de l’UTF-8 valable",
  invalid_unicode: "Ce texte a des caractères qui n’en sont pas\u00a0: saisissez-le à nouveau",
  duplicate_name: "La demande donne deux fois le même nom",

  // API keys and IP addresses of the caller.
  key_missing: RELOAD,
  key_invalid: RELOAD,
  key_with_scheme: RELOAD,
  key_is_private: RELOAD,
  grant_required: "Il faut d’abord prouver qui vous êtes",
  grant_invalid: RELOAD,
  grant_with_scheme: RELOAD,
  grant_is_public: RELOAD,
  right_missing: (p) => `Il manque à cette clé privée le droit ${p.text("right")}`,
  link_right_missing: (p) => `Il manque à ce lien le droit ${p.text("right")}`,
  grant_ip_not_allowed: "Cette clé privée ne sert pas depuis votre adresse IP",
  ip_not_allowed: "Votre adresse IP n’est pas autorisée à lancer des transferts",
  publishable_key_refused: RELOAD,
  key_origin_not_allowed: RELOAD,
  follow_token_missing: RELOAD,
  linked_merchant_not_found: "Cette entreprise n’est pas connectée",

  // Limits and failures of the service.
  rate_limited: TOO_MUCH,
  too_many_wrong_keys: "Trop de clés erronées\u00a0: attendez un instant, puis réessayez",
  too_many_lists: TOO_MUCH,
  too_much_data: TOO_MUCH,
  too_many_lookups: TOO_MUCH,
  internal_error: "Une erreur est survenue de notre côté",
  service_unavailable: BUSY,
  service_busy: BUSY,
  provider_unavailable: "L’opérateur ne répond pas. Réessayez plus tard",

  // Idempotency.
  idempotency_key_invalid: RELOAD,
  idempotency_key_reused: "Cette demande est déjà partie sous une autre forme\u00a0: rechargez la page",
  idempotency_in_progress: "La même demande est encore en cours",

  // Validation of an order as a whole.
  invalid_request: WRONG,
  validation_failed: WRONG,
  possible_duplicate: (p) => `Le transfert ${p.text("transfer")} a le même montant et le même bénéficiaire`,
  limit_exceeded: (p) =>
    p.text("measure") === "count"
      ? `Plafond atteint\u00a0: encore ${p.count("remaining", "opération possible", "opérations possibles")} jusqu’au ${p.moment("free_at")}`
      : `Plafond atteint\u00a0: encore ${p.money("remaining")} possibles jusqu’au ${p.moment("free_at")}`,
  part_funds_insufficient: (p) =>
    `Une entreprise liée n’a pas sa part de ce remboursement, ${p.money("required")}\u00a0: prenez-le à votre charge, ou attendez`,
  insufficient_funds: (p) => `Le solde ne suffit pas\u00a0: il faut ${p.money("required")}`,
  reference_taken: (p) => `La référence ${p.text("reference")} a déjà servi`,

  // Records that do not exist.
  transfer_not_found: "Transfert introuvable",
  schedule_not_found: "Planification introuvable",
  ...{ schedule_ended: "Cette planification est terminée", schedule_not_active: "Elle est en pause ou terminée" },
  too_many_schedules: "Le nombre maximal de planifications est atteint\u00a0: supprimez-en une",
  sandbox_only: "Seul le mode test permet cela",
  bulk_transfer_not_cancelable: "Plus aucun de ces transferts ne peut être annulé",
  bulk_transfer_not_found: "Transfert groupé introuvable",
  beneficiary_not_found: "Bénéficiaire introuvable",
  payment_not_found: "Paiement introuvable",
  invoice_not_found: "Facture introuvable",
  payment_link_not_found: "Lien de paiement introuvable",
  part_not_found: "Part introuvable",
  refund_not_found: "Remboursement introuvable",
  customer_not_found: "Client introuvable",
  webhook_not_found: "Webhook introuvable",
  delivery_not_found: "Livraison introuvable",
  event_not_found: "Événement introuvable",

  // The state of a record.
  transfer_not_cancelable: "Son état ne le permet plus",
  payment_not_cancelable: "Son état ne le permet plus",
  nothing_to_release: "Aucune part de ce paiement n’est retenue",
  invoice_not_cancelable: "La facture est déjà payée ou annulée",
  invoice_payment_under_way:
    "Un paiement de cette facture est en cours de confirmation\u00a0: attendez qu’il se termine",
  invoice_canceled: "Cette facture a été annulée",
  invoice_paid: "Cette facture est entièrement payée",
  invoice_rest_reserved:
    "Des paiements en cours couvrent le reste de cette facture\u00a0: attendez qu’ils se terminent",
  invoice_payments_exhausted: "Cette facture a reçu trop de paiements\u00a0: créez-en une autre pour le reste",
  payment_not_processable: "Son état ne le permet plus",
  customer_blocked: "Ce client est bloqué et ne peut pas payer",
  payment_tries_exhausted: "Ce paiement a été tenté trop souvent",
  webhook_inactive: "Le webhook est désactivé\u00a0: activez-le d’abord",
  delivery_blocked: "Cette livraison attend la précédente\u00a0: renvoyez celle-là",
  secret_rotation_in_progress: (p) =>
    `Un nouveau secret est en cours d’introduction jusqu’au ${p.moment("until")}\u00a0: confirmez-le d’abord`,
  no_new_secret: "Aucun nouveau secret n’est en cours d’introduction",
  cursor_outdated: "La liste a changé\u00a0: rechargez la page",

  // Signing in.
  sign_in_required: "Connectez-vous d’abord",
  password_step_missing: "Commencez par votre mot de passe",
  credentials_wrong: "L’adresse ou le mot de passe n’est pas le bon",
  password_wrong: "Ce mot de passe n’est pas le bon",
  code_wrong: "Ce code n’est pas le bon, ou a déjà servi",
  passkey_rejected: "La clé d’accès n’a pas été acceptée\u00a0: réessayez",
  too_many_tries: "Trop d’essais\u00a0: attendez un instant, puis réessayez",
  password_tries_exhausted: "Trop de mots de passe erronés\u00a0: reconnectez-vous",
  code_tries_exhausted:
    "Trop de codes erronés aujourd’hui\u00a0: utilisez un code de secours, une clé d’accès ou un navigateur que vous avez déjà utilisé",
  https_required: "La connexion exige HTTPS\u00a0: adressez-vous à qui exploite ce service",
  origin_not_allowed: RELOAD,
  passkeys_unavailable: "Les clés d’accès exigent HTTPS\u00a0: adressez-vous à qui exploite ce service",
  passkey_exists: "Cette clé d’accès est déjà enregistrée",
  passkey_not_found: "Clé d’accès introuvable",
  session_not_found: "Session introuvable",
  second_factor_exists: "La vérification en deux étapes est déjà configurée\u00a0: retirez-la d’abord",
  second_factor_confirmed: "La vérification en deux étapes est déjà confirmée",
  second_factor_missing: "Configurez d’abord la vérification en deux étapes",
  reset_link_expired: "Ce lien n’est plus valable\u00a0: demandez-en un autre",
  mail_unavailable: "Ce Kolo n’envoie pas d’e-mail\u00a0: demandez un lien à qui l’exploite",

  // Authorization.
  role_not_allowed: "Votre rôle ne le permet pas\u00a0: demandez à un propriétaire de l’entreprise",
  second_factor_required:
    "Il y faut la vérification en deux étapes\u00a0: activez-la sous Sécurité, puis connectez-vous avec",
  step_up_required: "Confirmez encore une fois votre identité",
  own_order: "C’est vous qui l’avez demandé\u00a0: une autre personne décide",
  not_a_member: "Vous n’appartenez pas à cette entreprise",
  member_not_found: "Cette personne n’appartient pas à l’entreprise",

  // Invitations.
  invitation_not_found: "Invitation introuvable",
  invitation_expired: "Ce lien n’est plus valable\u00a0: demandez-en un autre",
  invitation_for_other_person: (p) => `Cette invitation est pour ${p.text("email")}\u00a0: connectez-vous sous ce nom`,
  too_many_invitations: "Cette adresse a reçu trop d’invitations\u00a0: attendez un jour",
  account_exists: "Cette adresse a déjà un compte\u00a0: connectez-vous, puis rouvrez le lien",

  // Lists, exports and payment pages.
  list_not_found: NOT_FOUND,
  logged_request_not_found: "Cette demande n’existe pas, ou est trop ancienne",
  party_not_found: "Aucun client ni bénéficiaire ne porte cet identifiant",
  parties_equal: "Choisissez une autre personne à fusionner",
  parties_differ:
    "Ces deux bénéficiaires ne sont pas payés de la même manière\u00a0: type, pays ou devise diffèrent. Gardez les deux.",
  party_unlisted: "Celui que vous gardez n’est pas dans la liste des bénéficiaires. Gardez plutôt l’autre.",
  party_already_merged: "L’un des deux a déjà été fusionné. Rechargez la page.",
  party_merges_exhausted: "Ce dossier a atteint le nombre maximal de fusions",
  account_number_not_found: "Il n’y a pas de numéro de compte ici",
  too_many_exports: "Attendez que les autres fichiers arrivent",
  too_many_pages: "Trop de pages sont ouvertes",
  payment_page_not_found: "Cette page de paiement n’existe pas",
  payment_link_closed: "Ce lien de paiement est fermé",
  payment_link_limit_reached: "Ce lien de paiement n’accepte plus de paiements",
  payment_link_rest_reserved: "D’autres paiements en cours couvrent le reste de ce lien\u00a0: réessayez plus tard",
  payment_link_unknown: "Ce lien de paiement n’existe pas",
  page_not_built: "Cette page n’est pas encore prête",

  // Merchants and keys.
  merchant_not_found: NO_MERCHANT,
  merchant_link_not_found: "Ces entreprises ne sont pas connectées",
  merchant_link_to_itself: "Une entreprise n’a pas besoin d’un lien avec elle-même",
  merchant_link_empty: "Accordez au moins un droit dans au moins un environnement",
  key_not_found: "Clé introuvable",
  key_exists: "Cette clé existe déjà",
  key_revoked: "Cette clé est révoquée",

  // Platform operators.
  person_not_found: (p) => `Personne n’a de compte à l’adresse ${p.text("email")}`,
  person_exists: (p) => `${p.text("email")} a déjà un compte`,
  operator_exists: (p) => `${p.text("email")} exploite déjà la plateforme`,
  operator_not_found: (p) => `${p.text("email")} n’exploite pas la plateforme`,
  provider_account_not_found: "Aucun compte de ce genre n’est en service",
  review_case_not_found: "Ce cas n’existe pas",
  attempt_not_found: "Cette tentative n’existe pas",
  drift_not_found: "Cet écart n’existe pas, ou n’est plus ouvert",
  statement_not_found: "Relevé introuvable",
  withdrawal_not_found: "Retrait introuvable",
  withdrawal_account_not_found: "Compte de retrait introuvable",
  withdrawal_rule_not_found: "Règle de retrait introuvable",
  withdrawal_not_cancelable: "Il est parti ou terminé\u00a0: il ne peut plus être annulé",
  withdrawal_account_confirmed: "Le compte est déjà confirmé",
  too_many_withdrawal_accounts: "Retirez d’abord un compte\u00a0: vous avez le maximum autorisé",
  second_person_required: "Une seconde personne doit le confirmer",
  withdrawal_task_not_found: "Aucun retrait par virement n’a cet identifiant",
  correction_not_found: "Rectification introuvable",
  ledger_entry_not_found: "Le marchand n’a pas d’écriture de ce numéro",
  statement_line_not_found: "Ligne introuvable",
  statement_exists: (p) => `Ce fichier a déjà été importé\u00a0: ${p.text("statement")}`,
  charged_order_not_found: "Aucun ordre de ce nom n’a abouti chez un prestataire",
  merchant_funds_insufficient: (p) =>
    `Le marchand n’a que ${p.money("available")} sur ${p.money("required")}\u00a0: à la charge de la maison`,
  profit_insufficient: (p) => `Le bénéfice est de ${p.money("available")}, et non de ${p.money("required")}`,
  statement_empty: "Ce fichier n’a aucune ligne",
  mail_not_configured: "Les réglages de l’e-mail manquent",
  metrics_closed: "Les mesures sont fermées",
  metrics_token_invalid: "Le jeton des mesures n’est pas le bon",
  worker_stalled: (p) => `Le travail est à l’arrêt\u00a0: ${p.list("workers")}`,

  // The format of a value.
  required: "Ce champ est obligatoire",
  invalid_type: (p) => TYPES[p.text("type")] ?? "Saisissez une valeur d’une autre forme",
  invalid_format: "Cette valeur ne convient pas",
  invalid_currency_code: "Saisissez le code d’une devise, par exemple XAF",
  invalid_country_code: "Saisissez le code d’un pays, par exemple CM",
  invalid_email: "Saisissez une adresse e-mail, par exemple jane@example.cm",
  invalid_value: "Cette valeur ne convient pas",
  not_one_of: (p) => `Valeurs possibles\u00a0: ${p.list("values")}`,
  too_small: (p) => `Saisissez un nombre d’au moins ${p.number("minimum")}`,
  too_large: (p) => `Saisissez un nombre d’au plus ${p.number("maximum")}`,
  too_short: (p) => `Saisissez au moins ${p.count("minimum", "caractère", "caractères")}`,
  too_long: (p) => `Saisissez au plus ${p.count("maximum", "caractère", "caractères")}`,
  too_few: (p) => `Choisissez-en au moins ${p.number("minimum")}`,
  too_many: (p) => `Choisissez-en au plus ${p.number("maximum")}`,
  unknown_parameter: (p) => `Inconnu ici. Filtres connus\u00a0: ${p.list("known")}`,
  repeated_parameter: "Donnez une seule valeur",
  misspelled_field: (p) => `Écrivez ce nom ${p.list("known")}`,
  live_key: "Cette clé est une clé réelle\u00a0: pour un essai, utilisez une clé de test",
  unsupported_field: "Kolo ne fait pas cela\u00a0: retirez ce champ",
  conflicting_parameter: (p) => `À ne pas donner avec ${p.text("other")}`,
  invalid_day: "Saisissez un jour qui existe",
  invalid_moment: "Saisissez un instant, par exemple 2026-03-01T12:00:00Z",
  scheduled_in_past: "Choisissez un moment à venir",
  scheduled_too_far: "Cette date est trop lointaine",
  time_zone_of_merchant: (p) => `Les heures sont celles de votre fuseau horaire, ${p.text("time_zone")}`,
  due_in_past: "Choisissez une échéance à venir",
  due_at_of_instalments: "Laissez l’échéance vide\u00a0: chaque tranche a la sienne",
  instalments_sum: (p) => `La somme des tranches doit être de ${p.number("required")}`,
  instalments_order: "Choisissez une échéance après celle de la tranche précédente",
  schedule_never_due: "Choisissez une date plus tardive\u00a0: aucune échéance avant la fin",
  days_not_daily: "Retirez les jours\u00a0: chaque jour est compris",
  reference_of_schedule: "Retirez la référence\u00a0: chaque échéance crée de nouveaux transferts",
  schedule_missing: "Choisissez aussi la date d’envoi",
  end_before_start: "La fin est avant le début",
  search_too_broad: "Il y a trop à parcourir\u00a0: choisissez moins de jours",
  invalid_url: "Saisissez une adresse qui commence par https://",
  url_with_password: "Retirez le nom et le mot de passe de l’adresse",
  app_scheme:
    "Ajoutez d’abord le schéma de l’application à une clé publiable, ou saisissez un lien https://, qui peut ouvrir l’application",
  not_with_publishable_key: "Une clé publiable ne peut pas fixer ce champ",
  callback_of_other_origin:
    "L’adresse de retour n’est pas celle d’un site ou d’une application de la liste de la clé publiable",

  // References and records.
  reference_invalid: "Saisissez des lettres, des chiffres ou des signes simples, sans espace",
  reference_reserved:
    "Choisissez une autre référence\u00a0: celle-ci ressemble à un identifiant, à une clé ou à une adresse de l’API",
  reference_repeated: "Une autre ligne porte la même référence",
  unknown_beneficiary: "Bénéficiaire introuvable",
  unknown_customer: "Client introuvable",
  unknown_payment: "Paiement introuvable",
  immutable_field: "Ceci ne change plus\u00a0: ajoutez un autre bénéficiaire",

  // Money.
  unknown_currency: (p) => `Kolo ne connaît pas la devise ${p.text("currency")}`,
  unknown_country: (p) => `Il n’y a pas de pays ${p.text("country")}`,
  no_exchange_rate: (p) => `Il n’y a pas de cours de ${p.text("from")} en ${p.text("to")}`,
  bulk_currency_mismatch: "Ce n’est pas la devise du transfert groupé",
  invoice_part_too_large: (p) => `Saisissez au plus ${p.money("maximum")}\u00a0: c’est tout ce qui reste à payer`,
  logo_kind: "Choisissez une image PNG, JPEG ou WebP",
  logo_too_large: (p) => `Choisissez une image d’au plus ${p.number("maximum")} pixels de côté`,
  link_amount_too_large: (p) => `Saisissez au plus ${p.money("maximum")}\u00a0: ce lien n’accepte pas plus`,
  link_limit_below_payments: (p) =>
    `Saisissez au moins ${p.number("minimum")}\u00a0: les paiements de ce lien atteignent déjà ce total`,
  invoice_part_not_allowed: "Cette facture n’accepte pas une partie de ce montant",
  amount_below_minimum: (p) => `Saisissez un montant de ${p.money("minimum")} à ${p.money("maximum")}`,
  amount_above_maximum: (p) => `Saisissez un montant de ${p.money("minimum")} à ${p.money("maximum")}`,

  // Channels.
  unknown_channel: "Ce canal n’existe pas",
  channel_not_connected: (p) => `Le canal ${p.text("channel")} n’est pas connecté ici`,
  channel_currency_mismatch: (p) => `Le canal ${p.text("channel")} porte une autre devise\u00a0: ${p.text("currency")}`,
  channel_not_collecting: (p) => `Le canal ${p.text("channel")} n’encaisse pas en ${p.text("currency")}`,
  channel_country_mismatch: (p) => `Le canal ${p.text("channel")} sert un autre pays`,
  channel_without_phone: (p) => `Le canal ${p.text("channel")} ne paie pas vers un numéro de téléphone`,
  channel_paused: "L’opérateur ne répond pas en ce moment. Réessayez plus tard",
  no_collecting_channel: (p) => `Aucun canal n’encaisse en ${p.text("currency")} ici`,
  no_channel_in_country: (p) => `Aucun canal n’encaisse en ${p.text("currency")} dans ce pays`,
  locked_currency_mismatch: (p) => `Ce n’est pas la devise ${p.text("currency")}`,
  unknown_network: (p) => `L’opérateur de ce numéro n’est pas clair\u00a0: choisissez ${p.list("channels")}`,
  unreachable_network: (p) =>
    `C’est un numéro ${p.text("network")}, qu’aucun canal n’atteint ici. S’il a changé de réseau, choisissez ${p.list("channels")}`,

  // Payers, payees and their phone numbers.
  invalid_phone: "Saisissez un numéro de téléphone, avec l’indicatif s’il n’est pas de votre pays",
  phone_of_other_country: (p) => `Saisissez un numéro de téléphone de ce pays\u00a0: ${p.country("country")}`,
  invalid_mobile_number: (p) =>
    p.list("first_digits") === ""
      ? `Saisissez un numéro mobile de ce pays\u00a0: ${p.country("country")}`
      : `Saisissez un numéro mobile de ce pays (${p.country("country")})\u00a0: ${p.number("digits")}\u00a0chiffres, en commençant par ${p.list("first_digits")}`,
  unknown_mobile_range: (p) =>
    `Aucun numéro mobile de ce pays (${p.country("country")}) ne commence par ${p.text("range")}`,
  recipient_required: "Choisissez un bénéficiaire, ou saisissez le nom et le numéro",
  recipient_ambiguous: "Choisissez un bénéficiaire, ou saisissez le nom et le numéro, mais pas les deux",
  contact_required: "Saisissez un numéro ou une adresse e-mail",
  payer_required: "Saisissez un numéro, une adresse e-mail ou un client",
  required_for_type: "Ce champ est obligatoire",
  required_by_channel: (p) => `Le canal ${p.text("channel")} en a besoin`,
  beneficiary_type_mismatch: (p) => `Le canal ${p.text("channel")} ne paie pas ce bénéficiaire`,
  beneficiary_currency_mismatch: (p) => `Le bénéficiaire reçoit des ${p.text("currency")}`,

  // Refunds.
  payment_not_complete: "Seul un paiement réussi se rembourse",
  payment_fully_refunded: "Tout a déjà été remboursé",
  payment_reversed: "Ce paiement n’est finalement pas arrivé, dit l’opérateur",
  nothing_to_refund: "Il ne reste rien\u00a0: un remboursement qui avait échoué est finalement parti, dit l’opérateur",
  payee_blocked: "Ce numéro ou ce compte est bloqué",
  otp_required: "Ce numéro exige un code à usage unique de son opérateur",
  payer_blocked: "Ce numéro est bloqué",
  block_party: "Saisissez un numéro de téléphone, ou un numéro de compte avec son code banque",
  already_blocked: "Ce numéro ou ce compte est déjà bloqué",
  blocks_exhausted: (p) => `Il y a déjà ${p.number("maximum")} blocages\u00a0: supprimez-en un d’abord`,
  block_not_found: "Ce blocage n’existe pas, ou c’est l’opérateur de la plateforme qui l’a posé",
  limit_not_stricter: (p) => `L’opérateur de la plateforme autorise au plus ${p.number("maximum")}`,
  limits_exhausted: (p) => `Il y a déjà ${p.number("maximum")} plafonds\u00a0: supprimez-en un d’abord`,
  limit_currency: "Un montant a besoin d’une devise\u202f; un nombre d’opérations n’en a pas",
  limit_holder: "Cette clé ou cette personne n’existe pas",
  limit_not_found: "Ce plafond n’existe pas, ou c’est l’opérateur de la plateforme qui l’a fixé",
  part_size_required: "Indiquez un pourcentage ou un montant",
  fixed_part_of_open_amount: "Le payeur choisit le montant\u00a0: indiquez un pourcentage",
  split_exceeds_payment: "Les parts dépassent le paiement",
  part_merchant_not_linked: "Cette entreprise n’est pas liée à la vôtre",
  part_environment_not_linked: "Le lien avec cette entreprise ne couvre pas cet environnement",
  unknown_part: "Le paiement n’a pas cette part",
  part_not_held: "Plus rien de cette part n’est retenu",
  payment_not_split: "Ce paiement n’a pas de parts",
  refund_too_large: (p) => `De ce paiement, ${p.money("maximum")} peuvent encore être remboursés`,

  // Webhooks.
  too_many_webhooks: (p) => `Il y a déjà ${p.count("maximum", "webhook", "webhooks")}\u00a0: supprimez-en un d’abord`,
  host_not_public: "Cette adresse n’est pas sur l’internet public",
  port_not_allowed: (p) => `Utilisez l’un des ports ${p.list("ports")}`,

  // Files.
  file_too_large: (p) => `Ce fichier a plus de ${p.number("maximum_mib")}\u00a0Mio\u00a0: ${SPLIT}`,
  file_too_complex: (p) => `Ce fichier contient trop, jusqu’à la ligne ${p.number("line")}\u00a0: ${SPLIT}`,
  file_too_large_unpacked: (p) =>
    `Ce fichier se décompresse à plus de ${p.number("maximum_mib")}\u00a0Mio\u00a0: ${SPLIT}`,
  file_encrypted: "Ce fichier est chiffré, ou un .xls\u00a0: enregistrez-le en .xlsx sans mot de passe",
  file_unreadable: "Ce fichier n’est pas un classeur lisible\u00a0: enregistrez-le à nouveau",
  file_encoding_mixed: (p) =>
    `La ligne ${p.number("line")} n’est pas en ${p.text("encoding")} comme le reste du fichier\u00a0: enregistrez-le à nouveau`,
  file_character_invalid: (p) =>
    `La ligne ${p.number("line")} a un caractère qui n’est pas du texte, tel que NUL\u00a0: retirez-le`,
  file_quotes_invalid: (p) =>
    `La ligne ${p.number("line")} ${QUOTE_PROBLEMS[p.text("problem")] ?? "a des guillemets mal placés"}\u00a0: ${QUOTES_ADVICE}`,
  file_too_many_lines: (p) => `Ce fichier a plus de ${p.count("maximum", "ligne", "lignes")}`,
  file_too_many_rows: (p) => `Ce fichier a plus de ${p.count("maximum", "ligne", "lignes")}\u00a0: ${SPLIT}`,
  file_too_many_columns: (p) => `La ligne ${p.number("line")} a plus de ${p.count("maximum", "colonne", "colonnes")}`,
  file_row_too_long: (p) => `La ligne ${p.number("line")} a plus de ${p.count("maximum", "caractère", "caractères")}`,
  file_row_too_wide: (p) =>
    `La ligne ${p.number("line")} a ${p.count("cells", "cellule", "cellules")}, et l’en-tête de la ligne ${p.number("heading_line")} en a ${p.number("heading_cells")}`,
  file_columns_missing: (p) =>
    `La première ligne du fichier doit nommer ses colonnes\u00a0: il manque ${p.list("columns")}`,
  file_column_unsupported: (p) => `Kolo ne fait pas ce que demande la colonne ${p.list("headings")}\u00a0: retirez-la`,
  file_columns_repeated: (p) =>
    `Ce fichier a plusieurs colonnes pour ${p.list("columns")}, ${p.list("headings")}\u00a0: n’en gardez qu’une`,

  // Dashboard users.
  weak_password: (p) =>
    `${WEAKNESSES[p.text("weakness")] ?? "Ce mot de passe se devine"}\u00a0: choisissez-en un autre`,
  code_required: "Saisissez le code de votre application",
  password_required: "Saisissez votre mot de passe",
  app_code_wrong: "Saisissez les six chiffres que l’application affiche maintenant",
  passkey_response_invalid: "La réponse du navigateur n’est pas valable\u00a0: enregistrez la clé d’accès à nouveau",
  too_many_passkeys: (p) => `Il y en a déjà ${p.number("maximum")}\u00a0: retirez-en d’abord une`,
  already_member: (p) => `${p.text("email")} appartient déjà à cette entreprise`,
  too_many_open_invitations: (p) =>
    `${p.count("maximum", "invitation est en attente", "invitations sont en attente")}\u00a0: retirez-en d’abord une`,
  last_owner: "Une entreprise garde un propriétaire\u00a0: nommez-en d’abord un autre",
  name_required: "Personne n’a encore cette adresse\u00a0: donnez aussi un nom",
  own_merchant: "C’est l’identifiant de cette entreprise\u00a0: saisissez celui de l’autre",
  unknown_merchant: NO_MERCHANT,
  time_zone_invalid: "Ce fuseau horaire n’existe pas\u00a0: saisissez par exemple Africa/Douala",

  // API keys and their allowed IP addresses.
  day_not_in_future: "Saisissez un jour après aujourd’hui",
  key_form_invalid: "Ce texte ne peut pas être une clé",
  key_of_other_environment: "Une clé qui commence par test_ est une clé de test",
  origins_of_other_key: "Seule une clé publiable a une liste de sites",
  origin_invalid: (p) =>
    `Saisissez une origine comme https://boutique.example.cm, ou le schéma d’une application comme com.example.boutique://, et non ${p.text("origin")}`,
  restriction_of_public_key: "Seule une clé privée a des droits ou des adresses à elle",
  unknown_right: (p) => `Valeurs possibles\u00a0: ${p.list("values")}`,
  address_invalid: (p) =>
    `Saisissez une adresse IP ou une plage, par exemple 203.0.113.0/24, et non ${p.text("address")}`,
  address_not_listed: (p) => `${p.text("range")} n’est pas dans la liste`,

  // Approvals, manual review cases and reconciliation.
  approval_not_needed: "Ceci n’attend la décision de personne",
  approval_decided: "Une décision a déjà été prise",
  approval_of_bulk: (p) => `Cela se décide avec son transfert groupé, ${p.text("bulk")}`,
  already_resolved: DECIDED,
  nothing_to_resolve: `Relevé et livres concordent désormais\u00a0: ${AGREE}`,
  resolution_not_allowed: "Cette décision n’est plus possible\u00a0: rechargez la page",
  order_not_ended: "L’ordre n’est pas terminé\u00a0: il le sera de lui-même, ou dans son cas",
  booked_by_other_record: (p) => `C’est déjà écrit par ${p.text("record")}, qui dit la même chose\u00a0: ${AGREE}`,
  on_other_statement: (p) => `C’est sur le relevé ${p.text("statement")}\u00a0: ${AGREE}`,
  corrected_by_statement: `Une ligne de relevé l’a corrigé entre-temps\u00a0: ${AGREE}`,
  unknown_withdrawal_account: "Compte de retrait introuvable",
  withdrawal_account_unconfirmed: "Le compte de retrait n’est pas encore confirmé",
  withdrawal_account_cooling: "Le compte de retrait est nouveau\u00a0: attendez la fin du délai",
  withdrawal_task_closed: "Le retrait est dans un autre état\u00a0: rechargez la liste",
  document_required: "Indiquez la pièce justificative",
  entry_not_reversible: "Cette écriture ne se contre-passe pas à la main\u00a0: annulez ou vérifiez son ordre",
  entry_reversed: "L’écriture est déjà contre-passée, ou en attente de l’être",
  entry_superseded:
    "Des écritures plus récentes ont changé le montant de cet ordre\u00a0: contre-passez d’abord la dernière",
  invoice_paid_again: "La facture a été payée de nouveau\u00a0: remboursez d’abord l’un de ses paiements",
  refund_given_again: "Le paiement a été remboursé de nouveau\u00a0: contre-passez d’abord ce remboursement",
  note_required: "Dites pourquoi",
  merchant_required: "Dites dans les livres de qui",

  // Settings of platform operators.
  unknown_setting: (p) => `Le prestataire n’a pas ce réglage. Il a\u00a0: ${p.list("values")}`,
  setting_required: "Ce réglage est obligatoire",
  setting_invalid: "Ce réglage a une autre forme",
  account_name_invalid: "Saisissez des minuscules, des chiffres et des traits d’union, par exemple mtn-ouganda",
  account_name_taken:
    "Un compte d’un autre prestataire ou d’un autre marché porte ce nom\u00a0: choisissez-en un autre",
  market_has_account:
    "Un autre compte traite déjà ces ordres sur ce marché\u00a0: modifiez-le, ou déconnectez-le d’abord",
  market_not_served: (p) => `Les marchés de ce prestataire sont ${p.list("values")}`,
  dial_code_invalid: "Saisissez un code tel que *165#",
  unknown_mapping: (p) => `Il y a une correspondance de colonnes pour ${p.list("values")}`,
  channel_of_other_provider: "Ce canal est d’un autre prestataire",
  fee_on_routed_channel: (p) =>
    `Les ordres par ${p.text("channel")} coûtent les frais de ${p.list("channels")}\u00a0: réglez ceux-là`,
  bands_overlap: "Deux tranches commencent au même montant",
  percentage_invalid: "Saisissez un pourcentage de 0 à 100",
  maximum_below_minimum: "Le maximum est inférieur au minimum",
  expiry_not_in_future: "Saisissez un instant à venir",
  top_up_too_large: (p) => `Un rechargement ou une correction peut porter un solde à ${p.money("maximum")} au plus`,
  rate_of_one_currency: "Un cours est entre deux devises",
  rate_invalid: "Saisissez un nombre décimal positif avec un point, par exemple 655.957",
  parity_fixed: (p) => `La parité entre ${p.text("from")} et ${p.text("to")} est fixe`,
  rates_file_invalid: "Ce n’est pas le fichier quotidien de la Banque centrale",
  statement_currency_mismatch: (p) =>
    `La ligne ${p.number("line")} est un ordre en ${p.text("currency")}, et le relevé serait en ${p.text("statement_currency")}`,
  statement_column_missing: (p) => `Aucune colonne du fichier ne convient\u00a0: ${p.list("headings")}`,
  statement_amount_invalid: (p) => `Ligne ${p.number("line")}\u00a0: le montant ${p.text("cell")} est illisible`,
  statement_fee_invalid: (p) => `Ligne ${p.number("line")}\u00a0: les frais ${p.text("cell")} sont illisibles`,
  statement_date_invalid: (p) => `Ligne ${p.number("line")}\u00a0: la date ${p.text("cell")} est illisible`,
  statement_direction_unclear: (p) =>
    `Ligne ${p.number("line")}\u00a0: «\u00a0${p.text("cell")}\u00a0» ne dit pas si l’argent est entré ou sorti`,

  // Requests that the dashboard sends.
  event_stream_required: RELOAD,
  webhook_required: "Nommez le webhook",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "Saisissez un texte",
  integer: "Saisissez un nombre entier",
  number: "Saisissez un nombre",
  boolean: "Saisissez oui ou non",
  array: "Saisissez une liste",
};

const QUOTE_PROBLEMS: Readonly<Record<string, string>> = {
  inside_cell: "a un guillemet dans une cellule qui ne commence pas par un guillemet",
  formula: "a une formule avec des guillemets",
  unclosed: "ouvre un guillemet qui n’est jamais fermé",
  text_behind: "a du texte derrière un guillemet fermant",
};

const WEAKNESSES: Readonly<Record<string, string>> = {
  common: "Ce mot de passe est parmi les premiers essayés",
  words: "Ce mot de passe est surtout un nom (le vôtre, votre adresse, votre entreprise ou Kolo)",
  pattern: "Ce mot de passe est une rangée de touches, une suite ou une répétition",
};
