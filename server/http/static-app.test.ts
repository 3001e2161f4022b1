import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import Fastify from "fastify";
import { asServiceError, statusOf } from "./errors.ts";
import { serveStaticApp } from "./static-app.ts";

const folder = await mkdtemp(join(tmpdir(), "kolo-built-page-"));
after(() => rm(folder, { recursive: true }));
await mkdir(join(folder, "assets"));
await writeFile(join(folder, "index.html"), "<!doctype html>");
await writeFile(join(folder, "secret.txt"), "no asset");
await writeFile(join(folder, "assets", "index-1.js"), "0123456789");
const app = Fastify();
app.setErrorHandler((error, _request, reply) => reply.code(statusOf(asServiceError(error).kind)).send());
await serveStaticApp(app, { folder, prefix: "/pay" });

async function statusFor(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return (await app.inject({ url: `/pay/assets/${path}`, headers })).statusCode;
}

it("404: every spelling of a path that is no asset", async () => {
  assert.equal(await statusFor("index-1.js"), 200);
  for (const path of [
    ...["index-2.js", "", ".", "%00", "index-1.js%00", "..%2fsecret.txt", "%2e%2e/secret.txt", "..%5csecret.txt"],
    ...["..\\secret.txt", "%2e%2e/%2e%2e/%2e%2e/package.json", "a/%2e%2e/%2e%2e/secret.txt", ".hidden"],
  ]) {
    assert.equal(await statusFor(path), 404, `path ${path}`);
  }
});

it("range requests get the whole asset, and failed preconditions are the caller's fault", async () => {
  for (const range of ["bytes=0-3", "bytes=100-", "bytes=x", "bytes=0-1,3-4"]) {
    assert.equal(await statusFor("index-1.js", { range }), 200, range);
  }
  assert.equal(await statusFor("index-1.js", { "if-match": '"other"' }), 400);
  assert.equal(await statusFor("index-1.js", { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }), 400);
});

it("200: the encoding that a request claims for its body does not matter", async () => {
  for (const encoding of ["gzip", "x", "gzip, br"]) {
    assert.equal(await statusFor("index-1.js", { "content-encoding": encoding }), 200, encoding);
  }
});
