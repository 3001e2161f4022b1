import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { METADATA, metadataProblem } from "./metadata.ts";

const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`name ${number}`, value]));

/** An object nested `levels` deep, the metadata itself included. */
const nested = (levels: number): object => (levels === 1 ? { a: 1 } : { a: nested(levels - 1) });

describe("metadata", () => {
  it("is accepted up to each of its limits", () => {
    for (const metadata of [
      {},
      named(METADATA.names_max, 1),
      { ["n".repeat(METADATA.name_max)]: "t".repeat(METADATA.text_max), ["😀".repeat(METADATA.name_max)]: 1 },
      { note: "😀".repeat(METADATA.text_max) },
      nested(METADATA.levels_max),
      { list: [[1, 2], { a: 1 }] },
      sized(METADATA.bytes_max),
      { null: null, yes: true, fraction: 0.5 },
    ])
      assert.equal(metadataProblem(metadata), null, JSON.stringify(metadata).slice(0, 80));
  });

  it("is refused beyond each of them, with the reason", () => {
    for (const [metadata, problem] of [
      [named(METADATA.names_max + 1, 1), /50 names/],
      [{ inner: named(METADATA.names_max + 1, 1) }, /50 names/],
      [{ ["n".repeat(METADATA.name_max + 1)]: 1 }, /40 characters/],
      [{ list: [{ ["n".repeat(METADATA.name_max + 1)]: 1 }] }, /40 characters/],
      [{ note: "t".repeat(METADATA.text_max + 1) }, /500 characters/],
      [{ list: ["t".repeat(METADATA.text_max + 1)] }, /500 characters/],
      [{ note: "😀".repeat(METADATA.text_max + 1) }, /500 characters/],
      [nested(METADATA.levels_max + 1), /3 levels/],
      [{ list: [[[1]]] }, /3 levels/],
      [sized(METADATA.bytes_max + 1), /16 KiB/],
      [{ list: Array.from({ length: 20_000 }, () => 1) }, /16 KiB/],
      [{ number: 2 ** 53 }, /as text/],
    ] as const)
      assert.match(metadataProblem(metadata) ?? "", problem, JSON.stringify(metadata).slice(0, 80));
  });
});

/** Metadata of exactly this size as JSON, in bytes. */
function sized(bytes: number): object {
  const list = Array.from({ length: Math.floor((bytes - 100) / 403) }, () => "é".repeat(200));
  const filler = bytes - Buffer.byteLength(JSON.stringify({ list, rest: "" }));
  return { list, rest: "x".repeat(filler) };
}
