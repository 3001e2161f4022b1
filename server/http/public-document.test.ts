import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { servicePages } from "./service-pages.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");
assert.ok(typeof collectGarbage === "function");

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
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

  it("is kept in memory once, however its path is spelled", async () => {
    const { headers, rawPayload } = await get(SCRIPT);
    const bytesInMemory = (): number => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = bytesInMemory();
    for (const spelled of ["%73calar.js", "s%63alar.js", "sc%61lar.js", "sca%6Car.js"]) {
      // Without a body: the test's own client would keep it in memory.
      const answer = await get(`/docs/js/${spelled}`, { "if-none-match": String(headers.etag) });
      assert.equal(answer.statusCode, 304, spelled);
    }
    const grown_bytes = bytesInMemory() - before;
    assert.ok(grown_bytes < rawPayload.length, `${grown_bytes} bytes`);
  });

  it("404 for an unknown path below the reference; 301 from the reference without its slash", async () => {
    for (const path of ["/docs/none", "/docs/js/none.js?x"]) assert.equal((await get(path)).statusCode, 404);
    const { statusCode, headers } = await get("/docs");
    assert.deepEqual([statusCode, headers.location], [301, "/docs/"]);
  });
});
