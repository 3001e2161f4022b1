import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import type { PaymentOrder } from "./parse-order.ts";
import type { NewPayment } from "./schema.ts";

/** Returns field errors for a body without a payer, even if the schema refuses other fields. */
export function validatePayer(body: unknown): FieldErrors {
  const { customer, email, phone } = asRecord(body);
  if (typeof customer !== "object" && customer !== undefined) return {};
  const person = asRecord(customer);
  if ([person.email, person.phone, email, phone].some((contact) => contact !== undefined)) return {};
  return { customer: [fieldError("payer_required", "Give an e-mail address, a phone number or a customer")] };
}

/** Returns the payer from any form of the body: an id, an object, or plain fields. */
export function payerOf(body: Pick<NewPayment, "customer" | "name" | "email" | "phone">): PaymentOrder["payer"] {
  const { customer } = body;
  if (typeof customer === "string") {
    return { by: "id", id: customer, phone_field: "phone", phone: body.phone ?? null };
  }
  return {
    by: "contact",
    phone_field: customer?.phone === undefined ? "phone" : "customer.phone",
    name: customer?.name ?? body.name ?? null,
    email: customer?.email ?? body.email ?? null,
    phone: customer?.phone ?? body.phone ?? null,
  };
}
