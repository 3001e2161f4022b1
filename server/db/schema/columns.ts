// Written by `npm run docs` from the migrations.

/** The columns of each table that has a table of fields. */
export interface SchemaColumns {
  readonly beneficiaries: "merchant" | "environment" | "id" | "name" | "email" | "phone" | "phone_typed" | "account_number" | "bank_code" | "country" | "currency" | "type" | "metadata" | "listed" | "data_key" | "sequence" | "created_at" | "updated_at" | "deleted_at";
  readonly bulk_transfers: "merchant" | "environment" | "id" | "description" | "currency" | "total_amount" | "total_fee" | "total_transfers" | "created_at" | "scheduled_at" | "reserve_funds" | "schedule";
  readonly customers: "merchant" | "environment" | "id" | "name" | "email" | "phone" | "phone_typed" | "metadata" | "sequence" | "created_at" | "updated_at" | "deleted_at" | "payer_key" | "blocked_at";
  readonly payment_links: "merchant" | "environment" | "id" | "name" | "description" | "amount" | "currency" | "callback" | "metadata" | "active" | "created_at" | "updated_at";
  readonly payments: "merchant" | "environment" | "id" | "reference" | "merchant_reference" | "amount" | "fee" | "currency" | "customer" | "channel" | "phone" | "description" | "callback" | "locked_channel" | "locked_country" | "locked_currency" | "metadata" | "link" | "status" | "is_hosted_try" | "tries" | "failure_reason" | "failure_code" | "amount_refunded" | "amount_refunding" | "sequence" | "created_at" | "updated_at" | "processing_at" | "completed_at" | "expires_at" | "payer_phone" | "publishable_key";
  readonly refunds: "merchant" | "environment" | "id" | "payment" | "amount" | "currency" | "channel" | "receiver" | "reason" | "metadata" | "status" | "failure_reason" | "sequence" | "created_at" | "updated_at" | "completed_at" | "approval" | "failure_code" | "amount_corrected";
  readonly transfers: "merchant" | "environment" | "id" | "reference" | "amount" | "fee" | "amount_total" | "currency" | "channel" | "beneficiary" | "receiver" | "description" | "metadata" | "status" | "failure_reason" | "sequence" | "created_at" | "updated_at" | "completed_at" | "bulk" | "approval" | "failure_code" | "scheduled_at" | "funds_state";
  readonly withdrawal_accounts: "merchant" | "environment" | "id" | "type" | "name" | "country" | "currency" | "receiver" | "masked" | "bank_code" | "state" | "created_by" | "first_confirmed_by" | "confirmed_by" | "usable_at" | "created_at" | "updated_at";
  readonly withdrawals: "merchant" | "environment" | "id" | "reference" | "account" | "amount" | "currency" | "channel" | "provider" | "receiver" | "description" | "metadata" | "status" | "approval" | "failure_code" | "failure_reason" | "bank_reference" | "proposed" | "proposed_text" | "proposed_by" | "sequence" | "created_at" | "updated_at" | "completed_at" | "rule";
}
