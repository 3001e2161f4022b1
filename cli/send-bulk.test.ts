import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { after, describe, it } from "node:test";
import { sendBulk } from "./send-bulk.ts";

type ScriptedReply = (response: ServerResponse) => void;

const json =
  (status: number, body: object): ScriptedReply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const cut: ScriptedReply = (response) => void response.destroy();
const unavailable = json(503, { message: "The service is temporarily unavailable" });
const accepted = json(201, { bulk_transfer: { id: "btr_1" } });

/** Starts a server that answers each request with the next reply of the script, and repeats the last one. */
async function aService(replies: readonly ScriptedReply[]) {
  const keys: IncomingHttpHeaders[string][] = [];
  const server = createServer((request, response) => {
    replies[Math.min(keys.length, replies.length - 1)]?.(response);
    keys.push(request.headers["idempotency-key"]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === "object");
  const credentials = { url: `http://127.0.0.1:${address.port}`, public_key: "p", private_key: "g" };
  return { credentials, keys };
}

const bytes = new TextEncoder().encode("name,phone,amount\nJane,677123456,1\n");
const query = { currency: "XAF" };

describe("kolo bulk send", () => {
  it("creates one bulk even if the service is down for a while, and reports its retries", async () => {
    const { credentials, keys } = await aService([cut, unavailable, cut, accepted]);
    const messages: string[] = [];
    assert.equal(await sendBulk(credentials, bytes, query, { print: (text) => messages.push(text) }), "btr_1");
    assert.equal(keys.length, 4);
    assert.equal(new Set(keys).size, 1);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? "", /do not send it anew/);
  });

  it("gives up after the retry window with the place to check, and at once on a refusal", async () => {
    const { credentials, keys } = await aService([cut]);
    const timed_out = sendBulk(credentials, bytes, query, { print: () => {}, patience_ms: 700 });
    await assert.rejects(timed_out, /did not say what became of it: look at `GET \/bulk-transfers`/);
    assert.ok(keys.length > 1);
    const refusing = await aService([json(422, { message: "The balance does not cover it" })]);
    await assert.rejects(
      sendBulk(refusing.credentials, bytes, query, { print: () => {} }),
      /^KoloError: The balance does not/,
    );
    assert.equal(refusing.keys.length, 1);
  });
});
