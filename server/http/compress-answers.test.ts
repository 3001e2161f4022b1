import assert from "node:assert/strict";
import { it } from "node:test";
import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { COMPRESSED_MIN_BYTES, compressAnswers } from "./compress-answers.ts";

const LONG = JSON.stringify({ text: "é".repeat(COMPRESSED_MIN_BYTES) });

it("a long answer is compressed for a client that accepts gzip, and a short one never", async () => {
  const app = Fastify();
  compressAnswers(app);
  app.get("/long", (_request, reply) => reply.type("application/json").send(LONG));
  app.get("/short", (_request, reply) => reply.type("application/json").send("{}"));
  const get = (url: string, accepted: string) => app.inject({ url, headers: { "accept-encoding": accepted } });
  const compressed = await get("/long", "gzip, deflate, br");
  assert.equal(compressed.headers["content-encoding"], "gzip");
  assert.equal(compressed.headers["content-length"], String(compressed.rawPayload.length));
  assert.equal(gunzipSync(compressed.rawPayload).toString(), LONG);
  for (const accepted of ["", "br", "identity", "gzip;q=0", "gzip; q=0.0, br"]) {
    const plain = await get("/long", accepted);
    assert.deepEqual([plain.body, plain.headers["content-encoding"]], [LONG, undefined], accepted);
    assert.equal(plain.headers.vary, "accept-encoding", "caches keep both");
  }
  const short = await get("/short", "gzip");
  assert.deepEqual([short.body, short.headers["content-encoding"]], ["{}", undefined]);
  await app.close();
});
