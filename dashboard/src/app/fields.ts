// Written by `npm run docs` from the tables of fields in server/resources and the labels in server/kernel.

/** The name of each field, by language. */
export const FIELD_LABELS = {
  "en": {
    "id": "Id",
    "number": "Number",
    "reference": "Reference",
    "merchant_reference": "Your reference",
    "trxref": "Your reference, once more",
    "status": "Status",
    "state": "State",
    "active": "State",
    "amount": "Amount",
    "fee": "Fee",
    "amount_total": "With the fee",
    "converted_amount": "In the other currency",
    "amount_paid": "Paid",
    "amount_reserved": "Being paid",
    "amount_overdue": "Overdue",
    "amount_net": "Your part",
    "platform_name": "Collected by",
    "settled_at": "Received",
    "reminders": "Reminders",
    "language": "Language",
    "next_reminder_at": "Next reminder",
    "amount_refunded": "Refunded",
    "max_payments": "Payments at most",
    "max_amount_collected": "Sum at most",
    "total_transfers": "Transfers",
    "total_amount": "Sum",
    "total_fee": "Fees",
    "balance": "Balance after",
    "currency": "Currency",
    "channel": "Channel",
    "name": "Name",
    "phone": "Number",
    "email": "E-mail",
    "blocked_at": "Blocked",
    "account": "Account",
    "account_number": "Account number",
    "bank_code": "Bank code",
    "bank_reference": "Bank's reference",
    "first_confirmed_by": "First confirmed by",
    "usable_at": "Usable from",
    "country": "Country",
    "type": "Kind",
    "customer": "Customer",
    "customer_name": "Customer's name",
    "beneficiary": "Beneficiary",
    "payment": "Payment",
    "payment_reference": "Payment's reference",
    "bulk": "Bulk transfer",
    "bulk_transfer": "Bulk transfer",
    "bulk_description": "Bulk transfer's description",
    "description": "Description",
    "reason": "Reason",
    "callback": "Return address",
    "url": "Address",
    "created_at": "Created",
    "events": "Events",
    "event": "Event",
    "resource": "Record",
    "kind": "What",
    "subject": "Record",
    "completed_at": "Completed",
    "updated_at": "Last change",
    "failure_reason": "Why it failed",
    "disabled_reason": "Why it is off",
    "sequence": "Number among its events",
    "event_type": "Event",
    "attempts": "Attempts",
    "last_outcome": "Last outcome",
    "origin": "Made by",
    "last_attempt_at": "Last attempt",
    "due_at": "Due",
    "paid_at": "Paid on",
    "next_due_at": "Next payment",
    "scheduled_at": "Scheduled for",
    "reserve_funds": "Money held",
    "refund_bearer": "Borne by",
    "schedule": "Schedule",
    "next_attempt_at": "Next attempt",
    "ended_at": "Ended",
    "processing_at": "Payment started",
    "expires_at": "Expires",
    "in_order": "In order",
    "rate_limit": "Requests a second at most",
    "concurrency": "Requests at once at most",
    "next_secret_from": "New secret alone from",
    "disabled_at": "Switched off",
    "webhook": "Webhook",
    "position": "Sequence",
    "failure_code": "Failure code",
    "document": "Document",
    "debt": "Owed",
    "entry": "Entry reversed",
    "direction": "In or out",
    "subject_name": "Record's name",
    "resource_name": "Record's name",
    "environment": "Environment",
    "actor": "Who",
    "actor_name": "Who (name)",
    "action": "What",
    "before": "Before",
    "after": "After"
  },
  "fr": {
    "id": "Identifiant",
    "number": "Numéro",
    "reference": "Référence",
    "merchant_reference": "Votre référence",
    "trxref": "Votre référence (bis)",
    "status": "État",
    "state": "État",
    "active": "État",
    "amount": "Montant",
    "fee": "Frais",
    "amount_total": "Frais compris",
    "converted_amount": "Dans l’autre devise",
    "amount_paid": "Payé",
    "amount_reserved": "En cours de paiement",
    "amount_overdue": "En retard",
    "amount_net": "Votre part",
    "platform_name": "Encaissé par",
    "settled_at": "Reçu le",
    "reminders": "Rappels",
    "language": "Langue",
    "next_reminder_at": "Prochain rappel",
    "amount_refunded": "Remboursé",
    "max_payments": "Paiements au plus",
    "max_amount_collected": "Somme maximale",
    "total_transfers": "Transferts",
    "total_amount": "Somme",
    "total_fee": "Frais",
    "balance": "Solde après",
    "currency": "Devise",
    "channel": "Canal",
    "name": "Nom",
    "phone": "Numéro",
    "email": "E-mail",
    "blocked_at": "Bloqué",
    "account": "Compte",
    "account_number": "Numéro de compte",
    "bank_code": "Code banque",
    "bank_reference": "Référence de la banque",
    "first_confirmed_by": "Premier à confirmer",
    "usable_at": "Utilisable à partir de",
    "country": "Pays",
    "type": "Type",
    "customer": "Client",
    "customer_name": "Nom du client",
    "beneficiary": "Bénéficiaire",
    "payment": "Paiement",
    "payment_reference": "Référence du paiement",
    "bulk": "Transfert groupé",
    "bulk_transfer": "Transfert groupé",
    "bulk_description": "Description du transfert groupé",
    "description": "Description",
    "reason": "Motif",
    "callback": "Adresse de retour",
    "url": "Adresse",
    "created_at": "Création",
    "events": "Événements",
    "event": "Événement",
    "resource": "Objet",
    "kind": "Mouvement",
    "subject": "Objet",
    "completed_at": "Terminé",
    "updated_at": "Modification",
    "failure_reason": "Motif de l’échec",
    "disabled_reason": "Motif de l’arrêt",
    "sequence": "Numéro parmi ses événements",
    "event_type": "Événement",
    "attempts": "Essais",
    "last_outcome": "Dernier résultat",
    "origin": "Origine",
    "last_attempt_at": "Dernier essai",
    "due_at": "Échéance",
    "paid_at": "Payée le",
    "next_due_at": "Prochain paiement",
    "scheduled_at": "Prévu pour",
    "reserve_funds": "Argent réservé",
    "refund_bearer": "À la charge de",
    "schedule": "Planification",
    "next_attempt_at": "Prochain essai",
    "ended_at": "Fin",
    "processing_at": "Paiement commencé",
    "expires_at": "Expire",
    "in_order": "Dans l’ordre",
    "rate_limit": "Requêtes par seconde au plus",
    "concurrency": "Requêtes simultanées au plus",
    "next_secret_from": "Nouveau secret seul à partir de",
    "disabled_at": "Désactivé",
    "webhook": "Webhook",
    "position": "Rang",
    "failure_code": "Code de l’échec",
    "document": "Pièce",
    "debt": "Dette",
    "entry": "Écriture contre-passée",
    "direction": "Entrée ou sortie",
    "subject_name": "Nom de l’objet",
    "resource_name": "Nom de l’objet",
    "environment": "Environnement",
    "actor": "Qui",
    "actor_name": "Qui (nom)",
    "action": "Quoi",
    "before": "Avant",
    "after": "Après"
  }
};

