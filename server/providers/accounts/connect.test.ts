import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { channelsCarriedBy, findChannel, marketsOf } from "#providers/channels.ts";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { orange } from "#providers/plugins/orange/orange.ts";
import type { Provider } from "#providers/provider.ts";
import { startTestWorld } from "#testing/world.ts";
import { type AccountTarget, connectAccount } from "./connect.ts";
import { openSettings, sealSettings } from "./provider-account-store.ts";
import { findUsableAccounts } from "./provider-accounts.ts";

const world = await startTestWorld({ works: false });
const user = "6b1d2c3e-4f50-4a6b-8c7d-9e0f1a2b3c4d";
const key = "f1c3a5e7b9d1424f8a6c0e2d4b6f8a1c";
/** A merchant without an account of its own. */
const LIVE = { merchant: newId("mer", fromMilliseconds(0)), environment: "live" } as const;
const SETTINGS_INPUT = {
  mtn: {
    ...{ collection_subscription_key: key, collection_user: user, collection_key: key },
    ...{ disbursement_subscription_key: key, disbursement_user: user, disbursement_key: key },
  },
  orange: {
    ...{ consumer_key: "k", consumer_secret: "s", api_user: "u", api_password: "@p" },
    ...{ channel_msisdn: "691300100", pin: "2468" },
  },
};

function connectForTest(
  provider: Provider,
  settings_input: Readonly<Record<string, string>>,
  target: Pick<AccountTarget, "market" | "name"> = {},
) {
  const owner = { provider, environment: "live", merchant: null, ...target } as const;
  return world.db.engine((tx) => connectAccount(tx, owner, settings_input, "anna"));
}

