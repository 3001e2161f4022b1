import {
  AccountNumber,
  BankCode,
  CountryCode,
  CurrencyCode,
  Email,
  Metadata,
  Name,
  Nullable,
  OneOf,
  PhoneText,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export const BENEFICIARY_TYPES = ["mobile_money", "bank_account", "cash_pickup"] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

export const BeneficiaryTypeField = OneOf(BENEFICIARY_TYPES, {
  title: "BeneficiaryType",
  description: "How the beneficiary is paid. It cannot be changed after creation.",
});

/** The body of POST /beneficiaries (`interface.md` 4.3). */
export const NewBeneficiary = Type.Object(
  {
    name: Name,
    email: Type.Optional(Email),
    phone: Type.Optional(PhoneText),
    account_number: Type.Optional(AccountNumber),
    bank_code: Type.Optional(BankCode),
    country: CountryCode,
    currency: CurrencyCode,
    type: BeneficiaryTypeField,
    metadata: Type.Optional(Metadata),
  },
  { title: "NewBeneficiary" },
);
export type NewBeneficiary = Static<typeof NewBeneficiary>;

/**
 * The body of PUT /beneficiaries/{id}. Fields that cannot change may be sent with their present value
 * (interface-decisions 3).
 */
export const BeneficiaryChanges = Type.Partial(NewBeneficiary, { title: "BeneficiaryChanges" });
export type BeneficiaryChanges = Static<typeof BeneficiaryChanges>;

/** A beneficiary as the API shows it (`interface.md` 2.1). */
export const Beneficiary = Type.Object(
  {
    id: Type.String({ examples: ["ben_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    name: Nullable(Name),
    email: Nullable(Email),
    phone: Nullable(PhoneText),
    account_number: Nullable(AccountNumber),
    bank_code: Nullable(BankCode),
    country: CountryCode,
    currency: CurrencyCode,
    type: BeneficiaryTypeField,
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: "Beneficiary",
    examples: [
      {
        ...{ id: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w", name: "Jane Mballa", email: "jane@example.cm" },
        ...{ phone: "+237677123456", account_number: null, bank_code: null, country: "CM", currency: "XAF" },
        ...{ type: "mobile_money", metadata: { employee: "42" } },
        ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
      },
    ],
  },
);
export type Beneficiary = Static<typeof Beneficiary>;

/** A beneficiary in lists. */
export const BeneficiaryItem = Type.Pick(
  Beneficiary,
  ["id", "name", "email", "phone", "country", "currency", "type", "created_at"],
  { title: "BeneficiaryItem" },
);

/** A row of `beneficiaries`. */
export interface BeneficiaryRow extends Scope {
  readonly id: Id<"ben">;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_typed: string | null;
  /** Encrypted. */
  readonly account_number: string | null;
  readonly bank_code: string | null;
  readonly country: string;
  readonly currency: string;
  readonly type: BeneficiaryType;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly listed: boolean;
  readonly data_key: Buffer | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}
