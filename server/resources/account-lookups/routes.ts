import { resourceEnvelope } from "#http/envelope.ts";
import type { StoredReply } from "#http/idempotency.ts";
import { type Route, route } from "#http/route.ts";
import type { LookUpNumber } from "./lookup-service.ts";
import { Lookup, NewLookup } from "./schema.ts";

const retrieved = resourceEnvelope(200, { message: "Number looked up" }, "lookup", Lookup);

/** `lookUp` queries the network outside of any transaction; `storeReply` stores the reply for the Idempotency-Key. */
export function lookupRoutes(
  lookUp: LookUpNumber,
  storeReply: (stored: StoredReply) => Promise<void>,
): readonly Route[] {
  return [
    route({
      method: "POST",
      path: "/transfers/lookup",
      access: "private",
      right: "transfers:write",
      tag: "Transfers",
      summary: "Look up an account",
      description:
        "Asks the number's network for the account holder's name and whether the account can receive money. If you send " +
        "`name`, the answer says how well it matches. A transfer with `expect_name` is checked in the same way before it is sent.",
      body: NewLookup,
      reply: retrieved,
      errors: ["invalid", "unavailable"],
      // The reply holds a person's name.
      is_reply_secret: true,
      async submit({ scope, person, body, idempotency }) {
        const reply = retrieved.of(await lookUp(scope, person, body));
        if (idempotency) await storeReply({ request: idempotency, reply });
        return reply;
      },
    }),
  ];
}
