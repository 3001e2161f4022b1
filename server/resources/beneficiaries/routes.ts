import { listEnvelope as listOf, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest, searchField } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { CountryCode, IdText, Type } from "#kernel/fields.ts";
import { createBeneficiary } from "./create.ts";
import { deleteBeneficiary } from "./delete.ts";
import { presentBeneficiary } from "./present.ts";
import { validateBeneficiaryPhone, validateRequiredFields } from "./rules.ts";
import { Beneficiary, BeneficiaryChanges, BeneficiaryItem, BeneficiaryTypeField, NewBeneficiary } from "./schema.ts";
import { find, list } from "./store.ts";
import { updateBeneficiary } from "./update.ts";

const tag = "Beneficiaries";
const params = Type.Object({ id: IdText });

const listed = listOf({ message: "Beneficiaries retrieved" }, "items", BeneficiaryItem);
const created = resourceEnvelope(201, { message: "Beneficiary created" }, "beneficiary", Beneficiary);
const retrieved = resourceEnvelope(200, { message: "Beneficiary retrieved" }, "beneficiary", Beneficiary);
const updated = resourceEnvelope(200, { message: "Beneficiary updated" }, "beneficiary", Beneficiary);
const deleted = messageEnvelope(200, { message: "Beneficiary deleted" });

export const beneficiaryRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/beneficiaries",
    access: "private",
    right: "beneficiaries:read",
    tag,
    summary: "List beneficiaries",
    description: "Newest first. `search` covers name, e-mail and phone.",
    query: Type.Object({
      ...pageFields,
      ...searchField,
      country: Type.Optional(CountryCode),
      type: Type.Optional(BeneficiaryTypeField),
    }),
    reply: listed,
    async handle(tx, { scope, query }) {
      const filter = { search: query.search ?? null, country: query.country ?? null, type: query.type ?? null };
      const page = readPageRequest(query);
      const { rows, totals } = await list(tx, scope, filter, page);
      return listed.of({ ...page, items: rows, totals });
    },
  }),
  route({
    method: "POST",
    path: "/beneficiaries",
    access: "private",
    right: "beneficiaries:write",
    tag,
    summary: "Create a beneficiary",
    body: NewBeneficiary,
    body_rules: {
      validate: ({ body }) => validateRequiredFields(body),
      foresee: ({ body }) => validateBeneficiaryPhone(body),
    },
    reply: created,
    is_reply_secret: true,
    errors: ["invalid"],
    handle: async (tx, { scope, body }) => created.of(presentBeneficiary(await createBeneficiary(tx, scope, body))),
  }),
  route({
    method: "GET",
    path: "/beneficiaries/{id}",
    access: "private",
    right: "beneficiaries:read",
    tag,
    summary: "Retrieve a beneficiary",
    description: "The id of a beneficiary that was merged into another one retrieves the other.",
    params,
    reply: retrieved,
    errors: ["not_found"],
    async handle(tx, { scope, params }) {
      const row = await find(tx, scope, params.id);
      if (!row) throw new ServiceError("beneficiary_not_found", "Beneficiary not found");
      return retrieved.of(presentBeneficiary(row));
    },
  }),
  route({
    method: "PUT",
    path: "/beneficiaries/{id}",
    access: "private",
    right: "beneficiaries:write",
    tag,
    summary: "Update a beneficiary",
    description: "`country`, `currency` and `type` cannot be changed; their current values are accepted.",
    params,
    body: BeneficiaryChanges,
    body_rules: { foresee: ({ body }) => validateBeneficiaryPhone(body) },
    reply: updated,
    is_reply_secret: true,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, person, params, body }) =>
      updated.of(presentBeneficiary(await updateBeneficiary(tx, scope, params.id, body, person))),
  }),
  route({
    method: "DELETE",
    path: "/beneficiaries/{id}",
    access: "private",
    right: "beneficiaries:write",
    tag,
    summary: "Delete a beneficiary",
    description: "Deletes only the record. Its transfers remain.",
    params,
    reply: deleted,
    errors: ["not_found"],
    async handle(tx, { scope, person, params }) {
      await deleteBeneficiary(tx, scope, params.id, person);
      return deleted.of(null);
    },
  }),
];
