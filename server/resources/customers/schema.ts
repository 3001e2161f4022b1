import { Email, Metadata, Name, Nullable, PhoneText, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The body of POST /customers (`interface.md` 4.4); one of e-mail and phone is required. */
export const NewCustomer = Type.Object(
  {
    name: Name,
    email: Type.Optional(Email),
    phone: Type.Optional(PhoneText),
    metadata: Type.Optional(Metadata),
  },
  { title: "NewCustomer" },
);
export type NewCustomer = Static<typeof NewCustomer>;

export const CustomerChanges = Type.Partial(NewCustomer, { title: "CustomerChanges" });
export type CustomerChanges = Static<typeof CustomerChanges>;

/** A customer as the API shows it (`interface.md` 2.2). */
export const Customer = Type.Object(
  {
    id: Type.String({ examples: ["cus_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    name: Name,
    email: Nullable(Email),
    phone: Nullable(PhoneText),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Customer" },
);
export type Customer = Static<typeof Customer>;

/** A customer in lists. */
export const CustomerItem = Type.Pick(Customer, ["id", "name", "email", "phone", "created_at"], {
  title: "CustomerItem",
});

/** A row of `customers`. */
export interface CustomerRow extends Scope {
  readonly id: Id<"cus">;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_typed: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The key by which later payments find a customer that a payment created; null for customers stored by hand. */
  readonly payer_key: string | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}
