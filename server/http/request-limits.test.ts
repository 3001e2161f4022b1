import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { startTestWorld } from "#testing/world.ts";
import {
  ANONYMOUS_BODY_LIMIT_BYTES,
  ANONYMOUS_BYTES_PER_MINUTE,
  BODY_LIMIT_BYTES,
  CONNECTIONS_PER_ADDRESS_MAX,
} from "./request-limits.ts";

// Limits count by the address in X-Forwarded-For, so each test uses an address of its own.
const world = await startTestWorld({ environment: { KOLO_TRUSTED_PROXIES: "127.0.0.1/32" } });
const strict = await startTestWorld();
const port = (url: string): number => Number(new URL(url).port);

function opened(url = world.url): Socket {
  const socket = connect(port(url), "127.0.0.1");
  socket.on("error", () => {});
  after(() => socket.destroy());
  return socket;
}

/** Sends headers that announce a body, but no body. Returns the status of the answer. */
async function statusFor(lines: readonly string[]): Promise<number> {
  const socket = opened();
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [bytes] = await once(socket, "data");
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(bytes))?.[1]);
}

function sendDeclaredLength(path: string, bytes: number, extra: readonly string[] = []): Promise<number> {
  const host = new URL(world.url).host;
  const type = "Content-Type: application/json";
  return statusFor([`POST ${path} HTTP/1.1`, `Host: ${host}`, type, `Content-Length: ${bytes}`, ...extra]);
}

const ours = [`Origin: ${world.url}`, "X-Kolo-Dashboard: 1"];

// Paths whose body is read before authentication.
const OPEN_PATHS = [
  "/dashboard/api/sign-in",
  "/dashboard/api/sign-in/code",
  "/dashboard/api/sign-in/passkey",
  "/dashboard/api/forgotten-password",
  "/dashboard/api/reset",
  "/dashboard/api/invitation",
  "/dashboard/api/invitation/new",
  "/checkout/links/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
];

describe("a body before authentication", () => {
  for (const path of OPEN_PATHS) {
    it(`413: ${path} refuses more than ${ANONYMOUS_BODY_LIMIT_BYTES} bytes from the headers alone`, async () => {
      assert.equal(await sendDeclaredLength(path, ANONYMOUS_BODY_LIMIT_BYTES + 1, ours), 413);
    });
  }

  it("429: the bytes of one address are limited before they arrive; other addresses are served", async () => {
    const from = (address: string) => [...ours, `X-Forwarded-For: ${address}`];
    const body = JSON.stringify({ email: "x".repeat(ANONYMOUS_BODY_LIMIT_BYTES - 12) });
    const ask = (address: string) =>
      fetch(`${world.url}/dashboard/api/sign-in`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", origin: world.url, "x-kolo-dashboard": "1" },
          "x-forwarded-for": address,
        },
        body,
      }).then(({ status }) => status);
    const times = Math.ceil(ANONYMOUS_BYTES_PER_MINUTE / body.length) + 1;
    const statuses = await Promise.all(Array.from({ length: times }, () => ask("203.0.113.50")));
    assert.ok(statuses.includes(400) && statuses.includes(429), `${new Set(statuses)}`);
    assert.equal(await sendDeclaredLength("/dashboard/api/sign-in", 100, from("203.0.113.50")), 429);
    assert.equal(await ask("203.0.113.51"), 400);
  });

  it("401, 403, 404, 429: refusals are sent before a byte of the body has arrived", async () => {
    const merchant = await world.merchant();
    const key = [`Authorization: ${merchant.public_key}`];
    assert.equal(await sendDeclaredLength("/transfers", BODY_LIMIT_BYTES), 401);
    assert.equal(await sendDeclaredLength("/transfers", BODY_LIMIT_BYTES, key), 403);
    assert.equal(await sendDeclaredLength("/nowhere", BODY_LIMIT_BYTES, key), 404);
    const base_path = `/dashboard/api/merchants/${merchant.id}`;
    for (const path of [
      `${base_path}/test/keys`,
      `${base_path}/people`,
      `${base_path}/test/transfers`,
      "/dashboard/api/operator/channels/a/b/pause",
    ])
      assert.equal(await sendDeclaredLength(path, ANONYMOUS_BODY_LIMIT_BYTES, ours), 401, path);
    assert.equal(await sendDeclaredLength("/notices/sandbox/made-up", BODY_LIMIT_BYTES), 200);
  });

  it("an authenticated caller may send many large records", async () => {
    const merchant = await world.merchant();
    const body = { name: "Jane", email: "jane@example.cm", unknown: "x".repeat(200_000) };
    for (let time = 0; time < 4; time += 1) assert.equal((await merchant.post("/customers", body)).status, 201);
  });
});

describe("a connection", () => {
  it("over the limit of its address is closed at once; when another one ends, a new one is accepted", async () => {
    const sockets = Array.from({ length: CONNECTIONS_PER_ADDRESS_MAX }, () => opened(strict.url));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    // The server counts a connection a moment after it is established.
    const isClosed = async (): Promise<boolean> => {
      const socket = opened(strict.url);
      socket.write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
      return new Promise((resolve) => {
        socket.once("data", () => resolve(false));
        socket.once("close", () => resolve(true));
      });
    };
    while (!(await isClosed()));
    for (const socket of sockets.slice(0, 10)) socket.destroy();
    while (await isClosed());
  });
});