/** The columns of each list: those shown by default, and the others. */
export const LIST_COLUMNS = {
  "payments": {
    "columns": [
      "amount",
      "status",
      "customer",
      "reference",
      "channel",
      "description",
      "created_at"
    ],
    "others": [
      "phone",
      "fee",
      "amount_refunded",
      "completed_at",
      "failure_reason"
    ]
  },
  "payment-links": {
    "columns": [
      "name",
      "amount",
      "active",
      "created_at"
    ],
    "others": [
      "description",
      "url",
      "max_payments",
      "max_amount_collected"
    ]
  },
  "invoices": {
    "columns": [
      "amount",
      "amount_paid",
      "status",
      "customer",
      "reference",
      "due_at",
      "created_at"
    ],
    "others": [
      "paid_at",
      "amount_reserved",
      "amount_overdue",
      "description"
    ]
  },
  "refunds": {
    "columns": [
      "amount",
      "status",
      "payment",
      "reason",
      "channel",
      "created_at"
    ],
    "others": [
      "completed_at",
      "failure_reason"
    ]
  },
  "transfers": {
    "columns": [
      "amount",
      "status",
      "beneficiary",
      "reference",
      "channel",
      "description",
      "created_at"
    ],
    "others": [
      "fee",
      "amount_total",
      "completed_at",
      "failure_reason"
    ]
  },
  "bulk": {
    "columns": [
      "total_amount",
      "total_transfers",
      "description",
      "created_at"
    ],
    "others": []
  },
  "withdrawals": {
    "columns": [
      "amount",
      "status",
      "account",
      "reference",
      "description",
      "created_at"
    ],
    "others": [
      "channel",
      "bank_reference",
      "completed_at",
      "failure_reason"
    ]
  },
  "withdrawal-accounts": {
    "columns": [
      "name",
      "number",
      "state",
      "type",
      "usable_at",
      "created_at"
    ],
    "others": [
      "bank_code"
    ]
  },
  "beneficiaries": {
    "columns": [
      "name",
      "phone",
      "email",
      "type",
      "created_at"
    ],
    "others": [
      "country",
      "currency"
    ]
  },
  "customers": {
    "columns": [
      "name",
      "email",
      "phone",
      "created_at"
    ],
    "others": []
  }
} as const;

/** The inputs of each form. That of transfers has others besides. */
export const FORM_INPUTS = {
  "payments": [
    "amount",
    "phone",
    "email",
    "name",
    "description",
    "reference"
  ],
  "payment-links": [
    "name",
    "amount",
    "description",
    "callback",
    "max_payments",
    "max_amount_collected"
  ],
  "transfers": [
    "description",
    "reference"
  ],
  "withdrawal-accounts": [
    "type",
    "name",
    "phone",
    "bank_code",
    "account_number"
  ],
  "beneficiaries": [
    "type",
    "name",
    "phone",
    "account_number",
    "bank_code",
    "email"
  ],
  "customers": [
    "name",
    "phone",
    "email"
  ]
} as const;

/** The fields that a file of payees may have as columns. */
export const FILE_COLUMNS = [
  "amount",
  "name",
  "phone",
  "channel",
  "reference",
  "description",
  "beneficiary",
  "email",
  "account_number",
  "bank_code",
  "country",
  "currency"
] as const;
