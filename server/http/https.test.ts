import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestWorld } from "#testing/world.ts";

const secure = await startTestWorld({ works: false, environment: { KOLO_PUBLIC_URL: "https://pay.example.cm" } });
const plain = await startTestWorld({ works: false, database_url: secure.database_url });

it("a Kolo that is reached by HTTPS tells browsers to come by nothing else, on every page; another does not", async () => {
  for (const path of ["/dashboard", "/pay/none", "/docs", "/dashboard/api/me", "/dashboard/api/none", "/payments"]) {
    const of = async (url: string) => (await fetch(`${url}${path}`)).headers.get("strict-transport-security");
    assert.deepEqual([await of(secure.url), await of(plain.url)], ["max-age=31536000", null], path);
  }
});
