// Written by `npm run docs` from docs/reference/openapi.json.

/** How an operation is called: its keys, and the field that marks an answer as its own. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly keys: "public" | "both";
  readonly gives: string | null;
}

/** A body that is sent as it is. */
export interface FileBody {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const PAYMENT_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled",
  "expired"
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export interface Payment {
  readonly id: string;
  /** The merchant's own name for it, unique for ever within the environment. */
  readonly reference: string;
  /** The merchant's own name for it, unique for ever within the environment. */
  readonly merchant_reference: string | null;
  /** The merchant's own name for it, unique for ever within the environment. */
  readonly trxref: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly converted_amount: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** In the currency's smallest unit. */
  readonly amount_refunded: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly customer: string;
  readonly channel: string | null;
  /** The number that was asked to confirm. */
  readonly phone: string | null;
  readonly description: string | null;
  /** Where the payer is sent afterwards; `reference`, `trxref` and `status` are appended to its query, the rest is kept to the letter. */
  readonly callback: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly processing_at?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly expires_at?: string;
  readonly failure_reason?: string;
}

export interface NewPayment {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly email?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  readonly customer?: string | {
    readonly name?: string;
    readonly email?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone?: string;
  };
  readonly name?: string;
  /** Your own name for it, unique for ever within the environment. It cannot look like an id of Kolo (`pay_…`), a key or a token, nor be a word of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly description?: string;
  /** Where the payer is sent afterwards; `reference`, `trxref` and `status` are appended to its query, the rest is kept to the letter. */
  readonly callback?: string;
  readonly locked_channel?: string;
  /** Two-letter ISO 3166 code. */
  readonly locked_country?: string;
  /** Three-letter ISO 4217 code. */
  readonly locked_currency?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ProcessPayment {
  readonly channel: string;
  readonly data?: {
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly account_number?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly account_number?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
  readonly client_ip?: string;
}

export interface PaymentLink {
  readonly id: string;
  /** Whoever opens it can pay. */
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  /** In the currency's smallest unit; null where the payer chooses. */
  readonly amount: number | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** Where the payer is sent afterwards; `reference`, `trxref` and `status` are appended to its query, the rest is kept to the letter. */
  readonly callback: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly active: boolean;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewPaymentLink {
  readonly name: string;
  readonly description?: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** Where the payer is sent afterwards; `reference`, `trxref` and `status` are appended to its query, the rest is kept to the letter. */
  readonly callback?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const REFUND_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed"
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Present when a second person must agree, or had to. While it is `waiting` nothing is sent. */
export interface Approval {
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
}

export interface Refund {
  readonly id: string;
  readonly payment: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: RefundStatus;
  readonly channel: string;
  readonly reason: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_reason?: string;
  readonly approval?: Approval;
}

export interface NewRefund {
  readonly payment: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number;
  readonly reason?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The account holder and the possible duplicates that the maker of the order saw. */
export interface SeenByMaker {
  readonly holder: {
    /** Whether the number has an account at the network. */
    readonly found: boolean;
    readonly active: boolean | null;
    /** The account holder's name, as given by the network. */
    readonly name: string | null;
    readonly match: "matches" | "similar" | "differs" | null;
  } | null;
  /** Transfers of the 24 hours before to the same number or account, of the same amount. */
  readonly duplicates: readonly string[];
  /** Of a bulk: entries that are like another entry of it. */
  readonly repeats: number;
}

export interface ApprovalDetails {
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
  /** Who asked for it; null for a key of the API. */
  readonly asked_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly asked_at: string;
  readonly decided_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly seen: SeenByMaker;
}

export interface RefundDetails {
  readonly id: string;
  readonly payment: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: RefundStatus;
  readonly channel: string;
  readonly reason: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_reason?: string;
  readonly approval?: ApprovalDetails;
}

export interface NewLookup {
  readonly channel: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string;
  readonly name?: string;
}

export interface Lookup {
  /** The channel the number is paid over. */
  readonly channel: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string;
  /** Whether the number has an account at the operator. */
  readonly found: boolean;
  /** Whether it can receive; null where the operator does not say. */
  readonly active: boolean | null;
  /** Null where the operator does not say. */
  readonly name: string | null;
  /** How the name you gave fits; null when one is missing. */
  readonly match: "matches" | "similar" | "differs" | null;
}

export const TRANSFER_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled"
] as const;

export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export interface Transfer {
  readonly id: string;
  /** The merchant's own name for it, unique for ever within the environment. */
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: TransferStatus;
  readonly beneficiary: string;
  readonly channel: string;
  readonly description: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly bulk_transfer?: string;
  readonly approval?: Approval;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_reason?: string;
}

export interface BeneficiaryData {
  readonly name: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string;
  readonly email?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
}

export interface NewTransfer {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly beneficiary_data?: BeneficiaryData;
  readonly recipient?: string | {
    readonly name?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly description?: string;
  /** Your own name for it, unique for ever within the environment. It cannot look like an id of Kolo (`pay_…`), a key or a token, nor be a word of the API's paths (`bulk`). */
  readonly reference?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Sent only if the operator says the number belongs to somebody of this name; otherwise it fails. */
  readonly expect_name?: string;
}

export interface OrderedReceiver {
  readonly name: string | null;
  /** The number or account that is paid. */
  readonly number: string;
  readonly bank_code: string | null;
}

export interface TransferDetails {
  readonly id: string;
  /** The merchant's own name for it, unique for ever within the environment. */
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** In the currency's smallest unit. */
  readonly converted_amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: TransferStatus;
  readonly business: {
    readonly id: string;
    /** Two-letter ISO 3166 code. */
    readonly country: string;
    readonly email: string;
    readonly phone: string | null;
    readonly poster: string | null;
    readonly name: string;
  };
  readonly beneficiary: {
    readonly id: string;
    readonly phone: string | null;
    readonly name: string | null;
    readonly email: string | null;
    /** Two-letter ISO 3166 code. */
    readonly country: string;
    readonly channel: {
      readonly name: string;
      readonly type: string;
      readonly id: string;
    };
    readonly receiver: {
      /** The number or account that was paid. */
      readonly number: string;
    };
  };
  readonly receiver: OrderedReceiver;
  readonly channel: string;
  readonly description: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly bulk_transfer?: string;
  readonly approval?: ApprovalDetails;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly initiated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_reason?: string;
}

export interface TimelineStep {
  /** ISO 8601 in UTC, with microseconds. */
  readonly at: string;
  /** `event`: its status changed; `attempt`: it was given to a provider, or ended there; `provider`: a request to the provider and its answer; `notice`: the provider called us; `entry`: the ledger moved; `review`: a person was asked, or decided; `approval`: the merchant's second person was asked, or decided; `delivery`: a webhook was told; `statement`: the provider's statement was compared; `progress`: transfers of a bulk ended. */
  readonly kind: "event" | "attempt" | "provider" | "notice" | "entry" | "review" | "approval" | "delivery" | "statement" | "progress";
  /** What happened, in a few words. */
  readonly what: string;
  /** What is known of it. Requests and answers are shown without secrets and whole numbers. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Timeline {
  /** The transfer, payment, refund or bulk transfer. */
  readonly id: string;
  /** Of a bulk: `processing` while one of its transfers has not ended. */
  readonly status: string;
  /** Whether the provider's own statement has been compared with it, apart from its status. Each transfer of a bulk has its own. */
  readonly reconciliation?: "unreconciled" | "reconciled" | "exception";
  /** When there are more: the first and the newest. */
  readonly steps: readonly TimelineStep[];
}

export interface NewBulkTransferEntry {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly beneficiary_data?: BeneficiaryData;
  readonly recipient?: string | {
    readonly name?: string;
    /** In any spelling; stored and shown as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  /** Your own name for it, unique for ever within the environment. It cannot look like an id of Kolo (`pay_…`), a key or a token, nor be a word of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly description?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Sent only if the operator says the number belongs to somebody of this name; otherwise it fails. */
  readonly expect_name?: string;
}

export interface NewBulkTransfer {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly description?: string;
  readonly transfers: readonly NewBulkTransferEntry[];
}

export interface CreatedBulkTransfer {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: Approval;
  readonly transfers: readonly {
    readonly id: string;
    /** The merchant's own name for it, unique for ever within the environment. */
    readonly reference: string;
    /** In the currency's smallest unit. */
    readonly amount: number;
    readonly status: TransferStatus;
  }[];
}

export interface BulkTransferCheck {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  /** In the currency's smallest unit. */
  readonly available: number;
  /** Whether a second person must agree before any of it goes out. */
  readonly needs_approval: boolean;
  /** Whether the balance covers the amounts and fees of what can be sent. */
  readonly is_enough: boolean;
  /** What is wrong, by entry: nothing of a bulk is accepted while there is any. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly duplicates: readonly {
    /** Its place in the list, from 0. */
    readonly entry: number;
    /** A transfer of the last 24 hours to the same number or account, of the same amount. */
    readonly transfer: string;
  }[];
  /** Entries that pay somebody whom an earlier entry pays the same amount. */
  readonly repeats: readonly {
    /** Its place in the list, from 0. */
    readonly entry: number;
    /** The first entry of the list to the same number or account, of the same amount. */
    readonly first: number;
  }[];
}

export interface BulkTransferFile {
  readonly columns: readonly {
    readonly heading: string;
    /** What the column is taken for; null where nothing. */
    readonly field: string | null;
  }[];
  /** The entries of the bulk, in their order: rows with nothing in them are none. */
  readonly rows: readonly {
    /** The line of the file on which the row begins; the heading is usually on line 1. */
    readonly line: number;
    /** As a spreadsheet shows them; empty ones at the end are left out. */
    readonly cells: readonly string[];
  }[];
}

export interface BulkProgress {
  readonly pending: number;
  readonly processing: number;
  readonly complete: number;
  readonly failed: number;
  readonly canceled: number;
}

export interface BulkTransferDetails {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: ApprovalDetails;
  readonly progress: BulkProgress;
  readonly transfers: readonly {
    readonly id: string;
    /** The merchant's own name for it, unique for ever within the environment. */
    readonly reference: string;
    /** In the currency's smallest unit. */
    readonly amount: number;
    /** In the currency's smallest unit. */
    readonly fee: number;
    readonly status: TransferStatus;
    readonly beneficiary: string;
    readonly receiver: OrderedReceiver;
    readonly channel: string;
    /** ISO 8601 in UTC, with microseconds. */
    readonly completed_at?: string;
    readonly failure_reason?: string;
  }[];
}

export interface BulkTransfer {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: Approval;
  readonly progress: BulkProgress;
}

/** How it is paid. Cannot be changed after creation. */
export const BENEFICIARY_TYPES = [
  "mobile_money",
  "bank_account",
  "cash_pickup"
] as const;

/** How it is paid. Cannot be changed after creation. */
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

export interface BeneficiaryItem {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string | null;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface NewBeneficiary {
  readonly name: string;
  readonly email?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Beneficiary {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string | null;
  readonly account_number: string | null;
  readonly bank_code: string | null;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface BeneficiaryChanges {
  readonly name?: string;
  readonly email?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly type?: BeneficiaryType;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CustomerItem {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface NewCustomer {
  readonly name: string;
  readonly email?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone: string | null;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface CustomerChanges {
  readonly name?: string;
  readonly email?: string;
  /** In any spelling; stored and shown as +237677123456. */
  readonly phone?: string;
  /** Free-form data of yours, given back as it is: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. Numbers go to 9007199254740991: send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Balance {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly available: number;
  /** In the currency's smallest unit. */
  readonly pending: number;
  /** In the currency's smallest unit. */
  readonly reserved: number;
  /** In the currency's smallest unit. */
  readonly total: number;
  readonly environment: "test" | "live";
}

export interface BalanceEntry {
  readonly id: string;
  /** `hold`: set aside for a transfer or refund; `release`: given back; `collect`: a payment came in; `collect_fee`: its fee; `fund`: a top-up; `correct`: a mistake set right. */
  readonly kind: "hold" | "settle" | "settle_fee" | "release" | "fund" | "collect" | "collect_fee" | "correct";
  readonly direction: "in" | "out";
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** What could be spent after it. */
  readonly balance: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The id of the transfer, payment, refund or top-up. */
  readonly subject: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  readonly kinds: readonly ("collect" | "transfer")[];
  readonly operator: string | null;
  /** In the currency's smallest unit. */
  readonly minimum: number;
  /** In the currency's smallest unit. */
  readonly maximum: number;
  /** Whether it carries money in the key's environment: an account is connected. */
  readonly active: boolean;
  /** While it is paused new transfers wait and new payments are refused. */
  readonly health: {
    readonly status: "operational" | "degraded" | "paused";
    /** Of the last five minutes' requests to the operator, 0 to 1. */
    readonly success_rate: number | null;
    /** ISO 8601 in UTC, with microseconds. */
    readonly paused_until: string | null;
    readonly reason: string | null;
  };
}

export interface Country {
  /** Two-letter ISO 3166 code. */
  readonly code: string;
  readonly name: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly calling_code: string;
  /** The channels of this country. */
  readonly channels: readonly string[];
}

export interface Currency {
  /** Three-letter ISO 4217 code. */
  readonly code: string;
  readonly name: string;
  /** After the decimal point: 0 for XAF, 2 for EUR. */
  readonly digits: number;
}

export interface Bank {
  /** What `bank_code` takes. */
  readonly code: string;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
}

export const EVENT_TYPES = [
  "payment.created",
  "payment.processing",
  "payment.complete",
  "payment.failed",
  "payment.canceled",
  "payment.expired",
  "transfer.created",
  "transfer.processing",
  "transfer.complete",
  "transfer.failed",
  "transfer.canceled",
  "customer.created",
  "customer.updated",
  "customer.deleted",
  "beneficiary.created",
  "beneficiary.updated",
  "beneficiary.deleted",
  "refund.created",
  "refund.complete",
  "refund.failed",
  "webhook.test",
  "webhook.failing",
  "webhook.disabled"
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface Webhook {
  readonly id: string;
  /** Where events are sent: http or https. */
  readonly url: string;
  /** The event types it receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Requests a second, where you have set fewer than are allowed. */
  readonly rate_limit: number | null;
  /** Requests at once, where you have set fewer than are allowed. */
  readonly concurrency: number | null;
  /** While a new secret is introduced: when it takes the old one's place by itself. */
  readonly next_secret_from: string | null;
  /** Why the service switched it off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewWebhook {
  /** Where events are sent: http or https. */
  readonly url: string;
  /** The event types it receives. */
  readonly events: readonly EventType[];
  readonly description?: string;
  readonly active?: boolean;
  /** Send the events of one resource one after another, each when the one before it has ended. One that fails holds up those behind it. */
  readonly in_order?: boolean;
  /** Requests a second at most, where that is less than the operator allows; 0 is as many as it allows. */
  readonly rate_limit?: number;
  /** Requests at once at most, where that is less than the operator allows; 0 is as many as it allows. */
  readonly concurrency?: number;
}

export interface WebhookWithSecret {
  readonly id: string;
  /** Where events are sent: http or https. */
  readonly url: string;
  /** The event types it receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Requests a second, where you have set fewer than are allowed. */
  readonly rate_limit: number | null;
  /** Requests at once, where you have set fewer than are allowed. */
  readonly concurrency: number | null;
  /** While a new secret is introduced: when it takes the old one's place by itself. */
  readonly next_secret_from: string | null;
  /** Why the service switched it off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** Signs every delivery. It is not shown again. */
  readonly secret: string;
}

export interface WebhookDetails {
  readonly id: string;
  /** Where events are sent: http or https. */
  readonly url: string;
  /** The event types it receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Requests a second, where you have set fewer than are allowed. */
  readonly rate_limit: number | null;
  /** Requests at once, where you have set fewer than are allowed. */
  readonly concurrency: number | null;
  /** While a new secret is introduced: when it takes the old one's place by itself. */
  readonly next_secret_from: string | null;
  /** Why the service switched it off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  readonly health: {
    /** `failing`: the last attempt failed. `paused`: too many have, and it is left alone for a while. */
    readonly state: "well" | "failing" | "paused";
    /** ISO 8601 in UTC, with microseconds. */
    readonly failing_since: string | null;
    /** ISO 8601 in UTC, with microseconds. */
    readonly paused_until: string | null;
  };
}

export interface WebhookChanges {
  /** Where events are sent: http or https. */
  readonly url?: string;
  /** The event types it receives. */
  readonly events?: readonly EventType[];
  readonly description?: string;
  readonly active?: boolean;
  /** Send the events of one resource one after another, each when the one before it has ended. One that fails holds up those behind it. */
  readonly in_order?: boolean;
  /** Requests a second at most, where that is less than the operator allows; 0 is as many as it allows. */
  readonly rate_limit?: number;
  /** Requests at once at most, where that is less than the operator allows; 0 is as many as it allows. */
  readonly concurrency?: number;
}

export interface Rotation {
  /** How long both secrets sign. */
  readonly overlap_hours?: number;
}

/** `pending`: it is being sent, or waits for its next attempt or for its turn; `held`: the webhook is switched off; `delivered`; `exhausted`: all attempts failed. */
export const DELIVERY_STATES = [
  "pending",
  "held",
  "delivered",
  "exhausted"
] as const;

/** `pending`: it is being sent, or waits for its next attempt or for its turn; `held`: the webhook is switched off; `delivered`; `exhausted`: all attempts failed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: EventType;
  /** The id of what the event is about. */
  readonly resource: string;
  /** The events of a resource: 1, 2, 3. */
  readonly sequence: number;
  /** The event's place in the feed. */
  readonly position: number;
  /** Why it was made: the webhook is subscribed, or somebody asked for a replay or a test. */
  readonly origin: "event" | "replay" | "test";
  readonly state: DeliveryState;
  readonly attempts: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_attempt_at: string | null;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly last_outcome: string | null;
  /** When it is tried next; null when it has ended, is held or waits for the one before it. */
  readonly next_attempt_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ended_at: string | null;
}

export interface DeliveryAttempt {
  readonly number: number;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly outcome: string;
  /** The status of the answer, when there was one. */
  readonly status: number | null;
  /** Whether the schedule made it or somebody asked for it. */
  readonly trigger: "schedule" | "manual";
  /** The address it was sent to. */
  readonly address: string | null;
  /** To the address. */
  readonly resolved_ms: number | null;
  /** To the connection, TLS included; null when one was there. */
  readonly connected_ms: number | null;
  /** To the head of the answer. */
  readonly answered_ms: number | null;
  /** To the end. */
  readonly duration_ms: number;
  /** The beginning of the answer's body. */
  readonly response: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly attempted_at: string;
}

export interface DeliveryDetails {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: EventType;
  /** The id of what the event is about. */
  readonly resource: string;
  /** The events of a resource: 1, 2, 3. */
  readonly sequence: number;
  /** The event's place in the feed. */
  readonly position: number;
  /** Why it was made: the webhook is subscribed, or somebody asked for a replay or a test. */
  readonly origin: "event" | "replay" | "test";
  readonly state: DeliveryState;
  readonly attempts: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_attempt_at: string | null;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly last_outcome: string | null;
  /** When it is tried next; null when it has ended, is held or waits for the one before it. */
  readonly next_attempt_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ended_at: string | null;
  /** The bytes that are sent, with every attempt the same. */
  readonly body: string;
  /** The newest 50 attempts, in the order they were made. */
  readonly attempted: readonly DeliveryAttempt[];
}

export interface Replay {
  /** Events from this moment on; at most 30 days back, which is also the default. */
  readonly from?: string;
  /** Events before this moment; without it, up to now. */
  readonly to?: string;
  /** Of these types alone; without it, all the webhook receives. */
  readonly types?: readonly EventType[];
  /** `undelivered`: what was given up, and what the webhook never had. `all`: what was delivered too. */
  readonly which?: "undelivered" | "all";
}

export interface Replayed {
  /** Deliveries made or reopened. */
  readonly queued: number;
  /** When there were more than 10,000 events: where to go on. Null: that was all. */
  readonly next_from: string | null;
}

export interface Event {
  readonly id: string;
  readonly type: EventType;
  /** The same as `type`. */
  readonly event: EventType;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** The events of a resource: 1, 2, 3. */
  readonly sequence: number;
  /** The resource as the API showed it then. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The id of what it is about. */
  readonly resource: string;
  /** Its place in the feed: 1, 2, 3 without gaps for each merchant and environment, in the order of the commits. Null in the moment before it has one. */
  readonly position: number | null;
  /** What reads the feed on behind it, as `after`. Null in the moment before it has a place. */
  readonly cursor: string | null;
}

export interface ListPaymentsQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** A part of a searched field. Case, accents, spaces and apostrophes make no difference; a telephone number matches in any spelling, whole or in part. Only the newest 50,000 rows are searched for a text without three letters or digits in a row, and for one that matches more than 8,000 rows of the list, by its share of the newest 10,000. `totals` counts the matches. */
  readonly search?: string;
  readonly status?: PaymentStatus;
  /** Channels, separated by commas, or `channels[]` several times. */
  readonly channels?: string;
  /** The id of a customer. */
  readonly customer?: string;
  /** The id of a payment link. */
  readonly payment_link?: string;
  /** The payer's number, in any spelling: the one the payment was made with, or was paid from. */
  readonly phone?: string;
  /** The first day, by the clock of the merchant's time zone. */
  readonly date_start?: string;
  /** The last day, by the clock of the merchant's time zone; it is included. */
  readonly date_end?: string;
}

export interface ListPaymentLinksQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  readonly active?: boolean;
}

export interface ListRefundsQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** The id of a payment. */
  readonly payment?: string;
  readonly status?: RefundStatus;
}

export interface ListTransfersQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** A part of a searched field. Case, accents, spaces and apostrophes make no difference; a telephone number matches in any spelling, whole or in part. Only the newest 50,000 rows are searched for a text without three letters or digits in a row, and for one that matches more than 8,000 rows of the list, by its share of the newest 10,000. `totals` counts the matches. */
  readonly search?: string;
  readonly status?: TransferStatus;
  /** Channels, separated by commas, or `channels[]` several times. */
  readonly channels?: string;
  /** The id of a bulk transfer. */
  readonly bulk_transfer?: string;
  /** Only those that wait for a second person. */
  readonly approval?: "waiting";
  /** The first day, by the clock of the merchant's time zone. */
  readonly date_start?: string;
  /** The last day, by the clock of the merchant's time zone; it is included. */
  readonly date_end?: string;
}

export interface RetrieveTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
}

export interface CreateBulkTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly description?: string;
  /** For rows of a file that name none. */
  readonly channel?: string;
}

export interface CheckBulkTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly description?: string;
  /** For rows of a file that name none. */
  readonly channel?: string;
}

export interface RetrieveBulkTransferQuery {
  /** How many of its transfers to show, the first ones; all where it is left out. */
  readonly transfers?: number;
}

export interface ListBulkTransfersQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
}

export interface ListBeneficiariesQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** A part of a searched field. Case, accents, spaces and apostrophes make no difference; a telephone number matches in any spelling, whole or in part. Only the newest 50,000 rows are searched for a text without three letters or digits in a row, and for one that matches more than 8,000 rows of the list, by its share of the newest 10,000. `totals` counts the matches. */
  readonly search?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
  /** How it is paid. Cannot be changed after creation. */
  readonly type?: BeneficiaryType;
}

export interface ListCustomersQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** A part of a searched field. Case, accents, spaces and apostrophes make no difference; a telephone number matches in any spelling, whole or in part. Only the newest 50,000 rows are searched for a text without three letters or digits in a row, and for one that matches more than 8,000 rows of the list, by its share of the newest 10,000. `totals` counts the matches. */
  readonly search?: string;
}

export interface ListCustomerPaymentsQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  readonly status?: PaymentStatus;
}

