import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const secure = await startTestWorld({
  works: false,
  database_url: world.database_url,
  environment: { KOLO_PUBLIC_URL: "https://pay.example.cm" },
});

/** Sends raw text and returns the whole answer. */
async function raw(text: string, url = world.url): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    answer += part;
  });
  socket.write(text);
  await new Promise((done) => socket.once("close", done));
  return answer;
}

const get = (path: string, headers = "", method = "GET"): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Connection: close\r\n\r\n`;

/** One request for each kind of answer. */
const EVERY_WAY: readonly (readonly [what: string, request: string, status: number])[] = [
  ["a document", get("/openapi.json"), 200],
  ["a page", get("/dashboard"), 200],
  ["the reference", get("/docs/"), 200],
  ["the reference's script", get("/docs/js/scalar.js"), 200],
  ["an icon", get("/favicon.svg"), 200],
  ["a missing static file", get("/dashboard/assets/none.js"), 404],
  ["a missing key", get("/payments"), 401],
  ["a wrong key", get("/payments", "Authorization: nonsense\r\n"), 401],
  ["an unknown path", get("/nothing/here"), 404],
  ["an unknown path of the dashboard", get("/dashboard/api/none"), 404],
  ["a wrong method", get("/payments", "Content-Length: 0\r\n", "PUT"), 405],
  ["a path that cannot be decoded", get("/%E0%A4%A"), 400],
  ["another origin", get("/dashboard/api/sign-out", "Origin: http://elsewhere\r\nContent-Length: 0\r\n", "POST"), 403],
  ["bytes that are not HTTP", "nonsense\r\n\r\n", 400],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400],
  ["a missing Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["headers that are too large", get("/", `X-Long: ${"x".repeat(20_000)}\r\n`), 431],
  ["an unsupported expectation", get("/", "Expect: tea\r\n"), 417],
];

describe("security headers", () => {
  for (const [what, request, status] of EVERY_WAY) {
    it(`are in the answer to ${what} (${status}), with HSTS over HTTPS`, async () => {
      for (const [url, hsts] of [
        [world.url, /^(?!.*^strict-transport-security)/ims],
        [secure.url, /^strict-transport-security: max-age=31536000\r$/im],
      ] as const) {
        const [head = ""] = (await raw(request, url)).split("\r\n\r\n");
        const lines = `${head}\r\n`;
        assert.match(lines, new RegExp(`^HTTP/1.1 ${status} `));
        assert.match(lines, /^x-content-type-options: nosniff\r$/im);
        assert.match(lines, /^content-security-policy: default-src 'none'; .*frame-ancestors 'none'\r$/im);
        assert.match(lines, /^x-frame-options: DENY\r$/im);
        assert.match(lines, /^referrer-policy: no-referrer\r$/im);
        assert.match(lines, hsts);
        assert.doesNotMatch(lines, /unsafe-inline/);
        assert.equal(lines.match(/^content-security-policy:/gim)?.length, 1);
      }
    });
  }

  it("are in the answer to a body that is too large", async () => {
    const answer = await fetch(`${world.url}/dashboard/api/sign-in`, {
      method: "POST",
      headers: { origin: world.url, "x-kolo-dashboard": "1", "content-type": "application/json" },
      body: `"${"x".repeat(2 * 1024 * 1024)}"`,
    });
    assert.equal(answer.status, 413);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  });

  it("of the reference page have a new nonce each time, the one of its scripts and styles", async () => {
    const nonces: string[] = [];
    for (const _ of [1, 2]) {
      const answer = await fetch(`${world.url}/docs`);
      const [, nonce = "none"] =
        /script-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
      const page = await answer.text();
      assert.equal(page.match(/<(script|style)\b/g)?.length, page.split(`nonce="${nonce}"`).length - 1);
      nonces.push(nonce);
    }
    assert.notEqual(nonces[0], nonces[1]);
  });
});

describe("a Host header", () => {
  for (const [what, hosts, status] of [
    ["repeated", "Host: 127.0.0.1\r\nHost: elsewhere.example\r\n", 400],
    ["repeated with the same value", "Host: 127.0.0.1\r\nhOST: 127.0.0.1\r\n", 400],
    ["two values joined by a proxy", "Host: 127.0.0.1, elsewhere.example\r\n", 400],
    ["with a path", "Host: 127.0.0.1/x\r\n", 400],
    ["with a user", "Host: a@127.0.0.1\r\n", 400],
    ["with one name", "Host: kolo.example:8080\r\n", 200],
    ["with one address", "Host: [::1]:8080\r\n", 200],
  ] as const) {
    it(`${what}: ${status}`, async () => {
      const answer = await raw(`GET /health/live HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    });
  }
});

describe("the Origin of a write", () => {
  it("403: the right host with another scheme is refused, for this name and the public one", async () => {
    const shop = await world.merchant();
    const person = await createTestUser(world, shop.id, "viewer");
    const host = new URL(world.url).host;
    const from = async (url: string, origin: string) => {
      const answer = await fetch(`${url}/dashboard/api/sign-out`, {
        method: "POST",
        headers: { origin, "x-kolo-dashboard": "1", cookie: person.cookie },
      });
      return answer.status;
    };
    assert.equal(await from(world.url, `http://${host}`), 200);
    assert.equal(await from(world.url, `https://${host}`), 403);
    assert.equal(await from(secure.url, "https://pay.example.cm"), 200);
    assert.equal(await from(secure.url, "http://pay.example.cm"), 403);
    assert.equal(await from(secure.url, `http://${new URL(secure.url).host}`), 403);
    for (const origin of ["null", "", `http://${host}.elsewhere.example`, `ftp://${host}`]) {
      assert.equal(await from(world.url, origin), 403, origin);
    }
  });
});
