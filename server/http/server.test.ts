import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { request } from "undici";
import { createKey, importKey } from "#resources/keys/create.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { list as listKeys } from "#resources/keys/store.ts";
import { linkMerchants } from "#resources/merchants/merchant-links.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { transfer_order } from "#testing/orders.ts";
import { requestSender, startTestWorld } from "#testing/world.ts";
import { BODY_LIMIT_BYTES } from "./request-limits.ts";
import { closeServer } from "./server.ts";

const world = await startTestWorld({ environment: { KOLO_METRICS_TOKEN: "metrics-please" } });
const anybody = requestSender(world.url, {});

describe("authentication", () => {
  it("401: without a key, with a wrong one, or with the private one in its place", async () => {
    const merchant = await world.merchant();
    const missing = await anybody("GET", "/customers");
    assert.deepEqual([missing.status, missing.body.reason], [401, "key_missing"]);
    for (const [authorization, reason] of [
      ["wrong", "key_invalid"],
      ["test_pk_x", "key_invalid"],
      [`${merchant.public_key}x`, "key_invalid"],
      [`Bearer ${merchant.public_key}`, "key_with_scheme"],
      [merchant.private_key, "key_is_private"],
    ] as const) {
      const wrong = await anybody("GET", "/customers", undefined, { authorization });
      assert.deepEqual([wrong.status, wrong.body.reason], [401, reason]);
    }
  });

  it("403: without the private key, or with one of another merchant or environment", async () => {
    const [merchant, other, live] = [
      await world.merchant(),
      await world.merchant(),
      await world.merchant({ environment: "live" }),
    ];
    for (const path of ["/balance", "/transfers", "/beneficiaries", "/recipients", "/webhooks"]) {
      const missing = await merchant.send("GET", path, undefined, { "x-grant": "" });
      assert.deepEqual([missing.status, missing.body.reason], [403, "grant_required"]);
      for (const grant of ["wrong", merchant.public_key, other.private_key, live.private_key]) {
        const wrong = await merchant.send("GET", path, undefined, { "x-grant": grant });
        const reason = grant === merchant.public_key ? "grant_is_public" : "grant_invalid";
        assert.deepEqual([wrong.status, wrong.body.reason], [403, reason]);
      }
      const older = await merchant.send("GET", path, undefined, {
        "x-grant": "",
        "grant-authorization": merchant.private_key,
      });
      assert.equal(older.status, 200);
    }
  });

  it("customers need the public key alone", async () => {
    const merchant = await world.merchant();
    assert.equal((await merchant.send("GET", "/customers", undefined, { "x-grant": "" })).status, 200);
  });

  it("404: X-Sync of an unknown or unlinked merchant; for a linked one, the request acts for it", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    for (const sync of [other.id, "mer_00000000000000000000000000", "nonsense"]) {
      const refused = await merchant.send("GET", "/customers", undefined, { "x-sync": sync });
      assert.deepEqual([refused.status, refused.body.reason], [404, "linked_merchant_not_found"]);
    }
    await world.db.engine((tx) => linkMerchants(tx, merchant.id, other.id, FULL_LINK_GRANT, "test"));
    await new Promise((done) => setTimeout(done, 1_000));
    const created = await merchant.send(
      "POST",
      "/customers",
      { name: "C", email: "c@example.cm" },
      { "x-sync": other.id },
    );
    assert.equal(created.status, 201);
    assert.equal((await other.get("/customers")).body.totals, 1);
    assert.equal((await merchant.get("/customers")).body.totals, 0);
    const back = await other.send("GET", "/customers", undefined, { "x-sync": merchant.id });
    assert.equal(back.status, 404);
  });

  it("a revoked key is refused within a second, and an expired one at once", async () => {
    const merchant = await world.merchant();
    assert.equal((await merchant.get("/customers")).status, 200);
    const [key] = await world.db.engine((tx) => listKeys(tx, merchant.id));
    assert.ok(key);
    await world.db.engine((tx) => revokeKey(tx, key.id, "test"));
    await new Promise((done) => setTimeout(done, 1_000));
    assert.equal((await merchant.get("/customers")).body.reason, "key_invalid");

    const key_input = { scope: { merchant: merchant.id, environment: "test" }, kind: "public", name: "short" } as const;
    const { text } = await world.db.engine((tx) =>
      createKey(tx, { ...key_input, expires_at: "2020-01-01T00:00:00.000000Z" }, "test"),
    );
    assert.equal((await anybody("GET", "/customers", undefined, { authorization: text })).status, 401);
  });

  it("imported keys of another system work unchanged; test_ keys are never live", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const key_input = {
      scope: { merchant: merchant.id, environment: "live" },
      kind: "public",
      name: "old",
      expires_at: null,
    } as const;
    await world.db.engine((tx) => importKey(tx, key_input, "pk.AbCdEfGhIjKlMnOp", "test"));
    assert.equal((await anybody("GET", "/customers", undefined, { authorization: "pk.AbCdEfGhIjKlMnOp" })).status, 200);
    await assert.rejects(
      world.db.engine((tx) => importKey(tx, key_input, "test_AbCdEfGhIjKlMnOp", "test")),
      { kind: "invalid" },
    );
    await assert.rejects(
      world.db.engine((tx) => importKey(tx, key_input, "short", "test")),
      { kind: "invalid" },
    );
    await assert.rejects(
      world.db.engine((tx) => importKey(tx, key_input, "pk.AbCdEfGhIjKlMnOp", "test")),
      { kind: "conflict" },
    );
  });

  it("429: too many wrong keys from one address; keys that were valid before still pass", async () => {
    const other = await startTestWorld();
    const merchant = await other.merchant();
    assert.equal((await merchant.get("/customers")).status, 200);
    const guess = requestSender(other.url, { authorization: "test_pk_guess" });
    const answers = await Promise.all(Array.from({ length: 120 }, () => guess("GET", "/customers")));
    const refused = answers.filter((answer) => answer.status === 429);
    assert.equal(refused.length, 20);
    assert.ok(Number(refused[0]?.headers.get("retry-after")) > 0);
    assert.equal((await merchant.get("/customers")).status, 200);
  });
});