/** Asserts a refusal, and returns the names of the fields that it refuses. */
async function refusedFields(connecting: Promise<unknown>): Promise<readonly string[]> {
  const error = await connecting.then(
    () => assert.fail("it was accepted"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return Object.keys(error.fields ?? {});
}

describe("connecting a provider account", () => {
  for (const [provider, settings_input] of [
    [mtn(), SETTINGS_INPUT.mtn],
    [orange(), SETTINGS_INPUT.orange],
  ] as const) {
    it(`stores the given ${provider.id} settings and the defaults of the others`, async () => {
      const settings = openSettings(await connectForTest(provider, settings_input));
      for (const { name, fallback, fallback_by_market } of provider.settings) {
        assert.equal(settings[name], Reflect.get(settings_input, name) ?? fallback_by_market?.CM ?? fallback, name);
      }
    });
  }

  const wrong = [
    [mtn(), "base_url", "https://proxy.momoapi.mtn.com/"],
    [mtn(), "base_url", "proxy.momoapi.mtn.com"],
    [mtn(), "target_environment", "production"],
    [mtn(), "target_environment", "mtn cameroon"],
    [mtn(), "target_environment", "mtnuganda"],
    [mtn(), "currency", "eur"],
    [mtn(), "callbacks", "Yes"],
    [mtn(), "disbursement_user", key],
    [mtn(), "orders_per_second", "0"],
    [mtn(), "questions_per_second", "ten"],
    [mtn(), "disbursment_user", user],
    [mtn(), "disbursement_key", ""],
    [mtn(), "payout_operation", "refund"],
    [orange(), "token_url", "api-s1.orange.cm/token"],
    [orange(), "channel_msisdn", "+237691300100"],
    [orange(), "pin", "24 68"],
    [orange(), "ca", "orange-ca.pem"],
  ] as const;
  for (const [provider, name, value] of wrong) {
    it(`is refused with the name of the wrong setting: ${name}=${value}`, async () => {
      const settings_input = provider.id === "mtn" ? SETTINGS_INPUT.mtn : SETTINGS_INPUT.orange;
      assert.deepEqual(await refusedFields(connectForTest(provider, { ...settings_input, [name]: value })), [name]);
    });
  }
});

describe("an account of a market", () => {
  const { collection_subscription_key, collection_user, collection_key } = SETTINGS_INPUT.mtn;
  const collection = { collection_subscription_key, collection_user, collection_key };
  const { disbursement_subscription_key, disbursement_user, disbursement_key } = SETTINGS_INPUT.mtn;
  const disbursement = { disbursement_subscription_key, disbursement_user, disbursement_key };

  it("has MTN's name of the market, its own name, and the market's channels", async () => {
    const expected = new Map<string, string>([
      ...([
        ["CM", "mtncameroon"],
        ["BJ", "mtnbenin"],
        ["CG", "mtncongo"],
        ["CI", "mtnivorycoast"],
      ] as const),
      ...([
        ["GH", "mtnghana"],
        ["GN", "mtnguineaconakry"],
        ["LR", "mtnliberia"],
        ["SS", "mtnsouthsudan"],
      ] as const),
      ...([
        ["SZ", "mtnswaziland"],
        ["UG", "mtnuganda"],
        ["ZA", "mtnsouthafrica"],
        ["ZM", "mtnzambia"],
      ] as const),
    ]);
    assert.deepEqual(
      marketsOf("mtn").filter((market) => !expected.has(market)),
      ["NG", "RW"],
    );
    for (const [market, target_environment] of expected) {
      const row = await connectForTest(mtn(), SETTINGS_INPUT.mtn, { market });
      assert.equal(openSettings(row).target_environment, target_environment);
      assert.equal(row.name, `mtn-${market.toLowerCase()}`);
      assert.deepEqual(
        channelsCarriedBy(row).map(({ id }) => id),
        [`${market.toLowerCase()}.mtn`],
      );
    }
  });

  it("needs the name that MTN gave, where no source confirms one", async () => {
    for (const market of ["NG", "RW"]) {
      assert.deepEqual(await refusedFields(connectForTest(mtn(), SETTINGS_INPUT.mtn, { market })), [
        "target_environment",
      ]);
    }
    const given = { ...SETTINGS_INPUT.mtn, target_environment: "mtnrwanda" };
    assert.equal((await connectForTest(mtn(), given, { market: "RW" })).market, "RW");
  });

  it("is refused in a country without a channel of the provider, and with another account's name", async () => {
    assert.deepEqual(await refusedFields(connectForTest(mtn(), SETTINGS_INPUT.mtn, { market: "FR" })), ["market"]);
    assert.deepEqual(await refusedFields(connectForTest(orange(), SETTINGS_INPUT.orange, { market: "UG" })), [
      "market",
    ]);
    for (const target of [
      { market: "UG", name: "mtn-cm" },
      { market: "UG", name: "MTN Uganda" },
      { market: "UG", name: "u".repeat(41) },
    ]) {
      assert.deepEqual(await refusedFields(connectForTest(mtn(), SETTINGS_INPUT.mtn, target)), ["account"]);
    }
  });

  it("collects with the collection product alone, and another account pays out", async () => {
    const market = "CI";
    const all = await connectForTest(mtn(), SETTINGS_INPUT.mtn, { market });
    assert.deepEqual([all.collects, all.pays_out], [true, true]);
    const second = { market, name: "mtn-payouts" };
    assert.deepEqual(await refusedFields(connectForTest(mtn(), disbursement, second)), ["account"]);
    const nothing = Object.fromEntries(Object.keys(disbursement).map((name) => [name, ""]));
    const collecting = await connectForTest(mtn(), nothing, { market });
    assert.deepEqual([collecting.collects, collecting.pays_out], [true, false]);
    const paying = await connectForTest(mtn(), disbursement, second);
    assert.deepEqual([paying.collects, paying.pays_out], [false, true]);
    assert.deepEqual(await refusedFields(connectForTest(mtn(), disbursement, { market })), ["account"]);
    const usable = await world.db.engine((tx) => findUsableAccounts(tx, [LIVE]));
    const channel = findChannel("ci.mtn") ?? assert.fail("no channel");
    assert.equal(usable.find(LIVE, channel, "collect"), collecting.id);
    assert.equal(usable.find(LIVE, channel, "transfer"), paying.id);
  });

  it("of a merchant alone serves that merchant: the platform operator's does not pay out what another one collects", async () => {
    const { id } = await world.merchant({ environment: "live" });
    const channel = findChannel("zm.mtn") ?? assert.fail("no channel");
    const scope = { merchant: id, environment: "live" } as const;
    const usable = () => world.db.engine((tx) => findUsableAccounts(tx, [scope]));
    assert.ok((await usable()).has(scope, channel, "transfer"));
    const owner = { provider: mtn(), environment: "live", merchant: id, market: "ZM" } as const;
    const own = await world.db.engine((tx) => connectAccount(tx, owner, collection, "anna"));
    const found = await usable();
    assert.equal(found.find(scope, channel, "collect"), own.id);
    assert.equal(found.find(scope, channel, "transfer"), null);
    assert.ok(found.has(LIVE, channel, "transfer"));
  });

  it("that is connected again keeps its id, unless its identity changes", async () => {
    const target = { market: "GH" };
    const first = await connectForTest(mtn(), SETTINGS_INPUT.mtn, target);
    // An account that is older than the setting.
    const { payout_operation: _, ...older } = openSettings(first);
    await world.rows(
      `update provider_accounts set settings = '${sealSettings(first.id, older)}' where id = '${first.id}'`,
    );
    const again = await connectForTest(mtn(), { collection_key: "0".repeat(32) }, target);
    assert.equal(again.id, first.id);
    const deposits = await connectForTest(mtn(), { payout_operation: "deposit" }, target);
    assert.notEqual(deposits.id, first.id);
    assert.equal(openSettings(deposits).collection_key, "0".repeat(32));
    const rows = await world.rows(`select id from provider_accounts where name = 'mtn-gh' and retired_at is null`);
    assert.deepEqual(rows, [{ id: deposits.id }]);
  });
});
