import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { parseArgs } from "node:util";
import { callApi, refusal } from "./call.ts";
import { type Credentials, readCredentials } from "./credentials.ts";

const USUAL_EVENTS = [
  "transfer.created",
  "transfer.processing",
  "transfer.complete",
  "transfer.failed",
  "transfer.canceled",
];
/** What `kolo listen` takes. */
export const LISTEN_USAGE = `Usage: kolo listen [options]

  --events <types>      which, with commas between (default: ${USUAL_EVENTS.join(",")})
  --json                print each body as it came, for machines`;

const BODY_LIMIT_BYTES = 1024 * 1024;
// Of what is no event.
const SHOWN_MAX = 200;

/**
 * Registers a webhook that points at this machine, shows each event as it arrives, and takes the webhook away at the end.
 * Throws an `Error` with a sentence when the service cannot be reached or refuses.
 */
export async function listen(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { events: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const credentials = readCredentials();
  const events = values.events?.split(",") ?? USUAL_EVENTS;
  let secret = "";
  const server = createServer((request, response) => {
    void read(request).then(
      (body) => {
        const is_genuine = body !== null && verify(secret, body, request.headers["x-service-signature"]);
        response.writeHead(is_genuine ? 200 : 400).end();
        if (body !== null) show(body, is_genuine, values.json);
      },
      // A delivery that breaks off comes again.
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port to listen on");

  try {
    const webhook = await call(credentials, "POST", "/webhooks", {
      ...{ url: `http://127.0.0.1:${address.port}/`, events, description: "kolo listen" },
    });
    secret = webhook.secret;
    if (!values.json) process.stdout.write(`Listening for ${events.join(", ")}\nCtrl-C ends it.\n\n`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await call(credentials, "DELETE", `/webhooks/${webhook.id}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The published signature: lowercase hex HMAC-SHA256 over the raw body, keyed with the whole text of the secret. */
function verify(secret: string, body: string, signature: string | string[] | undefined): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(typeof signature === "string" ? signature : "");
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** What is not signed as it should be is no event, whatever it is: machines are not given it. */
function show(body: string, is_genuine: boolean, is_json: boolean): void {
  if (!is_genuine) {
    process.stderr.write(`SIGNATURE BAD  ${JSON.stringify(body.slice(0, SHOWN_MAX))}\n`);
    return;
  }
  if (is_json) {
    process.stdout.write(`${body}\n`);
    return;
  }
  const event = JSON.parse(body);
  const { id, reference, amount, currency, status, failure_reason } = event.data;
  const facts = [id, reference, amount === undefined ? null : `${currency} ${amount}`, status, failure_reason];
  process.stdout.write(
    `${event.created_at}  signature ok  ${event.type.padEnd(20)}  ${facts.filter(Boolean).join("  ")}\n`,
  );
}

interface Created {
  readonly id: string;
  readonly secret: string;
}

async function call(credentials: Credentials, method: string, path: string, body?: object): Promise<Created> {
  const answer = await callApi(credentials, method, path, body ? { body } : {});
  if (answer.status >= 300) throw refusal(answer);
  return answer.body.data;
}

async function read(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size_bytes += chunk.length;
    if (size_bytes > BODY_LIMIT_BYTES) return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}
