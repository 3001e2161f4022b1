import { fieldsEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { Type } from "#kernel/fields.ts";
import { EMPTY, type Operation, ok, operation, operationWithQuery } from "./operation.ts";
import {
  ActivityQuery,
  listPartyActivity,
  mergeParties,
  NewPartyNote,
  PartyActivity,
  PartyProfile,
  PartyToMerge,
  retrieveParty,
  writeNote,
} from "./parties.ts";

const party = resourceEnvelope(200, { message: "Party retrieved" }, "party", PartyProfile);
const activity = fieldsEnvelope(
  200,
  { message: "Activity retrieved" },
  { items: Type.Array(PartyActivity), has_more: Type.Boolean() },
);

/** The operations on a customer or beneficiary as a whole. */
export const partyOperations: readonly Operation[] = [
  operation("GET /parties/{id}", "environment", EMPTY, party, (tx, { scope, id }) => retrieveParty(tx, scope, id)),
  operationWithQuery(
    "GET /parties/{id}/activity",
    "environment",
    { body: EMPTY, query: ActivityQuery, reply: activity },
    (tx, { scope, id, query }) => listPartyActivity(tx, scope, id, query.before ?? null),
  ),
  operation("PUT /parties/{id}/note", "environment", NewPartyNote, ok, async (tx, { scope, id, body, person }) => {
    await writeNote(tx, scope, id, body, person);
    return null;
  }),
  operation("POST /customers/{id}/merge", "environment", PartyToMerge, ok, async (tx, { scope, id, body, person }) => {
    await mergeParties(tx, scope, "customer", { kept: id, merged: body.merge }, person);
    return null;
  }),
  operation(
    "POST /beneficiaries/{id}/merge",
    "environment",
    PartyToMerge,
    ok,
    async (tx, { scope, id, body, person }) => {
      await mergeParties(tx, scope, "beneficiary", { kept: id, merged: body.merge }, person);
      return null;
    },
  ),
];
