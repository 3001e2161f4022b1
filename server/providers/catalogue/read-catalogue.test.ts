import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCatalogue } from "./read-catalogue.ts";
import uganda from "./ug.json" with { type: "json" };

const [mtn, airtel] = uganda.channels;

function assertRefused(changes: object, message: RegExp): void {
  assert.throws(() => readCatalogue([{ ...uganda, ...changes }]), message);
}

describe("a file of the catalogue", () => {
  it("is read with its amounts, and the sandbox for every channel", () => {
    const [country] = readCatalogue([uganda]);
    const [channel] = country?.channels ?? [];
    assert.deepEqual(
      [channel?.id, channel?.currency, channel?.minimum, channel?.sandbox_prefix, channel?.providers.test],
      ["ug.mtn", "UGX", 500n, "772", "sandbox"],
    );
  });

  const mistakes: readonly (readonly [name: string, changes: object, message: RegExp])[] = [
    ["a field that is missing", { name: undefined }, /catalogue, UG: .*name/],
    ["a field that does not exist", { curency: "UGX" }, /catalogue, UG: /],
    ["a currency without known digits", { currency: "XXX" }, /UG: the currency XXX is not known/],
    ["a country without a numbering plan", { code: "QQ" }, /QQ: no numbering plan/],
    ["a limit below one", { channels: [{ ...mtn, minimum: 0 }] }, /channels\/0\/minimum/],
    ["limits in the wrong order", { channels: [{ ...mtn, minimum: 6_000_000 }] }, /ug\.mtn: minimum is larger/],
    ["a network that is not listed", { channels: [{ ...mtn, network: "orange" }] }, /ug\.mtn: no network orange/],
    ["a channel of another country", { channels: [{ ...mtn, id: "cm.mtn" }] }, /the channel cm\.mtn begins with ug\./],
    ["the same channel twice", { channels: [mtn, mtn] }, /the channel ug\.mtn is there twice/],
    ["a route to no channel", { channels: [mtn, { ...airtel, network: undefined, routes: ["ug.x"] }] }, /route ug\.x/],
    ["an instruction in one language", { channels: [{ ...mtn, instruction: { en: "Dial" } }] }, /instruction/],
    ["a dial code that is none", { channels: [{ ...mtn, dial_code: "165" }] }, /dial_code/],
    [
      "a prefix of two networks",
      { networks: uganda.networks.map((network) => ({ ...network, prefixes: ["70"] })) },
      /two networks have the prefix 70/,
    ],
    ["sandbox numbers of the wrong length", { channels: [{ ...mtn, sandbox_prefix: "77" }] }, /sandbox_prefix has 3/],
  ];
  for (const [name, changes, message] of mistakes) {
    it(`is refused with the country and the field: ${name}`, () => assertRefused(changes, message));
  }

  it("is refused if it is no object, or there twice", () => {
    assert.throws(() => readCatalogue(["UG"]), /a file without a country/);
    assert.throws(() => readCatalogue([uganda, uganda]), /the country UG is there twice/);
  });
});
