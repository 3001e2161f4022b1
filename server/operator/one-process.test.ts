import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { it } from "node:test";

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
