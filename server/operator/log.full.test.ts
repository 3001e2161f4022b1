import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { it } from "node:test";

const TIMEOUT_MS = 20_000;

/** The beginning of a test program, which opens its own log as `log`. */
function opening(number: number | null): string {
  return `
    import { readConfig } from ${JSON.stringify(new URL("../config.ts", import.meta.url).href)};
    import { openLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
    const log = openLog(readConfig({}), ${number});`;
}

function loggingProcess(output: number | "pipe", program: string, number: number | null = null) {
  return spawn(process.execPath, ["--input-type=module", "--eval", opening(number) + program], {
    stdio: ["pipe", output, "inherit"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
}

function lines(of: string): { readonly msg: string }[] {
  return of
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

it("a process whose last log lines cannot be written ends all the same", {
  skip: existsSync("/dev/full") ? false : "there is no disk here that is always full",
}, async () => {
  const full = await open("/dev/full", "w");
  const child = loggingProcess(full.fd, 'log.logger.info("the last words"); process.exit(0);');
  await once(child, "exit");
  await full.close();
  assert.deepEqual([child.exitCode, child.signalCode], [0, null]);
});

it("every line is written in order, whatever its length and the size of the buffer", async () => {
  const output = `
    const long = "é".repeat(60_000);
    for (let i = 0; i < 5_000; i += 1) log.logger.info(i % 1_000 === 7 ? i + long : String(i));
    await log.end();`;
  for (const number of [null, 3]) {
    const child = loggingProcess("pipe", output, number);
    assert(child.stdout);
    const log_lines = lines(await text(child.stdout));
    assert.deepEqual(
      log_lines.map(({ msg }) => Number.parseInt(msg, 10)),
      Array.from({ length: 5_000 }, (_, i) => i),
    );
    assert.equal(log_lines[7]?.msg.length, 60_001);
  }
});

it("lines of several processes on one pipe stay whole", async () => {
  const output = `
    for (let i = 0; i < 5_000; i += 1) log.logger.info("é".repeat(i % 700));
    await log.end();`;
  // The reader starts late: the pipe is full, and a write larger than the pipe's atomic size would be split.
  const both = '("$0" --input-type=module --eval "$1" & "$0" --input-type=module --eval "$1"; wait) | (sleep 1; cat)';
  const child = spawn("sh", ["-c", both, process.execPath, opening(1) + output], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  assert.equal(lines(await text(child.stdout)).length, 10_000);
});

it("a line is written soon, even if no other follows", async () => {
  const child = loggingProcess("pipe", 'log.logger.info("alone"); process.stdin.resume();');
  assert(child.stdout);
  const [piece]: readonly Buffer[] = await once(child.stdout, "data");
  assert.deepEqual(
    lines(String(piece)).map(({ msg }) => msg),
    ["alone"],
  );
  child.stdin?.end();
  child.kill();
});
