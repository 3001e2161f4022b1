import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "#kernel/errors.ts";

/** A request that arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly event: any;
}

/** An external server that receives webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets its answer from now on; 200 by default. */
  answer(handler: (request: Received, response: ServerResponse) => void): void;
  /** Waits for a matching event. */
  waitFor(fits: (event: Received["event"]) => boolean): Promise<Received>;
}

const WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 10;

export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let handler = (_request: Received, response: ServerResponse): void => {
    response.writeHead(200).end("thank you");
  };
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const one = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(one);
      handler(one, response);
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
    answer(given) {
      handler = given;
    },
    async waitFor(fits) {
      const give_up_at = Date.now() + WAIT_MS;
      for (;;) {
        const found = received.find((one) => fits(one.event));
        if (found) return found;
        assert(
          Date.now() < give_up_at,
          `the event arrives; so far: ${received.map((one) => one.event.type).join(" ")}`,
        );
        await sleep(LOOK_AGAIN_MS);
      }
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
