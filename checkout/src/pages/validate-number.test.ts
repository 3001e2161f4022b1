import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Channel } from "#app/checkout.ts";
import { channelChoices, channelsForAmount, countriesOf, networkOf, validateNumber } from "./validate-number.ts";

const usual = { country: "CM", calling_code: "237", minimum: 1n, maximum: 1_000_000n, ussd: null, instruction: null };
const mobile_numbers = { CM: { digits: 9, first_digits: ["6"] } };
const mtn: Channel = { ...usual, routes: [], id: "cm.mtn", name: "MTN Mobile Money", network: "mtn" };
const orange: Channel = { ...usual, routes: [], id: "cm.orange", name: "Orange Money", network: "orange" };
const any: Channel = { ...usual, id: "cm.mobile", name: "Any", network: null, routes: ["cm.mtn", "cm.orange"] };
const wave: Channel = { ...usual, routes: [], id: "cm.wave", name: "Wave", network: null };
const all = [mtn, orange, any];
const prefixes = {
  CM: [
    { prefix: "65", network: "mtn" },
    { prefix: "655", network: "orange" },
    { prefix: "67", network: "mtn" },
    { prefix: "69", network: "orange" },
    { prefix: "66", network: "nexttel" },
  ],
};
const judge = (digits: string, channels: readonly Channel[] = all, chosen: string | null = null) => {
  const judged = validateNumber(digits, "CM", channels, { prefixes, mobile_numbers, network_names: {} }, chosen);
  return judged.kind === "right" ? judged.channel.id : judged.kind;
};

describe("the network of a number", () => {
  it("is the one with the longest matching prefix, also for a partial number", () => {
    assert.equal(networkOf("6", prefixes.CM), null);
    assert.equal(networkOf("65", prefixes.CM), "mtn");
    assert.equal(networkOf("655", prefixes.CM), "orange");
    assert.equal(networkOf("6541", prefixes.CM), "mtn");
    assert.equal(networkOf("", prefixes.CM), null);
  });
});

describe("the channel of a number", () => {
  it("is the channel of the number's network", () => {
    assert.equal(judge("677123456"), "cm.mtn");
    assert.equal(judge("699123456"), "cm.orange");
    assert.equal(judge("655123456"), "cm.orange");
  });

  it("is the multi-network channel if the payment allows no other", () => {
    assert.equal(judge("699123456", [any]), "cm.mobile");
    assert.equal(judge("662123456", [any]), "not_served");
  });

  it("is missing if the payment accepts no number of the network", () => {
    assert.equal(judge("699123456", [mtn]), "not_served");
    assert.equal(judge("662123456"), "not_served");
  });

  it("is undecided only if the prefix is unknown and several channels fit", () => {
    assert.equal(judge("612345678"), "undecided");
    assert.equal(judge("612345678", all, "cm.orange"), "cm.orange");
    assert.equal(judge("612345678", [mtn]), "cm.mtn");
    assert.equal(judge("612345678", [any]), "cm.mobile");
    // A channel chosen for another number must not override a number that determines its own network.
    assert.equal(judge("677123456", all, "cm.orange"), "cm.mtn");
  });

  it("is the payer's choice if a wallet takes numbers of every network", () => {
    const with_wallet = [...all, wave];
    assert.equal(judge("677123456", with_wallet), "undecided");
    assert.equal(judge("677123456", with_wallet, "cm.wave"), "cm.wave");
    assert.equal(judge("677123456", with_wallet, "cm.mtn"), "cm.mtn");
    // The network of the number is another one: its channel cannot be chosen.
    assert.equal(judge("677123456", with_wallet, "cm.orange"), "undecided");
    assert.equal(judge("662123456", with_wallet), "cm.wave");
    assert.equal(judge("612345678", with_wallet, "cm.wave"), "cm.wave");
    assert.equal(judge("699123456", [wave]), "cm.wave");
    assert.equal(judge("699123456", [any, wave]), "undecided");
  });

  it("is not determined before the number is complete", () => {
    assert.equal(judge(""), "empty");
    for (const digits of ["6", "67712345", "6771234567", "277123456"]) assert.equal(judge(digits), "malformed", digits);
  });
});

describe("the available channels", () => {
  it("are those whose limits allow the amount", () => {
    const small = { ...orange, maximum: 100n };
    assert.deepEqual(channelsForAmount({ channels: [mtn, small], amount: 100n }), [mtn, small]);
    assert.deepEqual(channelsForAmount({ channels: [mtn, small], amount: 101n }), [mtn]);
    assert.deepEqual(channelsForAmount({ channels: [{ ...mtn, minimum: 500n }], amount: 499n }), []);
  });

  it("are those that carry orders themselves, or all if each routes to others", () => {
    assert.deepEqual(channelChoices(all), [mtn, orange]);
    assert.deepEqual(channelChoices([...all, wave]), [mtn, orange, wave]);
    assert.deepEqual(channelChoices([any]), [any]);
  });

  it("belong to countries that are listed once each", () => {
    assert.deepEqual(countriesOf([mtn, { ...mtn, country: "GA" }, orange]), ["CM", "GA"]);
  });
});
