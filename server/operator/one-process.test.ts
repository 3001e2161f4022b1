import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { it } from "node:test";
import { readConfig } from "#config.ts";
import { allowance } from "./one-process.ts";

it("a process whose last words find no room ends all the same", {
  skip: existsSync("/dev/full") ? false : "there is no disk here that is always full",
}, async () => {
  const program = `
    import { readConfig } from ${JSON.stringify(new URL("../config.ts", import.meta.url).href)};
    import { openLog } from ${JSON.stringify(new URL("./one-process.ts", import.meta.url).href)};
    openLog(readConfig({}), null).logger.info("the last words");
    process.exit(0);`;
  const full = await open("/dev/full", "w");
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", full.fd, "inherit"],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  await once(child, "exit");
  await full.close();
  assert.deepEqual([child.exitCode, child.signalCode], [0, null]);
});

it("behind a public address of its own no merchant's webhook gets into this machine, unless the operator says so", () => {
  const LOOPBACK = { ranges: ["127.0.0.0/8", "::1/128"], environments: ["test"] };
  const NOTHING = { ranges: [], environments: [] };
  const allowed = (environment: Record<string, string>) => allowance(readConfig(environment));
  assert.deepEqual(allowed({}), LOOPBACK);
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "http://localhost:9000" }), LOOPBACK);
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "https://pay.example.cm" }), NOTHING);
  assert.deepEqual(allowed({ KOLO_HOST: "192.0.2.7" }), NOTHING);
  assert.deepEqual(allowed({ DATABASE_URL: "postgresql://db.internal/kolo" }), NOTHING);
  const named = { ranges: ["127.0.0.0/8"], environments: ["test", "live"] };
  assert.deepEqual(allowed({ KOLO_PUBLIC_URL: "https://pay.example.cm", KOLO_WEBHOOK_ALLOW: "127.0.0.0/8" }), named);
});
