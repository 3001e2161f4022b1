import {
  answerSchemas,
  COMPUTED,
  createSchemas,
  type FieldTable,
  hidden,
  instant,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import {
  BankCode,
  CountryCode,
  CurrencyCode,
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
import type { Instant } from "#kernel/time.ts";

export const WITHDRAWAL_ACCOUNT_TYPES = ["mobile_money", "bank_account"] as const;
export const WITHDRAWAL_ACCOUNT_STATES = ["pending", "active", "removed"] as const;
const TypeField = OneOf(WITHDRAWAL_ACCOUNT_TYPES, { title: "WithdrawalAccountType" });

/** Every field of a withdrawal account, in the order of API responses. */
export const WITHDRAWAL_ACCOUNT_FIELDS = {
  id: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<Id<"wac">>() },
    answer: Type.String({ examples: ["wac_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  type: {
    ...{ column: text<(typeof WITHDRAWAL_ACCOUNT_TYPES)[number]>(), create: TypeField, answer: TypeField },
    ...{ export: null, list: shown(4), form: 1 },
  },
  name: { column: text(), create: Name, answer: Name, export: null, list: shown(1), form: 2 },
  country: { ...UNLISTED, column: text(), create: CountryCode, answer: CountryCode, form: null },
  currency: { ...UNLISTED, column: text(), create: CurrencyCode, answer: CurrencyCode, form: null },
  phone: { ...UNLISTED, column: null, create: Type.Optional(PhoneText), answer: null, form: 3 },
  account_number: { ...UNLISTED, column: null, create: Type.Optional(NewAccountNumber), answer: null, form: 5 },
  number: {
    ...{ ...COMPUTED, column: null, export: null, list: shown(2) },
    answer: Type.String({ description: "The number or account; all but the last digits are hidden." }),
  },
  bank_code: {
    ...{ column: text<string | null>(), create: Type.Optional(BankCode), answer: Nullable(BankCode) },
    ...{ export: null, list: hidden(1), form: 4 },
  },
  state: {
    ...{ ...COMPUTED, column: text<(typeof WITHDRAWAL_ACCOUNT_STATES)[number]>(), export: null, list: shown(3) },
    answer: OneOf(WITHDRAWAL_ACCOUNT_STATES, {
      title: "WithdrawalAccountState",
      description: "`pending` until it is confirmed, in live by two people.",
    }),
  },
  receiver: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  masked: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  created_by: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  first_confirmed_by: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<string | null>() },
    answer: Nullable(
      Type.String({
        description: "In live: the id of the person who confirmed it first. Somebody else must confirm it, too.",
        examples: ["per_01jqk3v8q1e9fa4x2m7c5t0r6w"],
      }),
    ),
  },
  confirmed_by: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  usable_at: {
    ...{ ...COMPUTED, column: instant<Instant | null>(), export: null, list: shown(5) },
    answer: Nullable(
      Type.String({
        format: "date-time",
        description: "Withdrawals to it are allowed from this time on. Null until it is confirmed.",
      }),
    ),
  },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: null, list: shown(6) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
} satisfies FieldTable;

export const NewWithdrawalAccount = Type.Object(createSchemas(WITHDRAWAL_ACCOUNT_FIELDS, []), {
  title: "NewWithdrawalAccount",
  examples: [
    {
      ...{ type: "bank_account", name: "Boulangerie du Marché", country: "CM", currency: "XAF" },
      ...{ account_number: "10005000010123456789012", bank_code: "10005" },
    },
  ],
});
export type NewWithdrawalAccount = Static<typeof NewWithdrawalAccount>;

/** A merchant's own bank account or mobile wallet, which can receive its withdrawals. */
export const WithdrawalAccount = Type.Object(answerSchemas(WITHDRAWAL_ACCOUNT_FIELDS), {
  title: "WithdrawalAccount",
  examples: [
    {
      ...{ id: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", type: "bank_account", name: "Boulangerie du Marché" },
      ...{ country: "CM", currency: "XAF", number: "…012", bank_code: "10005", state: "active" },
      ...{ first_confirmed_by: "per_01jqk3v8q1e9fa4x2m7c5t0r6w", usable_at: "2026-03-02T08:30:00.123456Z" },
      ...{ created_at: "2026-03-01T08:30:00.123456Z", updated_at: "2026-03-01T08:30:00.123456Z" },
    },
  ],
});
export type WithdrawalAccount = Static<typeof WithdrawalAccount>;

/** A row of `withdrawal_accounts`. */
export type WithdrawalAccountRow = RowOf<typeof WITHDRAWAL_ACCOUNT_FIELDS>;