export interface RetrieveBalanceQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
}

export interface ListWhatMovedOnBalanceQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
}

export interface ListBanksQuery {
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
}

export interface ListWebhooksQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
}

export interface ListWebhookDeliveriesQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** `pending`: it is being sent, or waits for its next attempt or for its turn; `held`: the webhook is switched off; `delivered`; `exhausted`: all attempts failed. */
  readonly state?: DeliveryState;
  readonly type?: EventType;
  /** The id of what the events are about. */
  readonly resource?: string;
  /** The first day, by the clock of the merchant's time zone. */
  readonly date_start?: string;
  /** The last day, by the clock of the merchant's time zone; it is included. */
  readonly date_end?: string;
}

export interface ListEventsQuery {
  /** Items per page. */
  readonly limit?: number;
  readonly page?: number;
  /** A place in the feed: a `cursor`; `0` is its beginning. */
  readonly after?: string;
  readonly type?: EventType;
  /** The id of what they are about. */
  readonly resource?: string;
  /** The first day, by the clock of the merchant's time zone. */
  readonly date_start?: string;
  /** The last day, by the clock of the merchant's time zone; it is included. */
  readonly date_end?: string;
}

/** The input and the answer of each operation. */
export interface Operations {
  /** List payments: `GET /payments`. Newest first. `search` looks at the reference, the amount, the payer's name, e-mail and numbers, and finds a payment by its id or the provider's reference. A private key that has rights of its own needs `payments:read`. */
  readonly listPayments: {
    readonly query?: ListPaymentsQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      /** The merchant's time zone, in which `date_start` and `date_end` are read; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Payment[];
    };
  };
  /** Create a payment: `POST /payments`. Send the payer to `authorization_url`, or ask for the money yourself with `POST /payments/{reference}`. The payer is found among your customers, or becomes one. A private key that has rights of its own needs `payments:write`. */
  readonly createPayment: {
    readonly body: NewPayment;
    readonly answer: {
      readonly transaction: Payment;
      /** The hosted page where the payer pays. */
      readonly authorization_url: string;
    };
  };
  /** Retrieve a payment: `GET /payments/{reference}`. A private key that has rights of its own needs `payments:read`. */
  readonly retrievePayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly transaction: Payment;
    };
  };
  /** Process a payment: `POST /payments/{reference}`. Asks the payer to confirm on the phone. Without a number, the one the payment was made with is asked, else the customer's own. A private key that has rights of its own needs `payments:write`. */
  readonly processPayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly body: ProcessPayment;
    readonly answer: {
      readonly transaction: Payment;
      /** The payer confirms on the phone. */
      readonly action: "confirm";
    };
  };
  /** Cancel a payment: `DELETE /payments/{reference}`. Only while it is `pending`. A private key that has rights of its own needs `payments:write`. */
  readonly cancelPayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  /** List payment links: `GET /payment-links`. Newest first. A private key that has rights of its own needs `payment_links:read`. */
  readonly listPaymentLinks: {
    readonly query?: ListPaymentLinksQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly PaymentLink[];
    };
  };
  /** Create a payment link: `POST /payment-links`. A page anybody can pay on, again and again. Without `amount` the payer chooses how much. A private key that has rights of its own needs `payment_links:write`. */
  readonly createPaymentLink: {
    readonly body: NewPaymentLink;
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** Retrieve a payment link: `GET /payment-links/{id}`. A private key that has rights of its own needs `payment_links:read`. */
  readonly retrievePaymentLink: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** Deactivate a payment link: `DELETE /payment-links/{id}`. Nobody begins a payment through it any more; what was begun can still be paid. A private key that has rights of its own needs `payment_links:write`. */
  readonly deactivatePaymentLink: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** List refunds: `GET /refunds`. Newest first. A private key that has rights of its own needs `refunds:read`. */
  readonly listRefunds: {
    readonly query?: ListRefundsQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly Refund[];
    };
  };
  /** Create a refund: `POST /refunds`. Gives a payer money back, from your balance to the number that paid: all that is left, or `amount`. A payment may be refunded in parts. Where the merchant's rule asks for a second person it stays `pending`, with `approval`, until that person agrees in the dashboard. A private key that has rights of its own needs `refunds:write`. */
  readonly createRefund: {
    readonly body: NewRefund;
    readonly answer: {
      readonly refund: Refund;
    };
  };
  /** Retrieve a refund: `GET /refunds/{id}`. A private key that has rights of its own needs `refunds:read`. */
  readonly retrieveRefund: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly refund: RefundDetails;
    };
  };
  /** Look up whose number it is: `POST /transfers/lookup`. Asks the number's operator for the name and whether the account can receive, where it tells. With `name`, how well it fits. A transfer with `expect_name` is checked in the same way before it goes out. A private key that has rights of its own needs `transfers:write`. */
  readonly lookUpWhoseNumberItIs: {
    readonly body: NewLookup;
    readonly answer: {
      readonly lookup: Lookup;
    };
  };
  /** List transfers: `GET /transfers`. Newest first. `search` looks at the reference, the amount, and the beneficiary's id, name and phone, and finds a transfer by its id or the provider's reference. A private key that has rights of its own needs `transfers:read`. */
  readonly listTransfers: {
    readonly query?: ListTransfersQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      /** The merchant's time zone, in which `date_start` and `date_end` are read; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Transfer[];
    };
  };
  /** Create a transfer: `POST /transfers`. The amount and the fee are set aside at once; the transfer is `pending` and goes out a moment later. Give `beneficiary` (an id) or `beneficiary_data`. Where the merchant's rule asks for a second person it stays `pending`, with `approval`, until that person agrees in the dashboard. A private key that has rights of its own needs `transfers:write`. */
  readonly createTransfer: {
    readonly body: NewTransfer;
    readonly answer: {
      readonly transfer: Transfer;
    };
  };
  /** Retrieve a transfer: `GET /transfers/{reference}`. A private key that has rights of its own needs `transfers:read`. */
  readonly retrieveTransfer: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly query?: RetrieveTransferQuery;
    readonly answer: {
      readonly transfer: TransferDetails;
    };
  };
  /** Cancel a transfer: `DELETE /transfers/{reference}`. Only while it is `pending`. A private key that has rights of its own needs `transfers:write`. */
  readonly cancelTransfer: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  /** Explain a transfer: `GET /transfers/{reference}/timeline`. Every change with its time and cause: the provider's requests and answers, the ledger's entries, what was told to whom, and what a person decided. Requests are shown without secrets and whole numbers. A private key that has rights of its own needs `transfers:read`. */
  readonly explainTransfer: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Explain a payment: `GET /payments/{reference}/timeline`. Every change with its time and cause: the provider's requests and answers, the ledger's entries, what was told to whom, and what a person decided. Requests are shown without secrets and whole numbers. A private key that has rights of its own needs `payments:read`. */
  readonly explainPayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Explain a refund: `GET /refunds/{id}/timeline`. Every change with its time and cause: the provider's requests and answers, the ledger's entries, what was told to whom, and what a person decided. Requests are shown without secrets and whole numbers. A private key that has rights of its own needs `refunds:read`. */
  readonly explainRefund: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Explain a bulk transfer: `GET /transfers/bulk/{id}/timeline`. When it was accepted, who agreed to it, and how many of its transfers ended when, and how. Each transfer has a timeline of its own. A private key that has rights of its own needs `transfers:read`. */
  readonly explainBulkTransfer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Create a bulk transfer: `POST /transfers/bulk`. All of its transfers are accepted, with the sum set aside, or none. Where the merchant's rule asks for a second person none goes out before that person agrees. Send JSON, or a file, CSV as `text/csv` or a workbook (.xlsx) as its own type, with the currency in the query: its first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`). A private key that has rights of its own needs `transfers:write`. */
  readonly createBulkTransfer: {
    readonly query?: CreateBulkTransferQuery;
    readonly body?: NewBulkTransfer;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_transfer: CreatedBulkTransfer;
    };
  };
  /** Check a bulk transfer: `POST /transfers/bulk/check`. What would become of it, entry by entry: sums, fees, errors, probable duplicates. Changes nothing. Send JSON, or a file, CSV as `text/csv` or a workbook (.xlsx) as its own type, with the currency in the query: its first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`). A private key that has rights of its own needs `transfers:write`. */
  readonly checkBulkTransfer: {
    readonly query?: CheckBulkTransferQuery;
    readonly body?: NewBulkTransfer;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_check: BulkTransferCheck;
    };
  };
  /** Read a bulk transfer's file: `POST /transfers/bulk/read`. What the service reads in a file of people to pay, row by row, with the line each row begins on and what each column is taken for: the row at place 3 becomes the entry `transfers.3`. Changes nothing. A file that is broken is 400 with the line in `errors.file`. Send the file, CSV as `text/csv` or a workbook (.xlsx) as its own type. A private key that has rights of its own needs `transfers:write`. */
  readonly readBulkTransferFile: {
    readonly body?: BulkTransferFile;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_file: BulkTransferFile;
    };
  };
  /** Retrieve a bulk transfer: `GET /transfers/bulk/{id}`. With what became of each of its transfers, and how many stand where. A private key that has rights of its own needs `transfers:read`. */
  readonly retrieveBulkTransfer: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: RetrieveBulkTransferQuery;
    readonly answer: {
      readonly bulk_transfer: BulkTransferDetails;
    };
  };
  /** List bulk transfers: `GET /bulk-transfers`. Newest first, without their transfers: `GET /transfers?bulk_transfer=` lists those. A private key that has rights of its own needs `transfers:read`. */
  readonly listBulkTransfers: {
    readonly query?: ListBulkTransfersQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly BulkTransfer[];
    };
  };
  /** List beneficiaries: `GET /beneficiaries`. Newest first. `search` looks at name, e-mail and phone. A private key that has rights of its own needs `beneficiaries:read`. */
  readonly listBeneficiaries: {
    readonly query?: ListBeneficiariesQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly BeneficiaryItem[];
    };
  };
  /** Create a beneficiary: `POST /beneficiaries`. A private key that has rights of its own needs `beneficiaries:write`. */
  readonly createBeneficiary: {
    readonly body: NewBeneficiary;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Retrieve a beneficiary: `GET /beneficiaries/{id}`. A private key that has rights of its own needs `beneficiaries:read`. */
  readonly retrieveBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Update a beneficiary: `PUT /beneficiaries/{id}`. `country`, `currency` and `type` cannot be changed; sent along as they are they are accepted. A private key that has rights of its own needs `beneficiaries:write`. */
  readonly updateBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: BeneficiaryChanges;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Delete a beneficiary: `DELETE /beneficiaries/{id}`. Removes the record alone: its transfers remain. A private key that has rights of its own needs `beneficiaries:write`. */
  readonly deleteBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List customers: `GET /customers`. Newest first. `search` looks at name, e-mail and phone. A private key that has rights of its own needs `customers:read`. */
  readonly listCustomers: {
    readonly query?: ListCustomersQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly CustomerItem[];
    };
  };
  /** Create a customer: `POST /customers`. A private key that has rights of its own needs `customers:write`. */
  readonly createCustomer: {
    readonly body: NewCustomer;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Retrieve a customer: `GET /customers/{id}`. A private key that has rights of its own needs `customers:read`. */
  readonly retrieveCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Update a customer: `PUT /customers/{id}`. A private key that has rights of its own needs `customers:write`. */
  readonly updateCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: CustomerChanges;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Delete a customer: `DELETE /customers/{id}`. Removes the record alone: its payments remain. A private key that has rights of its own needs `customers:write`. */
  readonly deleteCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List a customer's payments: `GET /customers/{id}/payments`. Newest first. A private key that has rights of its own needs `payments:read`. */
  readonly listCustomerPayments: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListCustomerPaymentsQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly payments: readonly Payment[];
    };
  };
  /** Retrieve the balance: `GET /balance`. `available` can be spent; `reserved` is set aside for transfers that have not ended; `total` is both. `balance` is in the currency asked for, or in the merchant's own; `balances` are all. A private key that has rights of its own needs `balance:read`. */
  readonly retrieveBalance: {
    readonly query?: RetrieveBalanceQuery;
    readonly answer: {
      readonly balance: Balance;
      readonly balances: readonly Balance[];
    };
  };
  /** List what moved on the balance: `GET /balance/history`. The latest first, each with the balance after it. A private key that has rights of its own needs `balance:read`. */
  readonly listWhatMovedOnBalance: {
    readonly query?: ListWhatMovedOnBalanceQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly items: readonly BalanceEntry[];
    };
  };
  /** List channels: `GET /channels`. */
  readonly listChannels: {
    readonly answer: {
      readonly data: readonly Channel[];
    };
  };
  /** List countries: `GET /countries`. */
  readonly listCountries: {
    readonly answer: {
      readonly data: readonly Country[];
    };
  };
  /** List currencies: `GET /currencies`. */
  readonly listCurrencies: {
    readonly answer: {
      readonly data: readonly Currency[];
    };
  };
  /** List banks: `GET /banks`. */
  readonly listBanks: {
    readonly query?: ListBanksQuery;
    readonly answer: {
      readonly data: readonly Bank[];
    };
  };
  /** List webhooks: `GET /webhooks`. A private key that has rights of its own needs `webhooks:read`. */
  readonly listWebhooks: {
    readonly query?: ListWebhooksQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      readonly data: readonly Webhook[];
    };
  };
  /** Create a webhook: `POST /webhooks`. The answer holds the `secret` that signs its deliveries. It is not shown again. A private key that has rights of its own needs `webhooks:write`. */
  readonly createWebhook: {
    readonly body: NewWebhook;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  /** Retrieve a webhook: `GET /webhooks/{id}`. A private key that has rights of its own needs `webhooks:read`. */
  readonly retrieveWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: WebhookDetails;
    };
  };
  /** Update a webhook: `PUT /webhooks/{id}`. Switched off (`active: false`) its deliveries are held; switched on they are sent. A private key that has rights of its own needs `webhooks:write`. */
  readonly updateWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: WebhookChanges;
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** Delete a webhook: `DELETE /webhooks/{id}`. A private key that has rights of its own needs `webhooks:write`. */
  readonly deleteWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** Rotate a webhook's secret: `POST /webhooks/{id}/rotate`. The answer holds the new `secret`. For the hours of the overlap every delivery is signed with both: `webhook-signature` carries two signatures, `X-Service-Signature` stays with the old secret and `X-Service-Signature-Next` has the new one's. Then, or once it is confirmed, the new one signs alone. With `overlap_hours: 0` it does at once. A private key that has rights of its own needs `webhooks:write`. */
  readonly rotateWebhookSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Rotation;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  /** Confirm a webhook's new secret: `POST /webhooks/{id}/rotate/confirm`. Your receiver has the new secret: the old one signs no more. A private key that has rights of its own needs `webhooks:write`. */
  readonly confirmWebhookNewSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** Cancel a webhook's new secret: `POST /webhooks/{id}/rotate/cancel`. While both sign: the old secret stays, and the new one signs no more. A private key that has rights of its own needs `webhooks:write`. */
  readonly cancelWebhookNewSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** List a webhook's deliveries: `GET /webhooks/{id}/deliveries`. The newest first. A private key that has rights of its own needs `webhooks:read`. */
  readonly listWebhookDeliveries: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListWebhookDeliveriesQuery;
    readonly answer: {
      /** All items under the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this page. */
      readonly selected: number;
      /** The merchant's time zone, in which `date_start` and `date_end` are read; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Delivery[];
    };
  };
  /** Retrieve a delivery: `GET /webhooks/{id}/deliveries/{delivery}`. With what was sent and every attempt: when, where to, how it ended, and where the time went. A private key that has rights of its own needs `webhooks:read`. */
  readonly retrieveDelivery: {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: DeliveryDetails;
    };
  };
  /** Send a delivery again: `POST /webhooks/{id}/deliveries/{delivery}/retry`. Now, whether it waits for its next attempt, was given up or was delivered. A private key that has rights of its own needs `webhooks:write`. */
  readonly sendDeliveryAgain: {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  /** Replay events to a webhook: `POST /webhooks/{id}/replay`. Events of a span of time, of all types it receives or of some; 10,000 with one request. A private key that has rights of its own needs `webhooks:write`. */
  readonly replayEventsToWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Replay;
    readonly answer: {
      readonly replay: Replayed;
    };
  };
  /** Send a test event: `POST /webhooks/{id}/test`. A `webhook.test` event to this webhook alone, whatever it is subscribed to. A private key that has rights of its own needs `webhooks:write`. */
  readonly sendTestEvent: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  /** List events: `GET /events`. The newest first, in pages. With `after` it is a feed: the events behind that place, the oldest first, in the order of the commits and without gaps. Whoever begins at 0 and reads on from each answer's `cursor` has missed nothing. A cursor from before the database was restored, or from behind the end of the feed, is 409: begin again at 0 and leave out what you know by `id`. A private key that has rights of its own needs `events:read`. */
  readonly listEvents: {
    readonly query?: ListEventsQuery;
    readonly answer: {
      /** All items under the filter; with `after`, all events. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** Items in this answer. */
      readonly selected: number;
      /** The merchant's time zone, in which `date_start` and `date_end` are read; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Event[];
      /** Give it as `after` for what comes next. Without `after` it is where the feed ends now. */
      readonly cursor: string;
      readonly has_more: boolean;
    };
  };
  /** Retrieve an event: `GET /events/{id}`. A private key that has rights of its own needs `events:read`. */
  readonly retrieveEvent: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly event: Event;
    };
  };
}

