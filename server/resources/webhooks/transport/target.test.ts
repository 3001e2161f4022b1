import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { outcomeOf } from "#resources/webhooks/delivery/outcome.ts";
import { ssrfGuard } from "./guard.ts";
import { RESPONSE_READ_BYTES } from "./http-post.ts";
import { openWebhookClient } from "./target.ts";

const open_guard = ssrfGuard({ ranges: ["127.0.0.0/8"], environments: ["test"] });
const DEADLINE_MS = 700;
// For answers that arrive: enough on a busy machine, too.
const PATIENCE_MS = 30_000;
// Without the deadline these attempts would never end.
const ENDED_WITHIN_MS = 10 * DEADLINE_MS;

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => void server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}

const answering = (listener: RequestListener) => {
  const server = createHttp(listener);
  after(() => server.closeAllConnections());
  return portOf(server);
};
const speaking = (speak: (socket: Socket) => void) =>
  portOf(
    createServer((socket) => {
      socket.on("error", () => {});
      after(() => void socket.destroy());
      speak(socket);
    }),
  );

/** Starts a DNS server with these records. It does not respond for other names, and counts its queries. */
async function startDnsServer(zone: Readonly<Record<string, { address: string | null; ttl: number }>>) {
  const socket = createSocket("udp4");
  let query_count = 0;
  socket.on("message", (question, from) => {
    const end = question.indexOf(0, 12);
    const labels: string[] = [];
    for (let at = 12; at < end; at += 1 + (question[at] ?? 0)) {
      labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
    }
    const name = labels.join(".");
    const answer = zone[name];
    if (!answer) return;
    const is_a = question.readUInt16BE(end + 1) === 1;
    if (is_a) query_count += 1;
    const head = Buffer.from(question.subarray(0, end + 5));
    head.writeUInt16BE(answer.address === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(is_a && answer.address !== null ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      answer.ttl,
      0,
      4,
      ...(answer.address ?? "").split(".").map(Number),
    ]);
    socket.send(is_a && answer.address !== null ? Buffer.concat([head, record]) : head, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  after(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, queryCount: () => query_count };
}

const zone = await startDnsServer({
  "shop.example": { address: "127.0.0.1", ttl: 60 },
  "brief.example": { address: "127.0.0.1", ttl: 0 },
  "nowhere.example": { address: null, ttl: 0 },
});
const targets = openWebhookClient(open_guard, [zone.server]);
after(() => targets.close());

async function send(url: string, deadline_ms = DEADLINE_MS) {
  const began_ms = performance.now();
  const exchange = await targets.send({ url, environment: "test", headers: {}, body: "{}", deadline_ms });
  return { ...exchange, outcome: outcomeOf(exchange), took_ms: performance.now() - began_ms };
}

describe("the outcome of an attempt", () => {
  const cases: readonly (readonly [outcome: string, url: () => Promise<string> | string])[] = [
    ["dns_not_found", () => "http://nowhere.example/"],
    ["dns_timeout", () => "http://silent.example/"],
    ["forbidden_target", () => "http://10.0.0.1/"],
    ["connection_refused", () => "http://127.0.0.1:1/"],
    ["answer_timeout", async () => `http://127.0.0.1:${await answering(() => {})}/`],
    ["tls_timeout", async () => `https://127.0.0.1:${await speaking(() => {})}/`],
    ["tls_failed", async () => `https://127.0.0.1:${await answering((_, response) => void response.end())}/`],
    ["not_http", async () => `http://127.0.0.1:${await speaking((socket) => void socket.write("220 smtp\r\n\r\n"))}/`],
    [
      "connection_reset",
      async () => `http://127.0.0.1:${await speaking((socket) => void socket.on("data", () => socket.destroy()))}/`,
    ],
    [
      "headers_too_large",
      async () =>
        `http://127.0.0.1:${await speaking((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}\r\n\r\n`))}/`,
    ],
    [
      "status_418",
      async () => `http://127.0.0.1:${await answering((_, response) => void response.writeHead(418).end())}/`,
    ],
    [
      "delivered",
      async () => `http://shop.example:${await answering((_, response) => void response.writeHead(204).end())}/`,
    ],
  ];
  for (const [outcome, url] of cases) {
    it(outcome, async () => {
      const made = await send(await url());
      assert.equal(made.outcome, outcome, String(made.error));
      // The deadline covers all phases together.
      assert.ok(made.took_ms < ENDED_WITHIN_MS, `${made.took_ms}`);
    });
  }
});

describe("a connection", () => {
  it("is reused, also when the receiver has closed it meanwhile", async () => {
    let connections = 0;
    const server = createHttp((_, response) => void response.end("ok"));
    server.on("connection", () => {
      connections += 1;
    });
    const port = await portOf(server);
    const [first, second] = [await send(`http://127.0.0.1:${port}/`), await send(`http://127.0.0.1:${port}/`)];
    assert.deepEqual([connections, first.address, second.connected_ms], [1, "127.0.0.1", null]);
    assert.notEqual(first.connected_ms, null);
    server.closeAllConnections();
    assert.equal((await send(`http://127.0.0.1:${port}/`)).outcome, "delivered");
    assert.equal(connections, 2);
    server.closeAllConnections();
  });

  it("resolves a name again after its time to live", async () => {
    const port = await answering((_, response) => void response.end());
    await send(`http://shop.example:${port}/`);
    const before = zone.queryCount();
    for (let time = 0; time < 3; time += 1) await send(`http://shop.example:${port}/`);
    assert.equal(zone.queryCount(), before);
    for (let time = 0; time < 3; time += 1) await send(`http://brief.example:${port}/`);
    assert.ok(zone.queryCount() >= before + 3);
  });
});

describe("a response", () => {
  it("is read up to a limit, and acknowledged by its status alone", async () => {
    let sent_bytes = 0;
    const port = await answering((_, response) => {
      response.writeHead(200);
      const pour = (): void => {
        for (let more = true; more && !response.destroyed && sent_bytes < 100_000_000; ) {
          sent_bytes += 65_536;
          more = response.write(Buffer.alloc(65_536, "x"));
        }
      };
      response.on("drain", pour);
      pour();
    });
    const made = await send(`http://127.0.0.1:${port}/`, PATIENCE_MS);
    assert.equal(made.outcome, "delivered");
    assert.ok((made.response?.length ?? 0) < 2 * RESPONSE_READ_BYTES + 65_536);
    assert.ok(sent_bytes < 50_000_000, `${sent_bytes}`);
  });

  it("is not inflated", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const port = await answering(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const made = await send(`http://127.0.0.1:${port}/`, PATIENCE_MS);
    assert.ok((made.response?.length ?? 0) <= bomb.length);
  });

  it("is aborted at the deadline when it arrives slowly", async () => {
    const port = await answering((_, response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    });
    const made = await send(`http://127.0.0.1:${port}/`);
    assert.equal(made.outcome, "status_500");
    assert.ok(made.took_ms < ENDED_WITHIN_MS);
  });
});
