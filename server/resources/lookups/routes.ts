import { single } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import type { Static } from "#kernel/fields.ts";
import type { Scope } from "#kernel/scope.ts";
import { Lookup, NewLookup } from "./schema.ts";

const found = single(200, { message: "Number looked up" }, "lookup", Lookup);

/** `lookUp` asks the operator, outside of any transaction. */
export function lookupRoutes(
  lookUp: (scope: Scope, asked: Static<typeof NewLookup>) => Promise<Static<typeof Lookup>>,
): readonly Route[] {
  return [
    route({
      method: "POST",
      path: "/transfers/lookup",
      access: "private",
      right: "transfers:write",
      tag: "Transfers",
      summary: "Look up whose number it is",
      description:
        "Asks the number's operator for the name and whether the account can receive, where it tells. With `name`, how " +
        "well it fits. A transfer with `expect_name` is checked in the same way before it goes out.",
      body: NewLookup,
      reply: found,
      errors: ["invalid", "unavailable"],
      submit: async ({ scope, body }) => found.of(await lookUp(scope, body)),
    }),
  ];
}
