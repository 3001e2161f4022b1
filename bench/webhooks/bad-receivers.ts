// A process of misbehaving receivers, each on its own port:
// - one never answers;
// - one sends a byte at a time;
// - one sends 100 MB;
// - one sends a gzip bomb;
// - one never completes the TLS handshake.
import { createServer as createHttp, type ServerResponse } from "node:http";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { listenOn } from "./child-processes.ts";

const DRIP_MS = 500;
const HUGE_BYTES = 100 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, "x");
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const hanging = createHttp(() => {});
const dripping = createHttp((_request, response) => drip(response));
const huge = createHttp((_request, response) => {
  response.writeHead(200, { "content-length": HUGE_BYTES });
  pour(response, HUGE_BYTES);
});
const inflating = createHttp((_request, response) => {
  response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB);
});
const stalling = createServer((socket) => {
  socket.on("error", () => {});
  socket.resume();
});
for (const server of [hanging, dripping, huge, inflating]) {
  server.timeout = 0;
  server.requestTimeout = 0;
}

process.send?.({
  hanging: await listenOn(hanging),
  dripping: await listenOn(dripping),
  huge: await listenOn(huge),
  inflating: await listenOn(inflating),
  stalling: await listenOn(stalling),
});

function drip(response: ServerResponse): void {
  response.writeHead(500);
  const timer = setInterval(() => response.write("."), DRIP_MS);
  response.on("close", () => clearInterval(timer));
}

function pour(response: ServerResponse, left_bytes: number): void {
  let remaining_bytes = left_bytes;
  while (remaining_bytes > 0 && !response.destroyed) {
    remaining_bytes -= CHUNK.length;
    if (!response.write(CHUNK)) {
      response.once("drain", () => pour(response, remaining_bytes));
      return;
    }
  }
  response.end();
}
