import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { startEmbedded } from "./embedded.ts";

const STARTS = 12;

it("a new folder that many start at once has one server, and each of them gets it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kolo-embedded-"));
  const servers = await Promise.all(
    Array.from({ length: STARTS }, async (_, place) => {
      // A little apart, so that each is at another step of what all of them do.
      for (let turns = 0; turns < place; turns += 1) await turn();
      return startEmbedded({ folder, is_durable: false });
    }),
  );
  try {
    assert.equal(new Set(servers.map((server) => server.url)).size, 1);
    assert.equal(servers.filter((server) => !server.was_running).length, 1);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith(".")),
      [],
    );
  } finally {
    await servers[0]?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
