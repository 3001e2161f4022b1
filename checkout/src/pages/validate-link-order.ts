import type { LinkOrder } from "#app/api.ts";
import type { Link } from "#app/checkout.ts";
import { isCompleteNumber } from "./validate-number.ts";

/** A field error of a link's order. */
export interface LinkFieldError {
  readonly field: "amount" | "phone" | "name";
  readonly kind: "missing" | "out_of_range" | "empty" | "malformed" | "refused" | "too_long";
}

// The service's limit for a payer's name, in characters.
const NAME_LIMIT = 200;

/** Validates the form, and returns the errors in the order of the fields. `amount` is null if none was typed. */
export function validateLinkOrder(
  order: LinkOrder,
  { amount, minimum, maximum, mobile_numbers, calling_code }: Link,
): readonly LinkFieldError[] {
  const field_errors: LinkFieldError[] = [];
  if (amount === null) {
    if (order.amount === null || order.amount === 0n) field_errors.push({ field: "amount", kind: "missing" });
    else if ((minimum !== null && order.amount < minimum) || (maximum !== null && order.amount > maximum)) {
      field_errors.push({ field: "amount", kind: "out_of_range" });
    }
  }
  const digits = order.phone.slice(`+${calling_code}`.length);
  if (digits === "") field_errors.push({ field: "phone", kind: "empty" });
  else if (!isCompleteNumber(digits, mobile_numbers)) field_errors.push({ field: "phone", kind: "malformed" });
  if (order.name.length > NAME_LIMIT) field_errors.push({ field: "name", kind: "too_long" });
  return field_errors;
}
