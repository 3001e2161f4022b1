import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestWorld } from "#testing/world.ts";

const secure = await startTestWorld({ works: false, environment: { KOLO_PUBLIC_URL: "https://pay.example.cm" } });
const plain = await startTestWorld({ works: false, database_url: secure.database_url });

it("HSTS is sent with every answer if the public URL has HTTPS, and never otherwise", async () => {
  for (const path of ["/dashboard", "/pay/none", "/docs", "/dashboard/api/me", "/dashboard/api/none", "/payments"]) {
    const of = async (url: string) => (await fetch(`${url}${path}`)).headers.get("strict-transport-security");
    assert.deepEqual([await of(secure.url), await of(plain.url)], ["max-age=31536000", null], path);
  }
});
