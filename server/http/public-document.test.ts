import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { asServiceError, errorText, statusOf } from "./errors.ts";
import { servicePages } from "./service-pages.ts";

const app = Fastify();
app.setErrorHandler((error, _request, reply) => {
  const service_error = asServiceError(error);
  return reply.code(statusOf(service_error.kind)).type("application/json").send(errorText(service_error));
});
const description = { tags: {}, events: [] };
await app.register(
  servicePages({
    ...{ routes: [], version: "0.1.0", public_url: "https://kolo.example.cm", description },
    guide_folder: import.meta.dirname,
  }),
);
after(() => app.close());

const SCRIPT = "/docs/js/scalar.js";
const get = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers });

describe("a document that anybody may read", () => {
  for (const url of [SCRIPT, "/openapi.json", "/openapi.yaml"]) {
    it(`${url} is compressed for a client that accepts it`, async () => {
      const plain = await get(url);
      assert.deepEqual([plain.statusCode, plain.headers["content-encoding"]], [200, undefined]);
      const packed = [
        ["gzip", gunzipSync],
        ["br", brotliDecompressSync],
      ] as const;
      for (const [encoding, unpack] of packed) {
        const answer = await get(url, { "accept-encoding": `${encoding}, x;q=0` });
        assert.equal(answer.headers["content-encoding"], encoding);
        assert.match(String(answer.headers.vary), /Accept-Encoding/);
        assert.ok(unpack(answer.rawPayload).equals(plain.rawPayload));
        const refused = await get(url, { "accept-encoding": `${encoding};q=0` });
        assert.equal(refused.headers["content-encoding"], undefined);
      }
    });

    it(`${url} is not sent again to a client that has it`, async () => {
      const { headers } = await get(url);
      const again = await get(url, { "if-none-match": `"other", ${headers.etag}`, "accept-encoding": "gzip" });
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
      assert.equal((await get(`${url}?again`, { "if-none-match": '"other"' })).statusCode, 200);
    });
  }

  it("404 for an unknown path below the reference, in the shape of every error", async () => {
    for (const path of ["/docs/none", "/docs/js/none.js?x"]) {
      const answer = await get(path);
      assert.deepEqual([answer.statusCode, answer.json().reason], [404, "path_not_found"]);
    }
    assert.equal((await get("/docs")).statusCode, 301);
  });
});
