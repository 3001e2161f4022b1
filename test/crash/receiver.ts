// A receiver process that outlives the senders. It appends each request and its response to a journal before it
// responds. It refuses the first attempt of one in a hundred deliveries, so that kills also interrupt retries.
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";

const [journal = ""] = process.argv.slice(2);
const REFUSED_ONE_IN = 100;
const refused = new Set<string>();

const server = createServer((request, response) => {
  void read(request).then((body) => {
    const event = JSON.parse(body);
    const key = `${request.url} ${event.id}`;
    const is_refused = !refused.has(key) && Math.random() * REFUSED_ONE_IN < 1;
    if (is_refused) refused.add(key);
    const status = is_refused ? 500 : 200;
    appendFileSync(journal, `${JSON.stringify([Date.now(), request.url, event.id, event.data.id, status])}\n`);
    response.writeHead(status).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.({ port: address?.port });
});

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
