import assert from "node:assert/strict";
import { it } from "node:test";
import { readConfig, VARIABLES } from "./config.ts";

it("the old name of a setting stops the start, and the error gives the new name", () => {
  const setting_names = new Set(VARIABLES.map(({ name }) => name));
  const renamed = {
    KOLO_CONNECTIONS: "KOLO_DB_POOL_SIZE",
    KOLO_TRUST_PROXY: "KOLO_TRUSTED_PROXIES",
    KOLO_REVIEW_TWO_PEOPLE: "KOLO_REVIEW_DUAL_CONTROL",
    KOLO_DELIVERIES_KEPT_DAYS: "KOLO_WEBHOOK_RETENTION_DAYS",
  };
  for (const [old, name] of Object.entries(renamed)) {
    assert.throws(() => readConfig({ [old]: "1" }), {
      message: `${old} is called ${name} now: rename it in the environment`,
    });
    assert.deepEqual([setting_names.has(old), setting_names.has(name)], [false, true]);
  }
});
