import {
  answerSchemas,
  boolean,
  bytes,
  COMPUTED,
  createSchemas,
  type FieldTable,
  hidden,
  instant,
  int,
  json,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import {
  AccountNumber,
  BankCode,
  CountryCode,
  CurrencyCode,
  Email,
  Metadata,
  Name,
  NewAccountNumber,
  Nullable,
  OneOf,
  PhoneText,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";

export const BENEFICIARY_TYPES = ["mobile_money", "bank_account", "cash_pickup"] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

export const BeneficiaryTypeField = OneOf(BENEFICIARY_TYPES, {
  title: "BeneficiaryType",
  description: "How the beneficiary is paid. It cannot be changed after creation.",
});

/**
 * Every field of a beneficiary, in the order of answers. Its table, requests, answers, events and exports, and its list
 * and form in the dashboard derive from here.
 */
export const BENEFICIARY_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"ben">>(), export: 1, list: null },
    answer: Type.String({ examples: ["ben_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  name: { column: text<string | null>(), create: Name, answer: Nullable(Name), export: 2, list: shown(1), form: 2 },
  email: {
    ...{ column: text<string | null>(), create: Type.Optional(Email), answer: Nullable(Email) },
    ...{ export: 5, list: shown(3), form: 6 },
  },
  phone: {
    ...{ column: text<string | null>(), create: Type.Optional(PhoneText), answer: Nullable(PhoneText) },
    ...{ export: 4, list: shown(2), form: 3 },
  },
  phone_typed: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  /** Encrypted in its column. */
  account_number: {
    ...{ column: text<string | null>(), create: Type.Optional(NewAccountNumber), answer: Nullable(AccountNumber) },
    ...{ export: null, list: null, form: 4 },
  },
  bank_code: {
    ...{ column: text<string | null>(), create: Type.Optional(BankCode), answer: Nullable(BankCode) },
    ...{ export: 6, list: null, form: 5 },
  },
  country: { column: text(), create: CountryCode, answer: CountryCode, export: 7, list: hidden(1), form: null },
  currency: { column: text(), create: CurrencyCode, answer: CurrencyCode, export: 8, list: hidden(2), form: null },
  type: {
    ...{ column: text<BeneficiaryType>(), create: BeneficiaryTypeField, answer: BeneficiaryTypeField },
    ...{ export: 3, list: shown(4), form: 1 },
  },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  listed: { ...COMPUTED, ...UNLISTED, column: boolean(), answer: null },
  data_key: { ...COMPUTED, ...UNLISTED, column: bytes(), answer: null },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 9, list: shown(5) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
} satisfies FieldTable;

/** The body of POST /beneficiaries (`interface.md` 4.3). */
export const NewBeneficiary = Type.Object(createSchemas(BENEFICIARY_FIELDS, []), { title: "NewBeneficiary" });
export type NewBeneficiary = Static<typeof NewBeneficiary>;

/**
 * The body of PUT /beneficiaries/{id}. Fields that cannot change may be sent with their present value
 * (interface-decisions 3).
 */
export const BeneficiaryChanges = Type.Partial(NewBeneficiary, { title: "BeneficiaryChanges" });
export type BeneficiaryChanges = Static<typeof BeneficiaryChanges>;

/** A beneficiary as the API shows it (`interface.md` 2.1). */
export const Beneficiary = Type.Object(answerSchemas(BENEFICIARY_FIELDS), {
  title: "Beneficiary",
  examples: [
    {
      ...{ id: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w", name: "Jane Mballa", email: "jane@example.cm" },
      ...{ phone: "+237677123456", account_number: null, bank_code: null, country: "CM", currency: "XAF" },
      ...{ type: "mobile_money", metadata: { employee: "42" } },
      ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
    },
  ],
});
export type Beneficiary = Static<typeof Beneficiary>;

/** A beneficiary in lists. */
export const BeneficiaryItem = Type.Pick(
  Beneficiary,
  ["id", "name", "email", "phone", "country", "currency", "type", "created_at"],
  { title: "BeneficiaryItem" },
);

/** A row of `beneficiaries`. */
export type BeneficiaryRow = RowOf<typeof BENEFICIARY_FIELDS>;
