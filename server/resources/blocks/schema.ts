import { BankCode, NewAccountNumber, OneOf, PhoneText, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The most numbers and accounts that one merchant blocks in one environment. */
export const BLOCKS_MAX = 10_000;
const REASON_MAX = 300;

/** A row of `blocked_parties`. */
export interface BlockRow {
  readonly id: Id<"blk">;
  /** Null: blocked for every merchant. */
  readonly merchant: Id<"mer"> | null;
  readonly environment: Environment;
  readonly party: string;
  readonly masked: string;
  readonly reason: string;
  readonly created_by: string;
  readonly created_at: Instant;
}

export const Block = Type.Object(
  {
    id: Type.String(),
    set_by: OneOf(["platform", "merchant"]),
    number: Type.String({ description: "With all but its last digits hidden." }),
    reason: Type.String(),
    created_at: Timestamp,
  },
  { title: "Block" },
);
export type Block = Static<typeof Block>;

export const NewBlock = Type.Object(
  {
    phone: Type.Optional(PhoneText),
    account_number: Type.Optional(NewAccountNumber),
    bank_code: Type.Optional(BankCode),
    reason: Type.String({ minLength: 1, maxLength: REASON_MAX, pattern: "\\S", "x-pasted": "text" }),
  },
  { title: "NewBlock" },
);
export type NewBlock = Static<typeof NewBlock>;