describe("every answer", () => {
  it("404 for an unknown path, 405 with Allow for a wrong method, with the usual error body", async () => {
    const merchant = await world.merchant();
    const nowhere = await merchant.get("/nowhere");
    assert.deepEqual([nowhere.status, nowhere.body.reason], [404, "path_not_found"]);
    const wrong = await merchant.send("PATCH", "/transfers");
    assert.deepEqual([wrong.status, wrong.headers.get("allow"), wrong.body.code], [405, "GET, HEAD, POST", 405]);
    const deep = await merchant.send("POST", "/beneficiaries/ben_1", {});
    assert.deepEqual([deep.status, deep.headers.get("allow")], [405, "GET, HEAD, PUT, DELETE"]);
    // The method or the path is wrong, so no other body could help.
    for (const content_type of ["application/merge-patch+json", "application/json"]) {
      const headers = { "content-type": content_type };
      assert.equal((await merchant.send("PATCH", "/customers/cus_1", "{broken", headers)).status, 405, content_type);
      assert.equal((await merchant.send("POST", "/nowhere", "{broken", headers)).status, 404, content_type);
    }
  });

  it("405 with every allowed method in Allow, even on paths without a key", async () => {
    const ask = async (method: "OPTIONS" | "TRACE" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "GET", path: string) => {
      const { statusCode, headers, body } = await request(`${world.url}${path}`, { method });
      return { status: statusCode, allow: headers.allow, text: await body.text() };
    };
    for (const [path, allow] of [
      ["/payments", "GET, HEAD, POST"],
      ["/payments/r1", "GET, HEAD, POST, PUT, DELETE"],
      ["/channels", "GET, HEAD"],
      ["/webhooks", "GET, HEAD, POST"],
      ["/transfers/bulk", "GET, HEAD, POST, DELETE"],
    ] as const) {
      for (const method of ["OPTIONS", "TRACE", "PATCH"] as const) {
        const refused = await ask(method, path);
        assert.deepEqual([refused.status, refused.allow], [405, allow], `${method} ${path}`);
        assert.equal(JSON.parse(refused.text).code, 405);
      }
    }
    for (const method of ["PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"] as const) {
      assert.deepEqual([(await ask(method, "/")).status, (await ask(method, "/")).allow], [405, "GET, HEAD"], method);
    }
    const checkout = await ask("PATCH", "/checkout/token");
    assert.deepEqual([checkout.status, checkout.allow], [405, "GET, HEAD, POST, DELETE"]);
    assert.equal((await ask("HEAD", "/")).status, 200);
  });

  it("400, 417 and 431 for malformed requests have the usual body and a Request-Id", async () => {
    const sendRaw = (text: string) =>
      new Promise<string>((resolve, fail) => {
        let response_text = "";
        const socket = connect(Number(new URL(world.url).port), "127.0.0.1", () => socket.write(text));
        socket.setEncoding("utf8").on("error", fail);
        socket.on("data", (part) => {
          response_text += part;
        });
        socket.on("close", () => resolve(response_text));
      });
    for (const [text, code, phrase, reason] of [
      ["nonsense\r\n\r\n", 400, "Bad Request", "malformed_request"],
      ["FROB /payments HTTP/1.1\r\nHost: x\r\n\r\n", 400, "Bad Request", "malformed_request"],
      ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "Bad Request", "host_invalid"],
      [
        `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`,
        431,
        "Request Header Fields Too Large",
        "headers_too_large",
      ],
      [
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nContent-Length: 0\r\n\r\n",
        417,
        "Expectation Failed",
        "expectation_unsupported",
      ],
    ] as const) {
      const [head = "", body = ""] = (await sendRaw(text)).split("\r\n\r\n");
      assert.ok(head.startsWith(`HTTP/1.1 ${code} ${phrase}\r\n`), head);
      const [, id = ""] = /\r\nrequest-id: (req_[0-9a-z]+)\r\n/i.exec(head) ?? [];
      assert.ok(id && world.log.some((line) => line.includes(id)), "its line is in the log");
      const answer = JSON.parse(body);
      assert.deepEqual(
        [answer.code, answer.status, typeof answer.message, answer.reason],
        [code, phrase, "string", reason],
      );
    }
  });

  it("415 for a compressed body, with the name of its encoding", async () => {
    const merchant = await world.merchant();
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const packed = await request(`${world.url}/customers`, {
      ...{ method: "POST", headers: { ...headers, authorization: merchant.public_key } },
      body: gzipSync('{"name":"C","email":"c@example.cm"}'),
    });
    assert.equal(packed.statusCode, 415);
    assert.match(await packed.body.text(), /gzip/);
    const plain = await merchant.send(
      "POST",
      "/customers",
      { name: "C", email: "c@example.cm" },
      { "content-encoding": "identity" },
    );
    assert.equal(plain.status, 201);
  });

  it("is compressed for the catalogue, if the client accepts gzip, and for nothing that belongs to a merchant", async () => {
    const merchant = await world.merchant();
    for (let n = 0; n < 8; n += 1) await merchant.post("/customers", { name: `Customer ${n}`, email: "c@example.cm" });
    const read = async (path: string, accepted: string) => {
      const headers = {
        authorization: merchant.public_key,
        "x-grant": merchant.private_key,
        "accept-encoding": accepted,
      };
      const answer = await request(`${world.url}${path}`, { headers });
      const { "content-encoding": encoding, vary } = answer.headers;
      return { encoding, vary, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    };
    const plain = await read("/channels", "br, gzip;q=0");
    assert.deepEqual([plain.encoding, plain.vary], [undefined, "Accept-Encoding"]);
    const packed = await read("/channels", "br, gzip;q=0.5");
    assert.deepEqual([packed.encoding, packed.vary], ["gzip", "Accept-Encoding"]);
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    assert.ok(packed.bytes.length < plain.bytes.length / 4, `${packed.bytes.length} of ${plain.bytes.length} bytes`);
    const customers = await read("/customers", "gzip");
    assert.equal(customers.encoding, undefined);
    assert.ok(customers.bytes.length > 1_024);
  });

  it("400 for broken JSON, 413 for a body over the limit, 415 for another content type", async () => {
    const merchant = await world.merchant();
    const raw = async (text: string, type: string) => {
      const headers = { authorization: merchant.public_key, "content-type": type };
      const { statusCode, body } = await request(`${world.url}/customers`, { method: "POST", headers, body: text });
      return { statusCode, body: JSON.parse(await body.text()) };
    };
    for (const [text, type, status] of [
      ["{", "application/json", 400],
      ['{"name":"A","name":"B"}', "application/json", 400],
      [JSON.stringify({ name: "x".repeat(BODY_LIMIT_BYTES) }), "application/json", 413],
      ["<name/>", "text/xml", 415],
    ] as const) {
      const answer = await raw(text, type);
      assert.deepEqual([answer.statusCode, answer.body.code], [status, status]);
      assert.equal(typeof answer.body.message, "string");
    }
  });

  it("404 in a path and 400 in a query for text that PostgreSQL cannot store, with and without a key", async () => {
    const merchant = await world.merchant();
    const { body: webhook } = await merchant.post("/webhooks", {
      url: "https://example.cm/h",
      events: ["transfer.created"],
    });
    for (const path of [
      "/payments/%00",
      "/transfers/a%00b",
      "/transfers/bulk/%00",
      "/beneficiaries/%00",
      "/customers/%00",
      "/webhooks/%00",
    ]) {
      const { status, body } = await merchant.get(path);
      assert.deepEqual([status, body.code, body.status], [404, 404, "Not Found"], path);
    }
    for (const method of ["POST", "PUT", "DELETE"]) {
      assert.equal((await merchant.send(method, "/payments/%00", {})).status, 404, method);
    }
    for (const path of [
      "/transfers?search=%00",
      "/transfers?channels=cm.mtn,%00",
      "/transfers?bulk_transfer=%00",
      "/events?resource=%00",
      `/webhooks/${webhook.data.id}/deliveries?resource=%00`,
    ]) {
      const { status, body } = await merchant.get(path);
      assert.deepEqual([status, body.code, typeof body.message], [400, 400, "string"], path);
    }
    assert.equal((await anybody("GET", "/payments/%00")).status, 401);
    assert.equal((await anybody("GET", "/checkout/links/lnk_%00")).status, 404);
    assert.equal((await anybody("GET", "/checkout/%00")).status, 404);
    assert.equal((await anybody("GET", "/dashboard/api/merchants/%00/live/overview")).status, 404);
  });

  it("400 for text that is not UTF-8, or 415 if it is declared as another encoding", async () => {
    const merchant = await world.merchant();
    const send = async (content_type: string, body: Buffer) => {
      const headers = { authorization: merchant.public_key, "content-type": content_type };
      const answer = await request(`${world.url}/customers`, { method: "POST", headers, body });
      return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) };
    };
    const json = Buffer.from('{"name":"caf\u00e9","email":"c@example.cm"}', "latin1");
    const form = Buffer.from("name=caf\u00e9&email=c@example.cm", "latin1");
    for (const [type, body, status] of [
      ["application/json", json, 400],
      ["application/json; charset=utf-8", json, 400],
      ["application/json; charset=iso-8859-1", json, 415],
      ['application/json; charset="windows-1252"', json, 415],
      ["application/x-www-form-urlencoded", form, 400],
      ["application/x-www-form-urlencoded;charset=latin1", form, 415],
    ] as const) {
      const answer = await send(type, body);
      assert.deepEqual([answer.status, answer.body.code, typeof answer.body.message], [status, status, "string"], type);
    }
    const right = Buffer.from('{"name":"caf\u00e9","email":"c@example.cm"}', "utf8");
    for (const charset of ["", "; charset=UTF-8", ";charset=utf8"]) {
      const { status, body } = await send(`application/json${charset}`, right);
      assert.deepEqual([status, body.customer?.name], [201, "café"], charset);
    }
    assert.equal((await merchant.get("/customers")).body.totals, 3);
  });

  it("a trailing slash is accepted, and bodies on GET and DELETE are ignored", async () => {
    const merchant = await world.merchant();
    assert.equal((await merchant.get("/customers/")).status, 200);
    const { statusCode } = await request(`${world.url}/customers/cus_x`, {
      method: "DELETE",
      headers: { authorization: merchant.public_key, "content-type": "application/json" },
      body: "{broken",
    });
    assert.equal(statusCode, 404);
  });

  it("an aborted request is logged as no failure of the service", async () => {
    const merchant = await world.merchant();
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    const head = `POST /customers HTTP/1.1\r\nHost: kolo\r\nAuthorization: ${merchant.public_key}\r\n`;
    const before = world.log.length;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`);
    await sleep(100);
    socket.destroy();
    await sleep(200);
    const lines = world.log.slice(before).map((text) => JSON.parse(text));
    assert.ok(
      lines.some(({ msg, status }) => msg === "request" && status === 400),
      "a line tells of it",
    );
    assert.deepEqual(
      lines.filter(({ msg }) => msg === "request failed"),
      [],
    );
  });

  it("has a Request-Id, which its log line shows without personal data", async () => {
    const merchant = await world.merchant();
    const { headers } = await merchant.post("/transfers", { ...transfer_order, description: "for Jane Mballa" });
    await merchant.get("/transfers?search=677123456");
    const id = headers.get("request-id");
    const line = world.log.map((text) => JSON.parse(text)).find((entry) => entry.request_id === id);
    assert.equal(line.route, "/transfers");
    assert.deepEqual([line.merchant, line.environment, line.status, line.outcome], [merchant.id, "test", 201, "ok"]);
    for (const secret of ["677123456", "Mballa", merchant.public_key, merchant.private_key]) {
      assert.ok(!world.log.some((text) => text.includes(secret)), secret);
    }
    assert.ok((await anybody("GET", "/nowhere")).headers.get("request-id"));
  });

  it("shows the rest of the key's rate limit, and is 429 when it is used up", async () => {
    const slow = await startTestWorld({ environment: { KOLO_RATE_LIMIT: "5" } });
    const merchant = await slow.merchant();
    const answers = await Promise.all(Array.from({ length: 12 }, () => merchant.get("/customers")));
    assert.equal(answers[0]?.headers.get("x-ratelimit-limit"), "5");
    const refused = answers.filter((answer) => answer.status === 429);
    assert.ok(refused.length >= 2);
    assert.deepEqual([refused[0]?.body.status, refused[0]?.headers.get("retry-after")], ["Too Many Requests", "1"]);
  });
});

describe("the pages without a key", () => {
  it("are the name, the health checks, the OpenAPI document and its reference", async () => {
    const { body } = await anybody("GET", "/");
    assert.equal(body.name, "Kolo");
    for (const path of ["/health/live", "/health/ready"]) assert.equal((await anybody("GET", path)).body.status, "ok");
    const { body: document } = await anybody("GET", "/openapi.json");
    assert.deepEqual([document.openapi, document.info.version], ["3.1.0", "2.1.0"]);
    assert.ok(document.paths["/transfers/{reference}"].get.responses["404"]);
    const page = await fetch(`${world.url}/docs/`);
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.match(html, /openapi\.json/);
    assert.match(html, /<title>Kolo API reference<\/title>/);
    const icon = /"favicon": "([^"]+)"/.exec(html)?.[1] ?? "";
    for (const path of [icon, "/favicon.ico"]) {
      const mark = await fetch(`${world.url}${path}`);
      assert.deepEqual([mark.status, mark.headers.get("content-type")], [200, "image/svg+xml"]);
      assert.match(await mark.text(), /^<svg /);
    }
  });

  it("a browser gets a page at /, in its language, and programs the name and version", async () => {
    const page = async (path: string, headers: Readonly<Record<string, string>>) => {
      const response = await fetch(`${world.url}${path}`, { headers });
      return {
        type: response.headers.get("content-type"),
        vary: response.headers.get("vary"),
        text: await response.text(),
      };
    };
    const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    const french = await page("/", { accept: html, "accept-language": "fr-CM,fr;q=0.9,en;q=0.8" });
    assert.match(french.text, /<html lang="fr">.*href="\/dashboard".*href="\/guide\/fr"/s);
    assert.match(String(french.vary), /Accept, Accept-Language/);
    for (const headers of [
      { accept: html, "accept-language": "de" },
      { accept: html, "accept-language": "en-NG" },
    ]) {
      assert.match((await page("/", headers)).text, /<html lang="en">/);
    }
    assert.match((await page("/?lang=fr", { accept: html, "accept-language": "en" })).text, /<html lang="fr">/);
    for (const accept of ["*/*", "application/json", "application/json, text/plain, */*"]) {
      assert.match(String((await page("/", { accept })).type), /^application\/json/);
    }
  });

  it("404, as a page: an address below /guide that the documentation does not have, in any spelling", async () => {
    assert.equal((await fetch(`${world.url}/guide/start/five-minutes/?a=1`)).status, 200);
    for (const path of [
      "never",
      "start",
      "..%2f..%2fpackage.json",
      "pages/1.html",
      "__proto__",
      "constructor",
      "%00",
    ]) {
      const answer = await fetch(`${world.url}/guide/${path}`);
      assert.equal(answer.status, 404, path);
      if (path !== "%00") assert.match(await answer.text(), /There is no such page/, path);
    }
  });

  it("include the metrics, with their token", async () => {
    assert.equal((await anybody("GET", "/metrics")).status, 401);
    const answer = await anybody("GET", "/metrics", undefined, { authorization: "Bearer metrics-please" });
    assert.match(answer.text, /kolo_http_request_seconds_count/);
    assert.equal((await requestSender((await startTestWorld()).url, {})("GET", "/metrics")).status, 404);
  });
});

it("a connection without a request does not delay the stop of the server", { timeout: 30_000 }, async () => {
  const { app, url } = await startTestWorld({ works: false });
  assert.ok(app.server);
  const { port, hostname } = new URL(url);
  const unused = connect(Number(port), hostname);
  await once(unused, "connect");
  // An answer to a later connection proves that the server knows the earlier one.
  assert.equal((await fetch(`${url}/health/live`)).status, 200);
  const closed = once(unused, "close");
  await closeServer(app.server, 600_000);
  await closed;
});
