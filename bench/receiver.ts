import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Stage } from "./stage.ts";

const COMPLETE = '"type":"transfer.complete"';

/**
 * One receiver takes everything at once. The usual bounds are there to spare it: at 50 a second a bulk takes ten minutes.
 * The more may be under way, the more deliveries are claimed and recorded at a time.
 */
export const UNSPARING = { KOLO_WEBHOOK_RATE: "100000", KOLO_WEBHOOK_CONCURRENCY: "500" };

/** A receiver of our own that answers at once. */
export interface Receiver {
  readonly url: string;
  /** How many different events arrived with the right signature. */
  events(): number;
  /** How many different transfers it was told are complete. */
  complete(): number;
  expect(secret: string): void;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  let secret = "";
  const seen = new Set<string>();
  const complete = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const expected = createHmac("sha256", secret).update(body).digest("hex");
      if (request.headers["x-service-signature"] === expected) {
        const id = String(request.headers["webhook-id"]);
        seen.add(id);
        if (body.includes(COMPLETE)) complete.add(id);
      }
      response.writeHead(200, { "content-length": "0" }).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port to receive on");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    events: () => seen.size,
    complete: () => complete.size,
    expect(given) {
      secret = given;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A webhook for everything a transfer goes through. Gives its secret. */
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
