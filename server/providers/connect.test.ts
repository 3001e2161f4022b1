import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aWorld } from "#testing/world.ts";
import { connect } from "./connect.ts";
import { openSettings } from "./connection-store.ts";
import { mtn } from "./mtn/mtn.ts";
import { orange } from "./orange/orange.ts";
import type { Provider } from "./provider.ts";

const world = await aWorld({ works: false });
const user = "6b1d2c3e-4f50-4a6b-8c7d-9e0f1a2b3c4d";
const key = "f1c3a5e7b9d1424f8a6c0e2d4b6f8a1c";
const GIVEN = {
  mtn: {
    ...{ collection_subscription_key: key, collection_user: user, collection_key: key },
    ...{ disbursement_subscription_key: key, disbursement_user: user, disbursement_key: key },
  },
  orange: {
    ...{ consumer_key: "k", consumer_secret: "s", api_user: "u", api_password: "@p" },
    ...{ channel_msisdn: "691300100", pin: "2468" },
  },
};

function connected(provider: Provider, given: Readonly<Record<string, string>>) {
  const owner = { provider, environment: "live", merchant: null } as const;
  return world.db.engine((tx) => connect(tx, owner, given, "anna"));
}

describe("an account that is connected", () => {
  for (const [provider, given] of [
    [mtn(), GIVEN.mtn],
    [orange(), GIVEN.orange],
  ] as const) {
    it(`at ${provider.id} has what was given, and what is usual for the rest`, async () => {
      const settings = openSettings(await connected(provider, given));
      for (const { name, fallback } of provider.settings) {
        assert.equal(settings[name], Reflect.get(given, name) ?? fallback, name);
      }
    });
  }

  const wrong = [
    [mtn(), "base_url", "https://proxy.momoapi.mtn.com/"],
    [mtn(), "base_url", "proxy.momoapi.mtn.com"],
    [mtn(), "target_environment", "production"],
    [mtn(), "target_environment", "mtn cameroon"],
    [mtn(), "currency", "eur"],
    [mtn(), "callbacks", "Yes"],
    [mtn(), "disbursement_user", key],
    [mtn(), "orders_per_second", "0"],
    [mtn(), "questions_per_second", "ten"],
    [mtn(), "disbursment_user", user],
    [orange(), "token_url", "api-s1.orange.cm/token"],
    [orange(), "channel_msisdn", "+237691300100"],
    [orange(), "pin", "24 68"],
    [orange(), "ca", "orange-ca.pem"],
  ] as const;
  for (const [provider, name, value] of wrong) {
    it(`is refused by the name of what is wrong: ${name}=${value}`, async () => {
      const given = provider.id === "mtn" ? GIVEN.mtn : GIVEN.orange;
      await assert.rejects(connected(provider, { ...given, [name]: value }), (error: unknown) => {
        const fields = error instanceof Error && "fields" in error ? error.fields : null;
        assert.deepEqual(Object.keys(fields ?? {}), [name]);
        return true;
      });
    });
  }
});
