import { hash } from "node:crypto";
import { newId } from "#kernel/ids.ts";
import type { Phone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import type { Instant } from "#kernel/time.ts";
import { accountNumberAad, presentBeneficiary } from "./present.ts";
import type { BeneficiaryRow, BeneficiaryType } from "./schema.ts";

/** The recipient's data in a transfer's request, after validation. */
export interface InlineBeneficiary {
  /** Null in the older form of the request, which has a number only. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: Phone | null;
  readonly phone_typed: string | null;
  readonly account_number: string | null;
  readonly bank_code: string | null;
  readonly country: string;
  readonly currency: string;
  readonly type: BeneficiaryType;
}

/**
 * Returns a hash of a beneficiary's data; equal data have an equal key. Within a merchant and environment, a key
 * belongs to one beneficiary (interface-decisions 12).
 */
export function dataKey(inline_data: InlineBeneficiary): Buffer {
  return hashData({ ...inline_data, phone: inline_data.phone?.e164 ?? null });
}

/** Returns the key by which a transfer with the same data finds this beneficiary; null once the data have changed. */
export function currentDataKey(row: BeneficiaryRow): Buffer | null {
  return row.data_key?.equals(hashData(presentBeneficiary(row))) ? row.data_key : null;
}

type HashedFields = Omit<InlineBeneficiary, "phone" | "phone_typed"> & { readonly phone: string | null };

function hashData({ name, email, phone, account_number, bank_code, country, currency, type }: HashedFields): Buffer {
  const fields = [name, email, phone, account_number, bank_code, country, currency, type];
  return hash("sha256", JSON.stringify(fields), "buffer");
}

/**
 * Makes the row of an unlisted beneficiary from inline data, for the store's `insert`. Unlisted beneficiaries have no
 * events.
 */
export function newUnlistedBeneficiary(
  scope: Scope,
  inline_data: InlineBeneficiary,
  data_key: Buffer,
  now: Instant,
): BeneficiaryRow {
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("ben", now) };
  return {
    ...key,
    name: inline_data.name,
    email: inline_data.email,
    phone: inline_data.phone?.e164 ?? null,
    phone_typed: inline_data.phone_typed,
    account_number:
      inline_data.account_number === null ? null : seal(inline_data.account_number, accountNumberAad(key)),
    bank_code: inline_data.bank_code,
    country: inline_data.country,
    currency: inline_data.currency,
    type: inline_data.type,
    metadata: null,
    listed: false,
    data_key,
    sequence: 0,
    created_at: now,
    updated_at: now,
  };
}
