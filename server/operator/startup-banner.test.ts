import assert from "node:assert/strict";
import { join } from "node:path";
import { it, mock } from "node:test";
import { readConfig } from "#config.ts";
import { printStartupBanner } from "./startup-banner.ts";

const BOTH = { serves: true, works: true };

function bannerOf(...overrides: Parameters<typeof printStartupBanner>): string {
  let banner = "";
  const write = mock.method(process.stdout, "write", (text: string) => {
    banner += text;
    return true;
  });
  printStartupBanner(...overrides);
  write.mock.restore();
  return banner;
}

it("the banner of a process that only runs jobs, or only answers requests, says so", () => {
  const config = readConfig({ DATABASE_URL: "postgresql://db.internal/kolo" });
  assert.match(bannerOf(config, BOTH, null, 1_000), /API {8}http:\/\/127\.0\.0\.1:8080\n/);
  const works = bannerOf(config, { serves: false, works: true }, null, 1_000);
  assert.doesNotMatch(works, /API|Dashboard|127\.0\.0\.1/);
  assert.match(works, /answers no requests/);
  assert.match(bannerOf(config, { serves: true, works: false }, null, 1_000), /leaves the work to others/);
});

it("the command that loads the demo's keys is quoted for the shell, whatever the data folder", () => {
  const demo = { public_key: "p", private_key: "s", sign_in: null };
  const loading = (path: string) => {
    const [line = ""] = /set -a;.*/.exec(bannerOf(readConfig({}), BOTH, { ...demo, path }, 1_000)) ?? [];
    return line;
  };
  assert.equal(loading(join(process.cwd(), "data", "demo.env")), "set -a; . data/demo.env; set +a");
  assert.equal(loading("/srv/Ama's data/demo.env"), "set -a; . '/srv/Ama'\\''s data/demo.env'; set +a");
  assert.equal(loading(join(process.cwd(), "demo.env")), "set -a; . ./demo.env; set +a");
});

it("the banner mentions that webhooks may reach this machine only if that is the default", () => {
  const LOCAL = "Webhooks   may reach this machine in the test environment";
  const says = (environment: Record<string, string>) =>
    bannerOf(readConfig(environment), BOTH, null, 1_000).includes(LOCAL);
  assert.ok(says({}));
  assert.ok(says({ KOLO_PUBLIC_URL: "http://localhost:9000" }));
  assert.ok(says({ KOLO_PUBLIC_URL: "http://[::1]:9000" }));
  assert.ok(!says({ KOLO_PUBLIC_URL: "https://pay.example.cm" }));
  assert.ok(!says({ KOLO_PUBLIC_URL: "http://127.0.0.1.example.cm" }));
  assert.ok(!says({ KOLO_WEBHOOK_ALLOW: "10.0.0.0/8" }));
  assert.ok(!says({ DATABASE_URL: "postgresql://db.internal/kolo" }));
});
