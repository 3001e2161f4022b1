import {
  AmountIn,
  CurrencyCode,
  Description,
  Metadata,
  Name,
  Nullable,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Callback } from "#resources/payments/schema.ts";

/** The body of POST /payment-links. */
export const NewPaymentLink = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    amount: Type.Optional(AmountIn),
    currency: CurrencyCode,
    callback: Type.Optional(Callback),
    metadata: Type.Optional(Metadata),
  },
  {
    title: "NewPaymentLink",
    examples: [{ name: "Membership 2027", amount: 10_000, currency: "XAF" }],
  },
);
export type NewPaymentLink = Static<typeof NewPaymentLink>;

/** Null: the payer chooses. */
export const OptionalAmount = Nullable(
  Type.Integer({
    description: "In the currency's smallest unit; null if the payer chooses the amount.",
    examples: [10_000],
  }),
);

/** A payment link as the API shows it. */
export const PaymentLink = Type.Object(
  {
    id: Type.String({ examples: ["lnk_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    url: Type.String({
      description: "The address of the payment page. Anybody who opens it can pay.",
      examples: ["https://pay.example.cm/pay/link/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w"],
    }),
    name: Name,
    description: Nullable(Description),
    amount: OptionalAmount,
    currency: CurrencyCode,
    callback: Nullable(Callback),
    metadata: Metadata,
    active: Type.Boolean(),
    sandbox: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: "PaymentLink",
    examples: [
      {
        id: "lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
        url: "https://pay.example.cm/pay/link/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
        ...{ name: "School fees, second term", description: "Class of 2026", amount: 10_000, currency: "XAF" },
        ...{ callback: "https://school.example.cm/thanks", metadata: { term: "2" }, active: true, sandbox: true },
        ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
      },
    ],
  },
);
export type PaymentLink = Static<typeof PaymentLink>;

/** A row of `payment_links`. */
export interface PaymentLinkRow extends Scope {
  readonly id: Id<"lnk">;
  readonly name: string;
  readonly description: string | null;
  /** Null: the payer chooses. */
  readonly amount: bigint | null;
  readonly currency: string;
  readonly callback: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly active: boolean;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}
