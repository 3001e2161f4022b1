import { type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { PHONE_NUMBER_HINT, readPhone } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { UsableAccounts } from "#providers/accounts/provider-accounts.ts";
import type { Payer } from "#resources/customers/payers.ts";
import type { SplitTerms } from "#resources/splits/schema.ts";
import { type ChannelLocks, validatePayable } from "./rules.ts";
import type { PaymentTexts } from "./schema.ts";

/** The request for one payment, before validation. */
export interface PaymentOrder extends ChannelLocks, PaymentTexts {
  readonly scope: Scope;
  readonly amount: bigint;
  readonly payer: {
    /** The name of the number's field in the body, for error messages: `phone`, or `customer.phone`. */
    readonly phone_field: string;
    readonly phone: string | null;
  } & (
    | { readonly by: "id"; readonly id: string }
    | { readonly by: "contact"; readonly name: string | null; readonly email: string | null }
  );
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly split: SplitTerms | null;
  readonly link: Id<"lnk"> | null;
  /** The publishable key that creates it; null for every other caller. */
  readonly publishable_key: Id<"key"> | null;
  /** Null for the usual time until expiry. */
  readonly expires_at: Instant | null;
  /** The invoice of which the payment pays a part. */
  readonly invoice: Id<"ivc"> | null;
}

/** A valid order, with its payer in the form that `customers` expects. */
export interface ParsedPaymentOrder {
  readonly order: PaymentOrder;
  readonly payer: Payer;
  /** The number in the order, in E.164. */
  readonly payer_phone: string | null;
}

/**
 * Validates an order against the catalogue and the merchant's provider accounts. A number without a country code is
 * read as a number of `country`.
 */
export function parsePaymentOrder(
  order: PaymentOrder,
  country: string,
  connected: UsableAccounts,
): ParsedPaymentOrder | ServiceError {
  const problems = validatePayable(order, order.scope.environment, (channel) =>
    connected.has(order.scope, channel, "collect"),
  );
  const { payer } = order;
  const phone = payer.phone === null ? null : readPhone(payer.phone, order.locked_country ?? country);
  const invalid_phone = [fieldError("invalid_phone", PHONE_NUMBER_HINT)];
  const phone_error = payer.phone !== null && !phone ? { [payer.phone_field]: invalid_phone } : null;
  if (problems || phone_error) return paymentValidationFailed({ ...phone_error, ...problems });
  const payer_phone = phone?.e164 ?? null;
  if (payer.by === "id") return { order, payer_phone, payer: { by: "id", id: payer.id } };
  const { name, email } = payer;
  return { order, payer_phone, payer: { by: "contact", name, email, phone: payer_phone, phone_typed: payer.phone } };
}

export function paymentValidationFailed(problems: FieldErrors): ServiceError {
  return new ServiceError("validation_failed", "Validation failed", { fields: problems });
}
