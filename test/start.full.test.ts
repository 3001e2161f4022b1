import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { borrowEmbedded } from "#server/db/embedded/embedded-service.ts";
import { runCommand } from "#server/testing/command.ts";
import { transfer_order } from "#server/testing/orders.ts";
import {
  createDataFolder,
  SERVER_MAIN,
  type SpawnedService,
  spawnCommand,
  startService,
} from "#server/testing/service.ts";
import { freePort, requestSender } from "#server/testing/world.ts";

const demo = { KOLO_DEMO: "yes" };
const START_AGAIN_MS = 60_000;

describe("the service on its embedded database", async () => {
  const folder = await createDataFolder("empty");
  const lock_file = join(folder, "postgres", "postmaster.pid");
  const postgresPid = async () => Number((await readFile(lock_file, "utf8")).split("\n")[0]);
  let service: SpawnedService;

  it("lets one of two simultaneous first starts use the folder, and refuses the other", async () => {
    const results = await Promise.allSettled([startService(folder, demo), startService(folder, demo)]);
    const started = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    assert.equal(started.length, 1);
    assert.match(refused[0] ?? "", /in use by Kolo/);
    for (const one of started) service = one;
  });

  it("creates a demo merchant on the first start, and keeps all data on the next", async () => {
    assert.match(service.output(), /KOLO_PUBLIC_KEY\s+test_pk_/);
    assert.equal((await stat(join(folder, "demo.env"))).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, "master.keys"))).mode & 0o777, 0o600);
    const { body } = await service.send("POST", "/transfers", transfer_order);
    const credentials = await readFile(join(folder, "demo.env"), "utf8");
    const [email, password] = [/_EMAIL=(.+)/, /_PASSWORD=(.+)/].map((pattern) => pattern.exec(credentials)?.[1]);
    assert.ok(password && service.output().includes(password));
    const send = requestSender(service.url, { origin: service.url, "x-kolo-dashboard": "1" });
    const entered = await send("POST", "/dashboard/api/sign-in", { email, password });
    assert.equal(entered.status, 200);
    // The demo's user is a platform operator, but has no access until a second factor is set up.
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const polls = await send("GET", "/dashboard/api/operator/merchants", undefined, { cookie });
    assert.deepEqual([polls.status, Object.keys(polls.body.errors)], [403, ["second_factor"]]);
    assert.equal(await service.stop(), 0);

    service = await startService(folder);
    assert.equal((await service.send("GET", `/transfers/${body.transfer.id}`)).status, 200);
    assert.match(await readFile(join(folder, "demo.env"), "utf8"), new RegExp(`KOLO_URL=${service.url}`));
  });

  it("refuses a second start with the id of the running process, which continues", async () => {
    const second = await spawnCommand(["serve"], { KOLO_DATA: folder, KOLO_PORT: "1" });
    assert.equal(second.code, 1);
    assert.match(
      second.stderr,
      /^kolo: The data folder is in use by Kolo \(process \d+, http:.*\): stop it, or set KOLO_DATA/,
    );
    assert.equal((await service.send("GET", "/customers")).status, 200);
  });

  it("restarts its database after that was killed", async () => {
    process.kill(await postgresPid(), "SIGKILL");
    const give_up_at = Date.now() + START_AGAIN_MS;
    for (let status = 0; status !== 200; ) {
      assert.ok(Date.now() < give_up_at, "the database is started again");
      await sleep(100);
      ({ status } = await service.send("GET", "/customers"));
      assert.ok([200, 503].includes(status), String(status));
    }
    assert.match(service.output(), /The embedded PostgreSQL ended by itself; it is started again/);
  });

  it("takes over a database whose parent was killed, and one whose process is gone", async () => {
    const postgres = await postgresPid();
    await service.kill();
    service = await startService(folder);
    assert.equal((await service.send("GET", "/customers")).status, 200);
    assert.equal(await postgresPid(), postgres);
    await service.kill();
    process.kill(postgres, "SIGKILL");
    service = await startService(folder);
    assert.equal((await service.send("GET", "/customers")).status, 200);
    assert.equal(await service.stop(), 0);
  });

  it("ignores a lock file whose process id belongs to another program", async () => {
    await writeFile(lock_file, `${process.pid}\n${folder}/postgres\n0\n5432\n\n\n\nready\n`, { mode: 0o600 });
    service = await startService(folder);
    assert.equal((await service.send("GET", "/customers")).status, 200);
    assert.equal(await service.stop(), 0);
  });

  it("refuses master keys that differ from those of the data", async () => {
    const other = { KOLO_MASTER_KEYS: `1:${Buffer.alloc(32, 9).toString("base64")}` };
    // On a PostgreSQL that ends with the process, and on one that outlives it, whose connections the process must close.
    const results = [
      await spawnCommand(["serve"], { KOLO_DATA: folder, ...other }),
      await borrowEmbedded({ folder, is_durable: false }, async (url) =>
        spawnCommand(["serve"], { KOLO_DATA: await createDataFolder(), DATABASE_URL: url, ...other }),
      ),
    ];
    for (const { code, stderr } of results) {
      assert.equal(code, 1);
      assert.match(stderr, /not those this database was written with/);
    }
  });
});

