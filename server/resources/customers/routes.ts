import { listEnvelope as listOf, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest, searchField } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { blockCustomer } from "./block.ts";
import { createCustomer, validateContact } from "./create.ts";
import { deleteCustomer } from "./delete.ts";
import { listCustomerPayments, Payment, PaymentStatusField } from "./payments.ts";
import { validateCustomerPhone } from "./phone.ts";
import { presentCustomer } from "./present.ts";
import { Customer, CustomerChanges, CustomerItem, NewCustomer } from "./schema.ts";
import { find, list } from "./store.ts";
import { updateCustomer } from "./update.ts";

const tag = "Customers";
const params = Type.Object({ id: IdText });

const listed = listOf({ message: "Customers retrieved" }, "items", CustomerItem);
const created = resourceEnvelope(201, { message: "Customer created" }, "customer", Customer);
const retrieved = resourceEnvelope(200, { message: "Customer retrieved" }, "customer", Customer);
const blocked = resourceEnvelope(200, { message: "Customer blocked" }, "customer", Customer);
const unblocked = resourceEnvelope(200, { message: "Customer unblocked" }, "customer", Customer);
const updated = resourceEnvelope(200, { message: "Customer updated" }, "customer", Customer);
const deleted = messageEnvelope(200, { message: "Customer deleted" });
const paymentsListed = listOf({ message: "Customer payments retrieved" }, "payments", Payment);

export const customerRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/customers",
    access: "public",
    right: "customers:read",
    tag,
    summary: "List customers",
    description: "Newest first. `search` covers name, e-mail and phone.",
    query: Type.Object({ ...pageFields, ...searchField }),
    reply: listed,
    async handle(tx, { scope, query }) {
      const search = query.search ?? null;
      const page = readPageRequest(query);
      const { rows, totals } = await list(tx, scope, search, page);
      return listed.of({ ...page, items: rows, totals });
    },
  }),
  route({
    method: "POST",
    path: "/customers",
    access: "public",
    right: "customers:write",
    tag,
    summary: "Create a customer",
    body: NewCustomer,
    body_rules: { validate: ({ body }) => validateContact(body), foresee: ({ body }) => validateCustomerPhone(body) },
    reply: created,
    errors: ["invalid"],
    handle: async (tx, { scope, body }) => created.of(presentCustomer(await createCustomer(tx, scope, body))),
  }),
  route({
    method: "GET",
    path: "/customers/{id}",
    access: "public",
    right: "customers:read",
    tag,
    summary: "Retrieve a customer",
    description: "The id of a customer that was merged into another one retrieves the other.",
    params,
    reply: retrieved,
    errors: ["not_found"],
    async handle(tx, { scope, params }) {
      const row = await find(tx, scope, params.id);
      if (!row) throw new ServiceError("customer_not_found", "Customer not found");
      return retrieved.of(presentCustomer(row));
    },
  }),
  route({
    method: "PUT",
    path: "/customers/{id}",
    access: "public",
    right: "customers:write",
    tag,
    summary: "Update a customer",
    params,
    body: CustomerChanges,
    body_rules: { foresee: ({ body }) => validateCustomerPhone(body) },
    reply: updated,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, params, body }) =>
      updated.of(presentCustomer(await updateCustomer(tx, scope, params.id, body))),
  }),
  route({
    method: "DELETE",
    path: "/customers/{id}",
    access: "public",
    right: "customers:write",
    tag,
    summary: "Delete a customer",
    description: "Deletes only the record. Its payments remain.",
    params,
    reply: deleted,
    errors: ["not_found"],
    async handle(tx, { scope, params }) {
      await deleteCustomer(tx, scope, params.id);
      return deleted.of(null);
    },
  }),
  route({
    method: "PUT",
    path: "/customers/{id}/block",
    access: "public",
    right: "customers:write",
    tag,
    summary: "Block a customer",
    description:
      "A blocked customer cannot pay: new payments for its id, e-mail or phone are refused, and open ones cannot be paid. A payment " +
      "that waits for the phone continues. Deleting the customer ends the block.",
    params,
    reply: blocked,
    errors: ["not_found"],
    handle: async (tx, { scope, person, params }) =>
      blocked.of(presentCustomer(await blockCustomer(tx, scope, params.id, true, person))),
  }),
  route({
    method: "PUT",
    path: "/customers/{id}/unblock",
    access: "public",
    right: "customers:write",
    tag,
    summary: "Unblock a customer",
    params,
    reply: unblocked,
    errors: ["not_found"],
    handle: async (tx, { scope, person, params }) =>
      unblocked.of(presentCustomer(await blockCustomer(tx, scope, params.id, false, person))),
  }),
  route({
    method: "GET",
    path: "/customers/{id}/payments",
    access: "public",
    right: "payments:read",
    tag,
    summary: "List a customer's payments",
    description: "Newest first.",
    params,
    query: Type.Object({ ...pageFields, status: Type.Optional(PaymentStatusField) }),
    reply: paymentsListed,
    errors: ["not_found"],
    async handle(tx, { scope, params, query }) {
      const page = readPageRequest(query);
      return paymentsListed.of({
        ...page,
        ...(await listCustomerPayments(tx, scope, params.id, query.status ?? null, page)),
      });
    },
  }),
];
