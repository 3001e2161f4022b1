import assert from "node:assert/strict";
import { it } from "node:test";
import {
  AccountNumber,
  AmountIn,
  BankCode,
  CountryCode,
  CurrencyCode,
  Day,
  Description,
  Email,
  IdText,
  Metadata,
  Name,
  Nullable,
  OneOf,
  PhoneText,
  Reference,
  Timestamp,
  Type,
} from "./fields.ts";
import { findUnboundedPaths } from "./schema-bounds.ts";

it("returns every path of a schema whose value has no maximum size", () => {
  const schema = Type.Object({
    text: Type.String(),
    nothing: Type.Optional(Nullable(Type.String())),
    list: Type.Optional(Type.Array(Type.Object({ note: Type.String() }), { maxItems: 3 })),
    endless: Type.Array(Type.Integer()),
    either: Type.Union([Type.String({ maxLength: 3 }), Type.Object({ name: Type.String() })]),
    names: Type.Record(Type.String(), Type.Integer()),
    free: Type.Unsafe<object>({ type: "object", additionalProperties: true }),
    anything: Type.Unknown(),
  });
  const paths = ["text", "nothing", "list[].note", "endless", "either.name", "names", "free", "anything"];
  assert.deepEqual(findUnboundedPaths(schema), paths);
});

it("finds no unbounded path in the shared fields", () => {
  const pieces = { AccountNumber, AmountIn, BankCode, CountryCode, CurrencyCode, Day, Description, Email, IdText };
  const others = { Metadata, Name, PhoneText, Reference, Timestamp, word: OneOf(["a"]), yes: Type.Boolean() };
  assert.deepEqual(findUnboundedPaths(Type.Object({ ...pieces, ...others })), []);
});
