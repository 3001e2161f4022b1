import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { withStartLock } from "./start-lock.ts";

const TIMEOUT_MS = 20_000;

describe("the start lock", () => {
  let folder: string;
  let path: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kolo-lock-"));
    path = join(folder, "starting");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("has one holder at a time, and leaves an empty file", async () => {
    let holding = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withStartLock(path, TIMEOUT_MS, async () => {
          holding += 1;
          most = Math.max(most, holding);
          await sleep(5);
          holding -= 1;
        }),
      ),
    );
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder), ["starting"]);
    assert.equal((await stat(path)).size, 0);
  });

  it("of a killed process is free at once, for one of two waiting processes", async () => {
    for (let time = 0; time < 5; time += 1) {
      await holdAndKill(path);
      assert.deepEqual(await readdir(folder), ["starting"]);
      const most: number[] = [];
      let holding = 0;
      await Promise.all(
        Array.from({ length: 2 }, () =>
          withStartLock(path, TIMEOUT_MS, async () => {
            holding += 1;
            most.push(holding);
            await sleep(50);
            holding -= 1;
          }),
        ),
      );
      assert.deepEqual(most, [1, 1]);
    }
  });

  it("has one holder at a time while its holders are killed one after another", async () => {
    const journal = join(folder, "journal");
    // Each process is killed while it holds the lock for the last time, and the others wait for the lock.
    const processes = Array.from({ length: 8 }, () => hold(path, journal, 4));
    await Promise.all(processes.map((child) => once(child, "exit")));
    assert.deepEqual(new Set(processes.map((child) => child.signalCode)), new Set(["SIGKILL"]));
    const lines = (await readFile(journal, "utf8")).trim().split("\n");
    assert.equal(lines.length, 8 * 4 * 2);
    for (let at = 0; at < lines.length; at += 2) {
      const [name, word] = lines[at]?.split(" ") ?? [];
      assert.deepEqual([word, lines[at + 1]], ["has", `${name} had`], `line ${at}`);
    }
  });

  it("is released when the work fails, and refused after the timeout", async () => {
    await assert.rejects(
      withStartLock(path, TIMEOUT_MS, async () => {
        await assert.rejects(
          withStartLock(path, 100, async () => {}),
          /Another process holds/,
        );
        throw new Error("it does not work");
      }),
      /it does not work/,
    );
    assert.equal(await withStartLock(path, 0, async () => "free"), "free");
  });
});

/** Starts a process that takes the lock, and kills it while it holds the lock. */
async function holdAndKill(path: string): Promise<void> {
  const program = `
    import { withStartLock } from ${JSON.stringify(new URL("./start-lock.ts", import.meta.url).href)};
    await withStartLock(${JSON.stringify(path)}, ${TIMEOUT_MS}, () => {
      console.log("held");
      return new Promise(() => setInterval(() => {}, 1000));
    });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

/**
 * Starts a process that takes the lock `times` times and logs each begin and end. It is killed while it holds the lock.
 */
function hold(path: string, journal: string, times: number): ChildProcess {
  const program = `
    import { appendFileSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    import { withStartLock } from ${JSON.stringify(new URL("./start-lock.ts", import.meta.url).href)};
    const write = (word) => appendFileSync(${JSON.stringify(journal)}, process.pid + " " + word + "\\n");
    for (let time = 1; time <= ${times}; time += 1) {
      await withStartLock(${JSON.stringify(path)}, ${TIMEOUT_MS}, async () => {
        write("has");
        await sleep(Math.random() * 20);
        write("had");
        if (time === ${times}) process.kill(process.pid, "SIGKILL");
      });
    }
  `;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
