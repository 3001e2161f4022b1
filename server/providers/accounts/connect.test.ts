import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { orange } from "#providers/plugins/orange/orange.ts";
import type { Provider } from "#providers/provider.ts";
import { startTestWorld } from "#testing/world.ts";
import { connectAccount } from "./connect.ts";
import { openSettings } from "./provider-account-store.ts";

const world = await startTestWorld({ works: false });
const user = "6b1d2c3e-4f50-4a6b-8c7d-9e0f1a2b3c4d";
const key = "f1c3a5e7b9d1424f8a6c0e2d4b6f8a1c";
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

function connectForTest(provider: Provider, settings_input: Readonly<Record<string, string>>) {
  const owner = { provider, environment: "live", merchant: null } as const;
  return world.db.engine((tx) => connectAccount(tx, owner, settings_input, "anna"));
}

describe("connecting a provider account", () => {
  for (const [provider, settings_input] of [
    [mtn(), SETTINGS_INPUT.mtn],
    [orange(), SETTINGS_INPUT.orange],
  ] as const) {
    it(`stores the given ${provider.id} settings and the defaults of the others`, async () => {
      const settings = openSettings(await connectForTest(provider, settings_input));
      for (const { name, fallback } of provider.settings) {
        assert.equal(settings[name], Reflect.get(settings_input, name) ?? fallback, name);
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
    it(`is refused with the name of the wrong setting: ${name}=${value}`, async () => {
      const settings_input = provider.id === "mtn" ? SETTINGS_INPUT.mtn : SETTINGS_INPUT.orange;
      await assert.rejects(connectForTest(provider, { ...settings_input, [name]: value }), (error: unknown) => {
        const fields = error instanceof Error && "fields" in error ? error.fields : null;
        assert.deepEqual(Object.keys(fields ?? {}), [name]);
        return true;
      });
    });
  }
});
