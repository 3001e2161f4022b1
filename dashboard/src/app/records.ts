import type { Answer, ReadName } from "./api.ts";

/** The records of the lists and of the record pages. */
type ItemsOf<Body> = Body extends { readonly items: readonly (infer Row)[] }
  ? Row
  : Body extends { readonly data: readonly (infer Row)[] }
    ? Row
    : never;

/** The operations that return lists. */
export type ListRead = Extract<
  ReadName,
  `GET /{environment}/${
    | "payments"
    | "payment-links"
    | "invoices"
    | "received-parts"
    | "refunds"
    | "transfers"
    | "bulk-transfers"
    | "schedules"
    | "withdrawals"
    | "withdrawal-accounts"
    | "beneficiaries"
    | "customers"
    | "balance/history"
    | "corrections"
    | "webhooks"
    | "webhooks/{id}/deliveries"
    | "events"}`
>;

type RecordsOf<Body> = Body[Exclude<keyof Body, "related">];

/** The operations that return the record of a record page. */
export type RecordRead = Extract<
  ReadName,
  `GET /{environment}/${
    | "payments/{reference}"
    | "payment-links/{id}"
    | "invoices/{reference}"
    | "refunds/{id}"
    | "transfers/{reference}"
    | "transfers/bulk/{id}"
    | "withdrawals/{id}"
    | "withdrawal-accounts/{id}"
    | "beneficiaries/{id}"
    | "customers/{id}"
    | "webhooks/{id}"
    | "events/{id}"}`
>;

type AnyRecord =
  | { readonly [Name in ListRead]: ItemsOf<Answer<Name>> }[ListRead]
  | { readonly [Name in RecordRead]: RecordsOf<Answer<Name>> }[RecordRead];

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key extends PropertyKey> =
  Union extends Readonly<Partial<Record<Key, unknown>>> ? Union[Key] : never;

/**
 * Every field that a record can have, with the types of all records that have it. The lists and the record pages show
 * any record by the names of its fields.
 */
export type RecordFields = { readonly [Key in KeyOf<AnyRecord>]?: ValueOf<AnyRecord, Key> | undefined };

/** A page of any list. */
export interface ListBody {
  readonly totals: number;
  readonly last_page: number;
  readonly current_page: number;
  readonly selected: number;
}

/** The rows of a list's response. The name of their field differs per list. */
export function rowsOf(body: Answer<ListRead>): readonly RecordFields[] {
  return "data" in body ? body.data : body.items;
}

/** The record of a response. The name of its field differs per record type. */
export function recordOf(body: Answer<RecordRead>): RecordFields {
  if ("transaction" in body) return body.transaction;
  if ("payment_link" in body) return body.payment_link;
  if ("invoice" in body) return body.invoice;
  if ("refund" in body) return body.refund;
  if ("transfer" in body) return body.transfer;
  if ("bulk_transfer" in body) return body.bulk_transfer;
  if ("withdrawal" in body) return body.withdrawal;
  if ("withdrawal_account" in body) return body.withdrawal_account;
  if ("beneficiary" in body) return body.beneficiary;
  if ("customer" in body) return body.customer;
  return "event" in body ? body.event : body.data;
}
