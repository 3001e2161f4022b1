import {
  answerSchemas,
  COMPUTED,
  createSchemas,
  type FieldTable,
  instant,
  int,
  json,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import { Email, Metadata, Name, Nullable, PhoneText, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

/**
 * Every field of a customer, in the order of answers. Its table, requests, answers, events and exports, and its list
 * and form in the dashboard derive from here.
 */
export const CUSTOMER_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"cus">>(), export: 1, list: null },
    answer: Type.String({ examples: ["cus_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  name: { column: text(), create: Name, answer: Name, export: 2, list: shown(1), form: 1 },
  email: {
    ...{ column: text<string | null>(), create: Type.Optional(Email), answer: Nullable(Email) },
    ...{ export: 4, list: shown(2), form: 3 },
  },
  phone: {
    ...{ column: text<string | null>(), create: Type.Optional(PhoneText), answer: Nullable(PhoneText) },
    ...{ export: 3, list: shown(3), form: 2 },
  },
  phone_typed: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  blocked_at: {
    ...{ ...COMPUTED, ...UNLISTED, column: instant<Instant | null>() },
    answer: Nullable({ ...Timestamp, description: "When the customer was blocked: a blocked customer cannot pay." }),
  },
  /** The key by which later payments find this customer, if a payment created it; null if a request created it. */
  payer_key: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 5, list: shown(4) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
} satisfies FieldTable;

/** The body of POST /customers (`interface.md` 4.4); one of e-mail and phone is required. */
export const NewCustomer = Type.Object(createSchemas(CUSTOMER_FIELDS, []), { title: "NewCustomer" });
export type NewCustomer = Static<typeof NewCustomer>;

export const CustomerChanges = Type.Partial(NewCustomer, { title: "CustomerChanges" });
export type CustomerChanges = Static<typeof CustomerChanges>;

/** A customer as the API shows it (`interface.md` 2.2). */
export const Customer = Type.Object(answerSchemas(CUSTOMER_FIELDS), { title: "Customer" });
export type Customer = Static<typeof Customer>;

/** A customer in lists. */
export const CustomerItem = Type.Pick(Customer, ["id", "name", "email", "phone", "created_at"], {
  title: "CustomerItem",
});

/** A row of `customers`. */
export type CustomerRow = RowOf<typeof CUSTOMER_FIELDS>;