/** The method, path and keys of each operation. */
export const OPERATIONS: { readonly [Name in keyof Operations]: Operation } = {
  listPayments: { method: "GET", path: "/payments", keys: "public", gives: "items" },
  createPayment: { method: "POST", path: "/payments", keys: "public", gives: "transaction" },
  retrievePayment: { method: "GET", path: "/payments/{reference}", keys: "public", gives: "transaction" },
  processPayment: { method: "POST", path: "/payments/{reference}", keys: "public", gives: "transaction" },
  cancelPayment: { method: "DELETE", path: "/payments/{reference}", keys: "public", gives: null },
  listPaymentLinks: { method: "GET", path: "/payment-links", keys: "both", gives: "items" },
  createPaymentLink: { method: "POST", path: "/payment-links", keys: "both", gives: "payment_link" },
  retrievePaymentLink: { method: "GET", path: "/payment-links/{id}", keys: "both", gives: "payment_link" },
  deactivatePaymentLink: { method: "DELETE", path: "/payment-links/{id}", keys: "both", gives: "payment_link" },
  listRefunds: { method: "GET", path: "/refunds", keys: "both", gives: "items" },
  createRefund: { method: "POST", path: "/refunds", keys: "both", gives: "refund" },
  retrieveRefund: { method: "GET", path: "/refunds/{id}", keys: "both", gives: "refund" },
  lookUpWhoseNumberItIs: { method: "POST", path: "/transfers/lookup", keys: "both", gives: "lookup" },
  listTransfers: { method: "GET", path: "/transfers", keys: "both", gives: "items" },
  createTransfer: { method: "POST", path: "/transfers", keys: "both", gives: "transfer" },
  retrieveTransfer: { method: "GET", path: "/transfers/{reference}", keys: "both", gives: "transfer" },
  cancelTransfer: { method: "DELETE", path: "/transfers/{reference}", keys: "both", gives: null },
  explainTransfer: { method: "GET", path: "/transfers/{reference}/timeline", keys: "both", gives: "timeline" },
  explainPayment: { method: "GET", path: "/payments/{reference}/timeline", keys: "both", gives: "timeline" },
  explainRefund: { method: "GET", path: "/refunds/{id}/timeline", keys: "both", gives: "timeline" },
  explainBulkTransfer: { method: "GET", path: "/transfers/bulk/{id}/timeline", keys: "both", gives: "timeline" },
  createBulkTransfer: { method: "POST", path: "/transfers/bulk", keys: "both", gives: "bulk_transfer" },
  checkBulkTransfer: { method: "POST", path: "/transfers/bulk/check", keys: "both", gives: "bulk_check" },
  readBulkTransferFile: { method: "POST", path: "/transfers/bulk/read", keys: "both", gives: "bulk_file" },
  retrieveBulkTransfer: { method: "GET", path: "/transfers/bulk/{id}", keys: "both", gives: "bulk_transfer" },
  listBulkTransfers: { method: "GET", path: "/bulk-transfers", keys: "both", gives: "items" },
  listBeneficiaries: { method: "GET", path: "/beneficiaries", keys: "both", gives: "items" },
  createBeneficiary: { method: "POST", path: "/beneficiaries", keys: "both", gives: "beneficiary" },
  retrieveBeneficiary: { method: "GET", path: "/beneficiaries/{id}", keys: "both", gives: "beneficiary" },
  updateBeneficiary: { method: "PUT", path: "/beneficiaries/{id}", keys: "both", gives: "beneficiary" },
  deleteBeneficiary: { method: "DELETE", path: "/beneficiaries/{id}", keys: "both", gives: null },
  listCustomers: { method: "GET", path: "/customers", keys: "public", gives: "items" },
  createCustomer: { method: "POST", path: "/customers", keys: "public", gives: "customer" },
  retrieveCustomer: { method: "GET", path: "/customers/{id}", keys: "public", gives: "customer" },
  updateCustomer: { method: "PUT", path: "/customers/{id}", keys: "public", gives: "customer" },
  deleteCustomer: { method: "DELETE", path: "/customers/{id}", keys: "public", gives: null },
  listCustomerPayments: { method: "GET", path: "/customers/{id}/payments", keys: "public", gives: "payments" },
  retrieveBalance: { method: "GET", path: "/balance", keys: "both", gives: "balance" },
  listWhatMovedOnBalance: { method: "GET", path: "/balance/history", keys: "both", gives: "items" },
  listChannels: { method: "GET", path: "/channels", keys: "public", gives: "data" },
  listCountries: { method: "GET", path: "/countries", keys: "public", gives: "data" },
  listCurrencies: { method: "GET", path: "/currencies", keys: "public", gives: "data" },
  listBanks: { method: "GET", path: "/banks", keys: "public", gives: "data" },
  listWebhooks: { method: "GET", path: "/webhooks", keys: "both", gives: "data" },
  createWebhook: { method: "POST", path: "/webhooks", keys: "both", gives: "data" },
  retrieveWebhook: { method: "GET", path: "/webhooks/{id}", keys: "both", gives: "data" },
  updateWebhook: { method: "PUT", path: "/webhooks/{id}", keys: "both", gives: "data" },
  deleteWebhook: { method: "DELETE", path: "/webhooks/{id}", keys: "both", gives: null },
  rotateWebhookSecret: { method: "POST", path: "/webhooks/{id}/rotate", keys: "both", gives: "data" },
  confirmWebhookNewSecret: { method: "POST", path: "/webhooks/{id}/rotate/confirm", keys: "both", gives: "data" },
  cancelWebhookNewSecret: { method: "POST", path: "/webhooks/{id}/rotate/cancel", keys: "both", gives: "data" },
  listWebhookDeliveries: { method: "GET", path: "/webhooks/{id}/deliveries", keys: "both", gives: "items" },
  retrieveDelivery: { method: "GET", path: "/webhooks/{id}/deliveries/{delivery}", keys: "both", gives: "delivery" },
  sendDeliveryAgain: { method: "POST", path: "/webhooks/{id}/deliveries/{delivery}/retry", keys: "both", gives: "delivery" },
  replayEventsToWebhook: { method: "POST", path: "/webhooks/{id}/replay", keys: "both", gives: "replay" },
  sendTestEvent: { method: "POST", path: "/webhooks/{id}/test", keys: "both", gives: "delivery" },
  listEvents: { method: "GET", path: "/events", keys: "both", gives: "items" },
  retrieveEvent: { method: "GET", path: "/events/{id}", keys: "both", gives: "event" },
};
