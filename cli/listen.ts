import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { parseArgs } from "node:util";
import { EVENT_TYPES, type EventType, Kolo, verifyWebhook, type WebhookEvent } from "../sdk/src/index.ts";
import { readCredentials } from "./credentials.ts";
import { INTERACTIVE_PATIENCE_MS } from "./usage.ts";

const DEFAULT_EVENTS: readonly EventType[] = [
  "transfer.created",
  "transfer.processing",
  "transfer.complete",
  "transfer.failed",
  "transfer.canceled",
];
/** The help text of `kolo listen`. */
export const LISTEN_USAGE = `Usage: kolo listen [options]

  --events <types>      the event types, separated by commas (default: ${DEFAULT_EVENTS.join(",")})
  --json                print each body unchanged, for programs`;

const BODY_LIMIT_BYTES = 1024 * 1024;
// The maximum length, in characters, of a printed body without a valid signature.
const SHOWN_MAX = 200;

/**
 * Registers a webhook for this machine, prints each event that arrives, and deletes the webhook at the end. Throws an
 * `Error` whose message is printed for the user if the service cannot be reached or refuses.
 */
export async function listen(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { events: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const { webhooks } = new Kolo({ ...readCredentials(), patience_ms: INTERACTIVE_PATIENCE_MS });
  const events = values.events?.split(",").map(eventType) ?? DEFAULT_EVENTS;
  let secret = "";
  const server = createServer((request, response) => {
    void read(request).then(
      async (body) => {
        const event = body === null ? null : await verifiedEvent(body, request, secret);
        response.writeHead(event ? 200 : 400).end();
        if (body !== null) printEvent(body.toString("utf8"), event, values.json);
      },
      // Break the connection: the service retries the delivery.
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port to listen on");

  try {
    const webhook = await webhooks.create({
      ...{ url: `http://127.0.0.1:${address.port}/`, events, description: "kolo listen" },
    });
    secret = webhook.secret;
    if (!values.json) process.stdout.write(`Listening for ${events.join(", ")}\nCtrl-C ends it.\n\n`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await webhooks.delete(webhook.id);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function eventType(name: string): EventType {
  const type = EVENT_TYPES.find((one) => one === name);
  if (type === undefined) throw new Error(`There is no event ${name}; there are ${EVENT_TYPES.join(", ")}`);
  return type;
}

/** Verifies the signature. Returns the event; null if the signature is invalid. */
async function verifiedEvent(body: Buffer, { headers }: IncomingMessage, secret: string): Promise<WebhookEvent | null> {
  try {
    return await verifyWebhook(body, headers, secret);
  } catch {
    return null;
  }
}

/** Prints a body without a valid signature to stderr only: programs read stdout, and must not process such a body. */
function printEvent(body: string, event: WebhookEvent | null, is_json: boolean): void {
  if (event === null) {
    process.stderr.write(`SIGNATURE BAD  ${JSON.stringify(body.slice(0, SHOWN_MAX))}\n`);
    return;
  }
  if (is_json) {
    process.stdout.write(`${body}\n`);
    return;
  }
  const { id, reference, amount, currency, status, failure_code, failure_reason } = JSON.parse(body).data;
  const details = [
    id,
    reference,
    amount === undefined ? null : `${currency} ${amount}`,
    status,
    failure_code,
    failure_reason,
  ];
  process.stdout.write(
    `${event.created_at}  signature ok  ${event.type.padEnd(20)}  ${details.filter(Boolean).join("  ")}\n`,
  );
}

async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size_bytes += chunk.length;
    if (size_bytes > BODY_LIMIT_BYTES) return null;
  }
  return Buffer.concat(chunks);
}
