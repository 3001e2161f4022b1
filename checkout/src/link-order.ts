import type { LinkOrder } from "./api.ts";
import type { Link } from "./checkout.ts";
import { isWhole } from "./number.ts";

/** A field error of a link's order. */
export interface Fault {
  readonly field: "amount" | "phone" | "name";
  readonly kind: "missing" | "out_of_range" | "empty" | "malformed" | "refused" | "too_long";
}

// The service's limit for a payer's name, in characters.
const NAME_LIMIT = 200;

/** Validates the form, and returns the errors in the order of the fields. `amount` is null if none was typed. */
export function judgeLinkOrder(
  order: LinkOrder,
  { amount, minimum, maximum, country, calling_code }: Link,
): readonly Fault[] {
  const faults: Fault[] = [];
  if (amount === null) {
    if (order.amount === null || order.amount === 0n) faults.push({ field: "amount", kind: "missing" });
    else if ((minimum !== null && order.amount < minimum) || (maximum !== null && order.amount > maximum)) {
      faults.push({ field: "amount", kind: "out_of_range" });
    }
  }
  const digits = order.phone.slice(`+${calling_code}`.length);
  if (digits === "") faults.push({ field: "phone", kind: "empty" });
  else if (!isWhole(digits, country)) faults.push({ field: "phone", kind: "malformed" });
  if (order.name.length > NAME_LIMIT) faults.push({ field: "name", kind: "too_long" });
  return faults;
}
