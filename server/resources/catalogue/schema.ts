import { AmountOut, CountryCode, CurrencyCode, Nullable, OneOf, Timestamp, Type } from "#kernel/fields.ts";
import { PAUSE_CODES } from "#providers/health/health.ts";

/** A channel as the API shows it (interface-decisions 16 and 27). */
export const ChannelView = Type.Object(
  {
    id: Type.String({ examples: ["cm.mtn"] }),
    name: Type.String({ examples: ["MTN Mobile Money"] }),
    country: CountryCode,
    currency: CurrencyCode,
    type: OneOf(["mobile_money", "bank_account", "cash_pickup"]),
    kinds: Type.Array(OneOf(["collect", "transfer"]), {
      description: "Of an active channel: those that its provider accounts carry. Of any other: those it could carry.",
      examples: [["collect", "transfer"]],
    }),
    operator: Nullable(Type.String({ examples: ["mtn"] })),
    minimum: { ...AmountOut, examples: [1] },
    maximum: { ...AmountOut, examples: [1_000_000] },
    active: Type.Boolean({
      description: "Whether the channel can be used in the key's environment, because a provider account is connected.",
    }),
    health: Type.Object(
      {
        status: OneOf(["operational", "degraded", "paused"]),
        success_rate: Nullable(
          Type.Number({
            description: "The share of requests to the network that succeeded in the last five minutes, 0 to 1.",
            examples: [0.98],
          }),
        ),
        paused_until: Nullable(Timestamp),
        reason: Nullable(Type.String({ examples: ["12 of the last 20 requests failed"] })),
        reason_code: Nullable(OneOf(PAUSE_CODES, { description: "The same for programs." })),
      },
      {
        description: "While a channel is paused, new transfers wait and new payments are refused.",
        examples: [{ status: "operational", success_rate: 0.98, paused_until: null, reason: null, reason_code: null }],
      },
    ),
  },
  { title: "Channel" },
);

export const CountryView = Type.Object(
  {
    code: CountryCode,
    name: Type.String({ examples: ["Cameroon"] }),
    currency: CurrencyCode,
    calling_code: Type.String({ examples: ["237"] }),
    channels: Type.Array(Type.String(), {
      description: "The channels of this country that the merchant can use in the key's environment.",
      examples: [["cm.mobile", "cm.mtn", "cm.orange", "cm.bank"]],
    }),
  },
  { title: "Country" },
);

export const CurrencyView = Type.Object(
  {
    code: CurrencyCode,
    name: Type.String({ examples: ["Central African CFA franc"] }),
    digits: Type.Integer({
      description: "The number of digits after the decimal point: 0 for XAF, 2 for EUR.",
      examples: [0],
    }),
  },
  { title: "Currency" },
);

export const BankView = Type.Object(
  {
    code: Type.String({ description: "The value for `bank_code`.", examples: ["10005"] }),
    name: Type.String({ examples: ["Afriland First Bank"] }),
    country: CountryCode,
  },
  { title: "Bank" },
);
