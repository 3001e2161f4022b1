import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { after, describe, it } from "node:test";
import { followBulk } from "./follow-bulk.ts";

type ScriptedReply = (response: ServerResponse) => void;

const json =
  (status: number, body: object): ScriptedReply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const bulk = (progress: object): ScriptedReply =>
  json(202, { bulk_transfer: { id: "btr_1", total_transfers: 1, progress, transfers: [] } });
const unavailable = json(503, { code: 503, status: "Service Unavailable", message: "The database is away" });
const gateway: ScriptedReply = (response) => void response.writeHead(502).end("<html>Bad gateway</html>");
const cut: ScriptedReply = (response) => void response.destroy();

/** Starts a server that answers each request with the next reply of the script, and repeats the last one. */
async function aService(replies: readonly ScriptedReply[]) {
  let requests = 0;
  const server = createServer((_request, response) => {
    replies[Math.min(requests, replies.length - 1)]?.(response);
    requests += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === "object");
  return {
    credentials: { url: `http://127.0.0.1:${address.port}`, public_key: "p", private_key: "g" },
    requestCount: () => requests,
  };
}

const quietly = { waits: false, print: () => {} };

describe("kolo bulk follow", () => {
  it("polls to the end through 503s, proxy errors and lost connections", async () => {
    const { credentials } = await aService([
      ...[
        unavailable,
        bulk({ pending: 1 }),
        gateway,
        cut,
        bulk({ processing: 1 }),
        json(200, {}),
        bulk({ complete: 1 }),
      ],
    ]);
    const ended = await followBulk(credentials, "btr_1", quietly);
    assert.deepEqual(ended.progress, { complete: 1 });
  });

  it("gives up after the retry window, and prints the command that continues", async () => {
    for (const [reply, trouble] of [
      [unavailable, /The database is away/],
      [gateway, /502/],
      [cut, /does not answer/],
    ] as const) {
      const { credentials } = await aService([reply]);
      await assert.rejects(followBulk(credentials, "btr_1", { ...quietly, patience_ms: 700 }), ({ message }: Error) => {
        assert.match(message, trouble);
        assert.match(message, /The bulk btr_1 is with Kolo .* `kolo bulk follow btr_1`/);
        return true;
      });
    }
  });

  it("gives up at once on an error that a retry cannot change", async () => {
    const { credentials, requestCount } = await aService([json(401, { message: "Invalid API key" })]);
    await assert.rejects(followBulk(credentials, "btr_1", quietly), /Invalid API key.*kolo bulk follow btr_1/);
    assert.equal(requestCount(), 1);
  });
});
