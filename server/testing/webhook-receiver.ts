import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "#kernel/errors.ts";

/** A webhook request that the receiver got. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly event: any;
}

/** An external server that receives webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the answer to later requests; 200 by default. */
  onRequest(handler: (request: ReceivedWebhook, response: ServerResponse) => void): void;
  /** Waits for a matching event. */
  waitFor(matches: (event: ReceivedWebhook["event"]) => boolean): Promise<ReceivedWebhook>;
}

const WAIT_MS = 15_000;
const POLL_MS = 10;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let handler = (_request: ReceivedWebhook, response: ServerResponse): void => {
    response.writeHead(200).end("thank you");
  };
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const webhook = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(webhook);
      handler(webhook, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null, "a server that listens has a port");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    onRequest(new_handler) {
      handler = new_handler;
    },
    async waitFor(matches) {
      const deadline_ms = Date.now() + WAIT_MS;
      for (;;) {
        const match = received.find((webhook) => matches(webhook.event));
        if (match) return match;
        assert(
          Date.now() < deadline_ms,
          `the event arrives; so far: ${received.map((webhook) => webhook.event.type).join(" ")}`,
        );
        await sleep(POLL_MS);
      }
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
