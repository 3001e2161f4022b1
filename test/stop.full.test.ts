import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { transfer_order } from "#server/testing/orders.ts";
import { createDataFolder, SERVER_MAIN, type SpawnedService, startService } from "#server/testing/service.ts";
import { freePort } from "#server/testing/world.ts";

// In milliseconds; longer than the service waits for running requests, and shorter than its shutdown timeout.
const SOON_MS = 20_000;
const POLL_INTERVAL_MS = 20;

describe("a graceful shutdown", async () => {
  const folder = await createDataFolder();

  it("answers partly received requests and the next of a connection, and does not wait for an idle one", async () => {
    const service = await startService(folder);
    const [begun, followed] = [await aCaller(service), await aCaller(service)];
    const [head, body] = await aTransfer(service, "begun");
    const [first_head, first_body] = await aTransfer(service, "first");
    const [next_head, next_body] = await aTransfer(service, "second");
    begun.write(`${head}${body.slice(0, 10)}`);
    followed.write(`${first_head}${first_body.slice(0, 10)}`);
    await untilRead(service);
    const stopped = service.stop();
    await untilClosed(service);
    begun.write(body.slice(10));
    followed.write(`${first_body.slice(10)}${next_head}${next_body}`);
    assert.match(await logLine(begun, /"status":"pending"/), /^HTTP\/1\.1 201 /);
    const answers = await logLine(followed, /"reference":"second"/);
    assert.equal(answers.match(/HTTP\/1\.1 201 /g)?.length, 2, answers);
    assert.match(answers, /^connection: close/im);
    const began_ms = performance.now();
    assert.equal(await stopped, 0);
    assert.ok(performance.now() - began_ms < SOON_MS / 4);
  });

  it("does not wait forever for an incomplete request", async () => {
    const service = await startService(folder);
    const caller = await aCaller(service);
    const [head] = await aTransfer(service, "half");
    caller.write(head);
    await untilRead(service);
    const began_ms = performance.now();
    assert.equal(await service.stop(), 0);
    assert.ok(performance.now() - began_ms < SOON_MS);
  });
});

it("a shutdown during the start leaves no database running", async () => {
  const own = await createDataFolder();
  const child = spawn(process.execPath, [SERVER_MAIN, "serve"], {
    env: { ...process.env, KOLO_DATA: own, KOLO_PORT: String(await freePort()) },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const lock = () => readFile(join(own, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  while (child.exitCode === null && !(await lock()).includes("ready")) await sleep(5);
  child.kill("SIGINT");
  await ended;
  assert.deepEqual([child.exitCode, await lock()], [0, ""]);
});

/** Waits until the service has read what was sent before: it reads its connections in turn. */
async function untilRead(service: SpawnedService): Promise<void> {
  for (let time = 0; time < 2; time += 1) assert.equal((await service.send("GET", "/balance")).status, 200);
}

/** Waits until the service accepts no more connections. */
async function untilClosed(service: SpawnedService): Promise<void> {
  const give_up_at = Date.now() + SOON_MS;
  const isOpen = () =>
    aCaller(service).then(
      (socket) => socket.destroy(),
      () => null,
    );
  while ((await isOpen()) !== null) {
    assert.ok(Date.now() < give_up_at, "the service closes its port");
    await sleep(POLL_INTERVAL_MS);
  }
}

async function aCaller({ url }: SpawnedService): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("utf8").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Returns the head and the body of a raw HTTP request. */
async function aTransfer(
  { folder, url }: SpawnedService,
  reference: string,
): Promise<readonly [head: string, body: string]> {
  const keys = await readFile(join(folder, "demo.env"), "utf8");
  const key = (name: string): string => new RegExp(`^KOLO_${name}_KEY=(.+)$`, "m").exec(keys)?.[1] ?? "";
  const body = JSON.stringify({ ...transfer_order, reference });
  const lines = [
    "POST /transfers HTTP/1.1",
    `host: ${new URL(url).host}`,
    ...[`authorization: ${key("PUBLIC")}`, `x-grant: ${key("PRIVATE")}`],
    ...["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`],
  ];
  return [`${lines.join("\r\n")}\r\n\r\n`, body];
}

/**
 * Waits until the received text matches, or the connection ends, and returns the text. This side does not close the
 * connection.
 */
async function logLine(socket: Socket, pattern: RegExp): Promise<string> {
  let text = "";
  const whole = Promise.withResolvers<void>();
  socket.on("data", (part: string) => {
    text += part;
    if (pattern.test(text)) whole.resolve();
  });
  socket.once("close", whole.resolve);
  await whole.promise;
  return text;
}
