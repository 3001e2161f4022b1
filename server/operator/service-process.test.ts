import assert from "node:assert/strict";
import { it } from "node:test";
import { readConfig } from "#config.ts";
import { webhookAllowance } from "./service-process.ts";

it("with a public address, webhooks cannot reach this machine unless the configuration allows it", () => {
  const LOOPBACK = { ranges: ["127.0.0.0/8", "::1/128"], environments: ["test"] };
  const NO_ALLOWANCE = { ranges: [], environments: [] };
  const allowed = (environment: Record<string, string>) => webhookAllowance(readConfig(environment));
  assert.deepEqual(allowed({}), LOOPBACK);
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "http://localhost:9000" }), LOOPBACK);
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "https://pay.example.cm" }), NO_ALLOWANCE);
  assert.deepEqual(allowed({ KOLO_HOST: "192.0.2.7" }), NO_ALLOWANCE);
  assert.deepEqual(allowed({ DATABASE_URL: "postgresql://db.internal/kolo" }), NO_ALLOWANCE);
  const named = { ranges: ["127.0.0.0/8"], environments: ["test", "live"] };
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "https://pay.example.cm", KOLO_WEBHOOK_ALLOW: "127.0.0.0/8" }), named);
});
