// A process that receives: answers at once, and notes when each event came first. Its work must cost little, for it runs
// on the machine that is measured: it reads heads by hand.
import { createServer, type Socket } from "node:net";
import { listenOn, nowMs } from "./parts.ts";

const ANSWER = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=30\r\n\r\nok");
const END_OF_HEAD = Buffer.from("\r\n\r\n");

const arrivals = new Map<string, number>();
let received = 0;

const server = createServer((socket) => serve(socket));
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

function serve(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head_end = rest.indexOf(END_OF_HEAD);
      if (head_end < 0) return;
      const head = rest.toString("latin1", 0, head_end);
      const body_bytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const whole_bytes = head_end + END_OF_HEAD.length + body_bytes;
      if (rest.length < whole_bytes) return;
      rest = rest.subarray(whole_bytes);
      received += 1;
      const id = /webhook-id: (\S+)/i.exec(head)?.[1] ?? "";
      if (!arrivals.has(id)) arrivals.set(id, nowMs());
      socket.write(ANSWER);
    }
  });
}
