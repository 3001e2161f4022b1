import assert from "node:assert/strict";
import { it } from "node:test";
import Fastify from "fastify";
import { readConfig } from "#config.ts";
import { BROWSER_API_PATH } from "#http/browser-operation.ts";
import { fastifyPath } from "#http/server.ts";
import { API_PERMISSIONS } from "#resources/dashboard/role-permissions.ts";
import { startTestWorld } from "#testing/world.ts";
import { BROWSER_OPERATIONS, dashboardApi } from "./dashboard-api.ts";

it("the document of the browser pages has every route below /dashboard/api, and no other", async () => {
  const world = await startTestWorld();
  const served = new Set<string>();
  const app = Fastify();
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) served.add(`${one} ${url.replace(BROWSER_API_PATH, "")}`);
  });
  app.decorateRequest("visitor", null);
  await app.register(dashboardApi(world.db, [], readConfig({}), () => {}));
  await app.ready();
  await app.close();
  const documented = BROWSER_OPERATIONS.map(({ method, path }) => `${method} ${fastifyPath(path)}`);
  const json = [...served].filter((name) => !name.startsWith("HEAD ") && !name.includes("*"));
  assert.deepEqual(json.sort(), [...documented].sort());
  assert.equal(new Set(documented).size, documented.length);
  const merchant_paths = Object.keys(API_PERMISSIONS).map((name) =>
    name.replace(" ", " /merchants/{merchant}/{environment}"),
  );
  for (const { method, path } of BROWSER_OPERATIONS) assert.ok(!merchant_paths.includes(`${method} ${path}`), path);
});
