import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, createSecureServer } from "node:http2";
import { createServer } from "node:https";
import { createServer as createTcpServer, type Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type FakeAnswer, fakeServer } from "#providers/plugins/fakes/server.ts";
import { openExchange, RESPONSE_LIMIT_BYTES } from "./http-client.ts";
import { maskText } from "./transcript.ts";

let answers = 0;
const server = await fakeServer(0, async ({ path }): Promise<FakeAnswer> => {
  answers += 1;
  switch (path) {
    case "/hangs-up":
      return null;
    case "/slow":
      return { status: 202, after_ms: 5_000 };
    case "/large":
      return { status: 200, body: "x".repeat(RESPONSE_LIMIT_BYTES + 1) };
    case "/briefly":
      return { status: 202, after_ms: 700 };
    default:
      return { status: 302, body: "elsewhere" };
  }
});
const { exchange, close } = openExchange({ timeout_ms: 400 });
after(async () => {
  await close();
  await server.close();
});

const post = (url: string) => exchange({ method: "POST", url, headers: {}, body: "{}" });

describe("the exchange with providers", () => {
  for (const [path, why] of [
    ["/hangs-up", "the server closes the connection"],
    ["/slow", "the answer exceeds the timeout"],
    ["/large", "the answer exceeds the size limit"],
  ] as const) {
    it(`is unknown when ${why}`, async () => {
      assert.equal((await post(`${server.url}${path}`)).kind, "unknown");
    });
  }

  it("is `not_sent` when the connection is refused, and when the name does not exist", async () => {
    for (const url of ["http://127.0.0.1:1/", "http://nobody.invalid/", `${server.url.replace("http", "https")}/`]) {
      const answer = await post(url);
      assert.ok(answer.kind === "not_sent" || url.startsWith("https"), `${url} ${JSON.stringify(answer)}`);
    }
  });

  it("is `not_sent` when the request cannot be encoded", async () => {
    const before = answers;
    const call = { method: "POST", url: `${server.url}/redirect`, body: "{}" } as const;
    for (const sign of ["\n", "\0", "é\u2028"]) {
      const answer = await exchange({ ...call, headers: { "x-target-environment": `mtn${sign}cameroon` } });
      assert.equal(answer.kind, "not_sent", JSON.stringify(answer));
    }
    assert.equal((await exchange({ ...call, url: "ftp://127.0.0.1/", headers: {} })).kind, "not_sent");
    assert.equal(answers, before);
  });

  it("is unknown when the connection breaks after the order, even with an error code of `not_sent`", async () => {
    for (const code of ["EHOSTUNREACH", "ENETUNREACH", "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE"]) {
      const before = answers;
      const lines: Socket[] = [];
      const onConnected = (message: unknown): void => {
        const is_line = typeof message === "object" && message !== null && "socket" in message;
        if (is_line && message.socket instanceof Socket) lines.push(message.socket);
      };
      const another = openExchange();
      subscribe("undici:client:connected", onConnected);
      const pending = another.exchange({ method: "POST", url: `${server.url}/slow`, headers: {}, body: "{}" });
      while (answers === before) await sleep(5);
      unsubscribe("undici:client:connected", onConnected);
      for (const line of lines) line.destroy(Object.assign(new Error("the way broke"), { code }));
      assert.deepEqual(await pending, {
        kind: "unknown",
        cause: { code: "connection_failed", detail: `${code} the way broke` },
      });
      await another.close();
    }
  });

  it("is unknown for calls in flight when the process ends", async () => {
    const ending = openExchange();
    const pending = ending.exchange({ method: "POST", url: `${server.url}/slow`, headers: {}, body: "{}" });
    await sleep(200);
    const began_ms = performance.now();
    await ending.close();
    assert.equal((await pending).kind, "unknown");
    assert.ok(performance.now() - began_ms < 2_000);
  });

  it("follows no redirect", async () => {
    const before = answers;
    const answer = await post(`${server.url}/redirect`);
    assert.deepEqual(
      [answer.kind, answer.kind === "answered" && answer.status, answers - before],
      ["answered", 302, 1],
    );
  });

  it("does not count the wait for a free connection as a timeout of the provider", async () => {
    const patient = openExchange({ timeout_ms: 3_000 });
    // 320 calls over 64 connections take five rounds. Each round is far shorter than the timeout; all five together are
    // longer.
    const call = { method: "POST", url: `${server.url}/briefly`, headers: {}, body: "{}" } as const;
    const all = await Promise.all(Array.from({ length: 320 }, () => patient.exchange(call)));
    await patient.close();
    assert.deepEqual([...new Set(all.map((answer) => answer.kind))], ["answered"]);
  });
});

const has_openssl = spawnSync("openssl", ["version"]).status === 0;
const skip = has_openssl ? false : "openssl is not on this machine";

/** A self-signed certificate for this machine's address, with its key. */
function aCertificate(): { readonly key: Buffer; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "kolo-tls-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const openssl_args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  spawnSync("openssl", [...openssl_args, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert]);
  return { key: readFileSync(key), cert: readFileSync(cert, "utf8") };
}

/** Listens on any free port. Returns the URL. */
async function listening(secure: Server): Promise<string> {
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  after(() => secure.close());
  return `https://127.0.0.1:${portOf(secure)}/`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("a provider with its own certificate authority", () => {
  it("is trusted by the account with that authority, and by no other account", { skip }, async () => {
    const { key, cert: ca } = aCertificate();
    const url = await listening(createServer({ key, cert: ca }, (_request, response) => response.end("{}")));
    const call = { method: "POST", url, headers: {}, body: "{}" } as const;
    const stranger = await exchange(call);
    assert.equal(stranger.kind, "not_sent", JSON.stringify(stranger));
    assert.equal((await exchange({ ...call, ca })).kind, "answered");
    assert.equal((await exchange(call)).kind, "not_sent");
  });

  it("gets `not_sent` when the connection breaks before TLS is established", async () => {
    const url = await listening(createTcpServer((client) => client.once("data", () => client.destroy())));
    const answer = await exchange({ method: "POST", url, headers: {}, body: "{}" });
    assert.equal(answer.kind, "not_sent", JSON.stringify(answer));
  });

  it("receives an order once even if it supports HTTP/2, where a client retries refused requests", {
    skip,
  }, async () => {
    const { key, cert: ca } = aCertificate();
    let orders = 0;
    const secure = createSecureServer({ key, cert: ca, allowHTTP1: true });
    secure.on("stream", (stream) => {
      orders += 1;
      stream.on("error", () => {}).close(constants.NGHTTP2_REFUSED_STREAM);
    });
    secure.on("request", (request, response) => {
      if (request.httpVersionMajor > 1) return;
      orders += 1;
      response.writeHead(202).end();
    });
    const url = await listening(secure);
    const answer = await exchange({ method: "POST", url, headers: {}, body: "{}", ca });
    assert.deepEqual([answer.kind, orders], ["answered", 1]);
  });
});

describe("a text with long numbers", () => {
  const cases = [
    ["Subscriber 237677123456 not found", "Subscriber …456 not found"],
    ["+237 call 677123456.", "+237 call …456."],
    ["msisdn237677123456x", "msisdn…456x"],
    ["6f9619ff-8b86-4011-b42d-00c04fc96412", "6f9619ff-8b86-4011-b42d-00c04fc96412"],
    ["POST /v1_0/transfer 500 XAF", "POST /v1_0/transfer 500 XAF"],
  ] as const;
  for (const [input, shown] of cases) it(`${input} is shown as ${shown}`, () => assert.equal(maskText(input), shown));
});
