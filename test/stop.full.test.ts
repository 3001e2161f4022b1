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
const folder = await createDataFolder();

describe("a graceful shutdown", () => {
  it("answers a partly received request, and does not wait for an idle connection", async () => {
    const service = await startService(folder);
    const caller = await aCaller(service);
    const [head, body] = await aTransfer(service, "begun");
    caller.write(`${head}${body.slice(0, 10)}`);
    await sleep(100);
    const stopped = service.stop();
    await sleep(100);
    caller.write(body.slice(10));
    assert.match(await logLine(caller, /"status":"pending"/), /^HTTP\/1\.1 201 /);
    const began_ms = performance.now();
    assert.equal(await stopped, 0);
    assert.ok(performance.now() - began_ms < SOON_MS / 4);
  });

  it("answers the next request on the same connection, and closes it", async () => {
    const service = await startService(folder);
    const caller = await aCaller(service);
    const [head, body] = await aTransfer(service, "first");
    const [next_head, next_body] = await aTransfer(service, "second");
    caller.write(`${head}${body.slice(0, 10)}`);
    await sleep(100);
    const stopped = service.stop();
    await sleep(100);
    caller.write(`${body.slice(10)}${next_head}${next_body}`);
    const answers = await logLine(caller, /"reference":"second"/);
    assert.equal(answers.match(/HTTP\/1\.1 201 /g)?.length, 2, answers);
    assert.match(answers, /^connection: close/im);
    assert.equal(await stopped, 0);
  });

  it("does not wait forever for an incomplete request", async () => {
    const service = await startService(folder);
    const caller = await aCaller(service);
    const [head] = await aTransfer(service, "half");
    caller.write(head);
    await sleep(100);
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
