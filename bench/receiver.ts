import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { answerRawRequests, headerIn } from "./raw-http-server.ts";
import type { Stage } from "./stage.ts";

const COMPLETE = '"type":"transfer.complete"';

/**
 * Webhook limits for a single receiver that accepts everything. The default limits protect receivers: at 50 requests a
 * second, a bulk would take ten minutes. A higher concurrency also lets the worker claim and record more deliveries at
 * once.
 */
export const UNLIMITED_WEBHOOKS = { KOLO_WEBHOOK_RATE: "100000", KOLO_WEBHOOK_CONCURRENCY: "1000" };

const ANSWER = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");

/** A local receiver that answers at once. */
export interface Receiver {
  readonly url: string;
  /** The number of distinct events received. */
  events(): number;
  /** The number of distinct transfers with a received `transfer.complete`. */
  complete(): number;
  setSecret(secret: string): void;
  /** Verifies the signatures received since the last call. Throws an `Error` if one is wrong. */
  verify(): void;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  let secret = "";
  let arrived: ArrivedWebhook[] = [];
  const event_ids = new Set<string>();
  const complete = new Set<string>();
  const sockets = new Set<Socket>();
  const verify = (): void => {
    for (const { id, signature, body } of arrived) {
      const expected = createHmac("sha256", secret).update(body).digest("hex");
      if (signature !== expected) throw new Error(`The signature of ${id} is wrong`);
    }
    arrived = [];
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    answerRawRequests(socket, ANSWER, (head, body) => {
      const id = headerIn(head, "webhook-id");
      arrived.push({ id, signature: headerIn(head, "x-service-signature"), body: Buffer.from(body) });
      event_ids.add(id);
      if (body.includes(COMPLETE)) complete.add(id);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port to receive on");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    events: () => event_ids.size,
    complete: () => complete.size,
    setSecret(webhook_secret) {
      secret = webhook_secret;
    },
    verify,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * A received request, kept for verification after the measurement: in production another machine verifies signatures.
 */
interface ArrivedWebhook {
  readonly id: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** Creates a webhook for every event of a transfer. Returns its secret. */
export async function subscribe(stage: Stage, url: string): Promise<string> {
  const events = ["transfer.created", "transfer.processing", "transfer.complete", "transfer.failed"];
  return (await send(stage, "/webhooks", { url, events })).data.secret;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
export async function send({ url, keys }: Stage, path: string, body: object): Promise<any> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: keys.public_key, "x-grant": keys.private_key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(text.slice(0, 500));
  return JSON.parse(text);
}
