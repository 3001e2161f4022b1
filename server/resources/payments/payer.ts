import { badRequest } from "#kernel/errors.ts";
import type { Order } from "./read.ts";
import type { NewPayment } from "./schema.ts";

/** Who pays, out of the ways a body may say it: an id, an object, or plain fields. Throws `bad_request` when nobody is. */
export function payerIn(body: Pick<NewPayment, "customer" | "name" | "email" | "phone">): Order["payer"] {
  const { customer } = body;
  if (typeof customer === "string") {
    return { by: "id", id: customer, phone_field: "phone", phone: body.phone ?? null };
  }
  const person = {
    by: "contact",
    phone_field: customer?.phone === undefined ? "phone" : "customer.phone",
    name: customer?.name ?? body.name ?? null,
    email: customer?.email ?? body.email ?? null,
    phone: customer?.phone ?? body.phone ?? null,
  } as const;
  if (person.email === null && person.phone === null) {
    throw badRequest("customer", "Give an e-mail address, a phone number or a customer");
  }
  return person;
}
