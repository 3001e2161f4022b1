import {
  AccountNumber,
  BankCode,
  CountryCode,
  CurrencyCode,
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

export const WITHDRAWAL_ACCOUNT_TYPES = ["mobile_money", "bank_account"] as const;
export const WITHDRAWAL_ACCOUNT_STATES = ["pending", "active", "removed"] as const;
const TypeField = OneOf(WITHDRAWAL_ACCOUNT_TYPES, { title: "WithdrawalAccountType" });

export const NewWithdrawalAccount = Type.Object(
  {
    type: TypeField,
    name: Name,
    country: CountryCode,
    currency: CurrencyCode,
    phone: Type.Optional(PhoneText),
    account_number: Type.Optional(AccountNumber),
    bank_code: Type.Optional(BankCode),
  },
  {
    title: "NewWithdrawalAccount",
    examples: [
      {
        ...{ type: "bank_account", name: "Boulangerie du Marché", country: "CM", currency: "XAF" },
        ...{ account_number: "10005000010123456789012", bank_code: "10005" },
      },
    ],
  },
);
export type NewWithdrawalAccount = Static<typeof NewWithdrawalAccount>;

/** A merchant's own bank account or mobile wallet, which can receive its withdrawals. */
export const WithdrawalAccount = Type.Object(
  {
    id: Type.String({ examples: ["wac_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    type: TypeField,
    name: Name,
    country: CountryCode,
    currency: CurrencyCode,
    number: Type.String({ description: "The number or account; all but the last digits are hidden." }),
    bank_code: Nullable(BankCode),
    state: OneOf(WITHDRAWAL_ACCOUNT_STATES, {
      title: "WithdrawalAccountState",
      description: "`pending` until it is confirmed, in live by two people.",
    }),
    usable_at: Nullable(
      Type.String({
        format: "date-time",
        description: "Withdrawals to it are allowed from this time on. Null until it is confirmed.",
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: "WithdrawalAccount",
    examples: [
      {
        ...{ id: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", type: "bank_account", name: "Boulangerie du Marché" },
        ...{ country: "CM", currency: "XAF", number: "…012", bank_code: "10005", state: "active" },
        usable_at: "2026-03-02T08:30:00.123456Z",
        ...{ created_at: "2026-03-01T08:30:00.123456Z", updated_at: "2026-03-01T08:30:00.123456Z" },
      },
    ],
  },
);
export type WithdrawalAccount = Static<typeof WithdrawalAccount>;

/** A row of `withdrawal_accounts`. */
export interface WithdrawalAccountRow extends Scope {
  readonly id: Id<"wac">;
  readonly type: (typeof WITHDRAWAL_ACCOUNT_TYPES)[number];
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly receiver: string;
  readonly masked: string;
  readonly bank_code: string | null;
  readonly state: (typeof WITHDRAWAL_ACCOUNT_STATES)[number];
  readonly created_by: string;
  readonly first_confirmed_by: string | null;
  readonly confirmed_by: string | null;
  readonly usable_at: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}