describe("a start", () => {
  it("exits with a one-sentence error if it cannot start", async () => {
    const used_port = createServer().listen(0, "127.0.0.1");
    await once(used_port, "listening");
    const address = used_port.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const folder = await createDataFolder();
    const port_taken = await spawnCommand(["serve"], { KOLO_DATA: folder, KOLO_PORT: port });
    assert.deepEqual(
      [port_taken.code, port_taken.stderr],
      [1, `kolo: Port ${port} is taken: set KOLO_PORT to a free one\n`],
    );
    used_port.close();

    const file = join(folder, "a-file");
    await writeFile(file, "");
    const no_folder = await spawnCommand(["serve"], { KOLO_DATA: join(file, "data") });
    assert.equal(no_folder.code, 1);
    assert.match(
      no_folder.stderr,
      /^kolo: The data folder .* cannot be written: set KOLO_DATA to a folder that can\n$/,
    );

    const nobody = await spawnCommand(["serve"], {
      KOLO_DATA: folder,
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/kolo",
    });
    assert.equal(nobody.code, 1);
    assert.match(nobody.stderr, /^kolo: .*ECONNREFUSED/);
    // Simulates a name that resolves to several addresses, as "localhost" does on most machines.
    const several = `import dns from "node:dns"; dns.lookup = (name, options, tell) => tell(null, [
      { address: "::1", family: 6 }, { address: "127.0.0.1", family: 4 }]);`;
    const nowhere = await spawnCommand(["serve"], {
      KOLO_DATA: folder,
      DATABASE_URL: "postgresql://nobody@localhost:1/kolo",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(several)}`,
    });
    assert.deepEqual(
      [nowhere.code, nowhere.stderr],
      [1, "kolo: connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1\n"],
    );
    for (const [name, value] of [
      ["KOLO_PORT", "eighty"],
      ["DATABASE_URL", "mysql://x"],
      ["KOLO_TRUSTED_PROXIES", "all"],
      ["KOLO_TRUSTED_PROXIES", "10/8"],
      ["KOLO_PROCESSES", "0"],
    ] as const) {
      const refused = await runCommand(["serve"], { KOLO_DATA: folder, [name]: value });
      assert.equal(refused.code, 1, name);
      assert.match(refused.stderr, /^kolo: .+\n$/);
    }
  });

  it("refuses a folder of another PostgreSQL version, and changes nothing", async () => {
    const folder = await createDataFolder("empty");
    await mkdir(join(folder, "postgres"));
    await chmod(join(folder, "postgres"), 0o700);
    await writeFile(join(folder, "postgres", "PG_VERSION"), "14\n");
    const refused = await spawnCommand(["serve"], { KOLO_DATA: folder });
    assert.match(refused.stderr, /^kolo: The data in .* is of PostgreSQL 14 and the embedded one is 18/);
  });

  it("continues when the disk of its log is full, and stops normally", {
    skip: existsSync("/dev/full") ? false : "there is no disk here that is always full",
  }, async () => {
    const [folder, port, full] = [await createDataFolder(), await freePort(), await open("/dev/full", "w")];
    const service = spawn(process.execPath, [SERVER_MAIN, "serve"], {
      env: { ...process.env, KOLO_DATA: folder, KOLO_PORT: String(port) },
      stdio: ["ignore", full.fd, "pipe"],
    });
    let trouble = "";
    service.stderr?.setEncoding("utf8").on("data", (text: string) => {
      trouble += text;
    });
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (service.exitCode === null && !(await answers())) await sleep(100);
    // Produce more log lines than one write holds, for longer than the log buffers them.
    for (let time = 0; time < 40 && service.exitCode === null; time += 1) {
      assert.ok(await answers(), trouble);
      await sleep(20);
    }
    service.kill("SIGTERM");
    if (service.exitCode === null) await once(service, "exit");
    assert.deepEqual([service.exitCode, trouble], [0, ""]);
    await full.close();
  });

  it("stops when npm, which started it through a shell, gets SIGTERM", async () => {
    const folder = await createDataFolder();
    await copyFile(join(import.meta.dirname, "..", "package.json"), join(folder, "package.json"));
    await mkdir(join(folder, "tools"));
    const program = `process.on("SIGTERM", () => { console.log("told to stop"); process.exit(); });
      setTimeout(() => {}, 10_000); console.log("started");`;
    await writeFile(join(folder, "tools", "start.mjs"), program);
    const npm = spawn("npm", ["start", "--silent"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output === "started\n") npm.kill("SIGTERM");
    });
    await once(npm, "close");
    assert.equal(output, "started\ntold to stop\n");
  });

  for (const killed of ["npm", "what npm started"]) {
    it(`shuts down cleanly if ${killed} is killed`, async () => {
      const [folder, port] = [await createDataFolder(), await freePort()];
      const start = join(import.meta.dirname, "..", "tools", "start.mjs");
      // A stand-in for npm: starts a program, prints its pid, and waits.
      const program = `
        const { spawn } = require("node:child_process");
        console.log(spawn(process.execPath, [${JSON.stringify(start)}], { stdio: "ignore" }).pid);`;
      const npm = spawn(process.execPath, ["--eval", program], {
        env: {
          ...process.env,
          ...{ KOLO_DATA: folder, KOLO_PORT: String(port), KOLO_LOG: "warn", npm_lifecycle_event: "start" },
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [text]: readonly Buffer[] = await once(npm.stdout, "data");
      const started = Number(String(text));
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      const until = async (fits: () => boolean | Promise<boolean>) => {
        for (let look = 0; look < 600 && !(await fits()); look += 1) await sleep(100);
        assert.ok(await fits());
      };
      await until(answers);
      process.kill(killed === "npm" ? Number(npm.pid) : started, "SIGKILL");
      // Wait until the service and its database have shut down cleanly.
      await until(async () => !(await answers()) && !existsSync(join(folder, "postgres", "postmaster.pid")));
      npm.kill("SIGKILL");
    });
  }
});
