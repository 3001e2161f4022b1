// A receiver process: answers at once, and records the first arrival of each event.
import { createServer } from "node:net";
import { answerRawRequests, headerIn } from "../raw-http-server.ts";
import { listenOn, nowMs } from "./child-processes.ts";

const ANSWER = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=30\r\n\r\nok");

const arrivals = new Map<string, number>();
let received = 0;

const server = createServer((socket) =>
  answerRawRequests(socket, ANSWER, (head) => {
    received += 1;
    const id = headerIn(head, "webhook-id");
    if (!arrivals.has(id)) arrivals.set(id, nowMs());
  }),
);
const port = await listenOn(server);
process.send?.({ port });
process.on("message", (message) => {
  if (message === "count") process.send?.({ received });
  if (message === "arrivals") {
    process.send?.({ arrivals: [...arrivals] });
    arrivals.clear();
    received = 0;
  }
});
