import { hash } from "node:crypto";
import { newId } from "#kernel/ids.ts";
import type { Phone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import type { Instant } from "#kernel/time.ts";
import type { BeneficiaryRow, BeneficiaryType } from "./schema.ts";
import { accountPlace, show } from "./show.ts";

/** The data of a recipient in a transfer, after the checks. */
export interface Brought {
  /** Null in the older form, which has a number only. */
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

/** Equal data have an equal key. A key has one beneficiary within a merchant and environment (interface-decisions 12). */
export function dataKey(brought: Brought): Buffer {
  return keyOf({ ...brought, phone: brought.phone?.e164 ?? null });
}

/** The key that finds this beneficiary for a transfer with the same data; null once its data have changed. */
export function keptKey(row: BeneficiaryRow): Buffer | null {
  return row.data_key?.equals(keyOf(show(row))) ? row.data_key : null;
}

type Told = Omit<Brought, "phone" | "phone_typed"> & { readonly phone: string | null };

function keyOf({ name, email, phone, account_number, bank_code, country, currency, type }: Told): Buffer {
  const told = [name, email, phone, account_number, bank_code, country, currency, type];
  return hash("sha256", JSON.stringify(told), "buffer");
}

/** Makes an unlisted beneficiary of such data, for the store's `insert`. It has no events of its own. */
export function unlisted(scope: Scope, brought: Brought, data_key: Buffer, now: Instant): BeneficiaryRow {
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("ben", now) };
  return {
    ...key,
    name: brought.name,
    email: brought.email,
    phone: brought.phone?.e164 ?? null,
    phone_typed: brought.phone_typed,
    account_number: brought.account_number === null ? null : seal(brought.account_number, accountPlace(key)),
    bank_code: brought.bank_code,
    country: brought.country,
    currency: brought.currency,
    type: brought.type,
    metadata: null,
    listed: false,
    data_key,
    sequence: 0,
    created_at: now,
    updated_at: now,
  };
}
