import { Name, Nullable, OneOf, PhoneText, Type } from "#kernel/fields.ts";

/** The body of an account lookup, which returns the holder of a number before money is sent. */
export const NewLookup = Type.Object(
  {
    channel: Type.String({ minLength: 1, maxLength: 40, examples: ["cm.mobile"] }),
    phone: PhoneText,
    name: Type.Optional(Name),
  },
  { title: "NewLookup", examples: [{ channel: "cm.mobile", phone: "677123456", name: "Jane Mballa" }] },
);

export const Lookup = Type.Object(
  {
    channel: Type.String({ description: "The channel that the number belongs to.", examples: ["cm.mtn"] }),
    phone: PhoneText,
    found: Type.Boolean({ description: "Whether the number has an account at the network." }),
    active: Nullable(
      Type.Boolean({
        description: "Whether the account can receive money; null if the network does not report it.",
        examples: [true],
      }),
    ),
    name: Nullable(
      Type.String({
        description: "The account holder's name; null if the network does not report it.",
        examples: ["Jane Mballa"],
      }),
    ),
    match: Nullable(
      OneOf(["matches", "similar", "differs"], {
        description: "How well your `name` matches the account holder's; null if either is missing.",
      }),
    ),
  },
  { title: "Lookup" },
);
