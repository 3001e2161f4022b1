import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedPostgres, findEmbedded, startEmbedded } from "./embedded-postgres.ts";

const STARTS = 12;

it("concurrent starts on a new folder share one server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kolo-embedded-"));
  const servers = await Promise.all(
    Array.from({ length: STARTS }, async (_, index) => {
      // The starts are staggered, so that each is at another step.
      for (let turns = 0; turns < index; turns += 1) await turn();
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

it("a socket folder that is writable by others or owned by another user is not used", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "kolo-embedded-")), "x".repeat(100));
  // If the path of the data's folder is too long, the sockets are in the system's temporary folder, under a predictable
  // name.
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const sockets = join(tmpdir(), `kolo-${process.getuid?.() ?? 0}-${name}`);
  try {
    await mkdir(sockets);
    await chmod(sockets, 0o777);
    await assert.rejects(startEmbedded({ folder, is_durable: false }), /is not this user's alone: remove it/);
    if (process.getuid?.() === 0) {
      await chmod(sockets, 0o700);
      await chown(sockets, 65_534, 65_534);
      await assert.rejects(startEmbedded({ folder, is_durable: false }), /is not this user's alone: remove it/);
    }
    await rm(sockets, { recursive: true });
    const server = await startEmbedded({ folder, is_durable: false });
    assert.ok(server.url.includes(encodeURIComponent(sockets)));
    await server.stop();
  } finally {
    await rm(sockets, { recursive: true, force: true });
    await rm(join(folder, ".."), { recursive: true, force: true });
  }
});

describe("a server on its folder", async () => {
  const parent = await mkdtemp(join(tmpdir(), "kolo-embedded-"));
  const folder = join(parent, "first");
  const options = { folder, is_durable: false };
  const log_path = join(folder, "postgres.log");
  const readPid = async () =>
    Number((await readFile(join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  let server: EmbeddedPostgres;
  after(async () => {
    await server.stop();
    await rm(parent, { recursive: true, force: true });
  });

  it("the database's environment contains no secret of the service", async (t) => {
    await mkdir(folder);
    await writeFile(log_path, "2026-11-23 [1] FATAL:  there was no room\n");
    const secrets = ["KOLO_MASTER_KEYS", "KOLO_SMTP_URL", "DATABASE_URL", "SOMEBODY_ELSES_TOKEN"];
    for (const name of secrets) process.env[name] = "postgresql://a-secret";
    server = await startEmbedded(options);
    for (const name of secrets) delete process.env[name];
    const environment = await readFile(`/proc/${await readPid()}/environ`, "utf8").catch(() => null);
    if (environment === null) return t.skip("this system does not show an environment");
    assert.doesNotMatch(environment, /a-secret/);
    assert.match(environment, /(^|\0)PATH=/);
  });

  it("starts despite old errors in its log", async () => {
    assert.match(await readFile(log_path, "utf8"), /there was no room[\s\S]*starting PostgreSQL/);
  });

  it("reuses for a statement the memory that the previous one freed", async (t) => {
    const faults = (pid: number) =>
      readFile(`/proc/${pid}/stat`, "utf8").then((text) => Number(text.replace(/^.*\) /s, "").split(" ")[7]));
    if (process.platform !== "linux") return t.skip("the C library of this system keeps memory in its own way");
    const client = new pg.Client({ connectionString: server.url });
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const pid = rows[0]?.pid ?? 0;
      const ask = () =>
        client.query(`
          with found as materialized (select repeat('a', 30) || n as id from generate_series(1, 20000) n)
          select (select count(*) from found), array(select id from found order by id desc limit 20)`);
      for (let time = 0; time < 3; time += 1) await ask();
      const before = await faults(pid);
      for (let time = 0; time < 10; time += 1) await ask();
      // Without the malloc settings, each query would fault in two megabytes, which are 500 pages. Here ten queries
      // together stay below that.
      assert.ok((await faults(pid)) - before < 500);
    } finally {
      await client.end();
    }
  });

  it("is refused at once in a copy of its folder that was made while it ran, and the error says what to do", async () => {
    const copy = join(parent, "copy");
    await cp(join(folder, "postgres"), join(copy, "postgres"), { recursive: true });
    await assert.rejects(
      startEmbedded({ folder: copy, is_durable: false }),
      /copied while its PostgreSQL ran \(process \d+, in .*first.postgres\): copy it while nothing runs on it/,
    );
    assert.equal(await findEmbedded(join(parent, "nowhere")), null);
    assert.deepEqual((await readdir(parent)).sort(), ["copy", "first"]);
  });

  it("keeps its earlier log when it is restarted after a crash", async () => {
    process.kill(await readPid(), "SIGKILL");
    server = await startEmbedded(options);
    assert.equal(server.was_running, false);
    const log = await readFile(log_path, "utf8");
    assert.equal(log.match(/starting PostgreSQL/g)?.length, 2, log);
  });

  it("truncates a long log when it starts", async () => {
    await server.stop();
    await appendFile(log_path, "x".repeat(11 * 1_024 * 1_024));
    server = await startEmbedded(options);
    assert.ok((await stat(log_path)).size < 100_000);
  });
});
