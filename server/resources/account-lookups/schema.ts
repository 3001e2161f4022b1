import { Name, Nullable, OneOf, PhoneText, Type } from "#kernel/fields.ts";

/** The body of a lookup: the holder of a number, before money is sent. */
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
    channel: Type.String({ description: "The channel the number is paid over.", examples: ["cm.mtn"] }),
    phone: PhoneText,
    found: Type.Boolean({ description: "Whether the number has an account at the operator." }),
    active: Nullable(
      Type.Boolean({
        description: "Whether it can receive; null where the operator does not say.",
        examples: [true],
      }),
    ),
    name: Nullable(Type.String({ description: "Null where the operator does not say.", examples: ["Jane Mballa"] })),
    match: Nullable(
      OneOf(["matches", "similar", "differs"], {
        description: "How the name you gave fits; null when one is missing.",
      }),
    ),
  },
  { title: "Lookup" },
);
