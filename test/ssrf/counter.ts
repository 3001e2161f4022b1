// The process that plays all servers. Its network namespace routes every address to this machine. It answers, counts
// connections by destination address, and runs the DNS server.
import { createSocket } from "node:dgram";
import { createServer, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { DNS_NAMES } from "./vectors.ts";

const PORTS = [80, 443, 8080, 8443, 9000];
const DNS_PORT = 53;
const [A, AAAA] = [1, 28];

const connected: string[] = [];
const query_counts = new Map<string, number>();

for (const port of PORTS) {
  for (const host of ["0.0.0.0", "::"]) {
    const server = createServer((socket) => serve(socket));
    server.listen({ port, host, ipv6Only: host === "::" });
    await new Promise((listening) => server.once("listening", () => listening(null)));
  }
}
const dns_server = createSocket("udp4");
dns_server.on("message", (question, from) => dns_server.send(answerTo(question), from.port, from.address));
await new Promise((bound) => dns_server.bind(DNS_PORT, "127.0.0.53", () => bound(null)));
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
process.on("message", () => process.send?.({ connected: connected.splice(0) }));

function serve(socket: Socket): void {
  connected.push(socket.localAddress ?? "");
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    const [, to] = /^POST \/redirect\?(\d+) /.exec(bytes.toString("latin1")) ?? [];
    const head =
      to === undefined
        ? "200 OK"
        : `${[301, 302, 303, 307, 308][Number(to) % 5]} Moved\r\nlocation: ${redirectTarget(to)}`;
    socket.write(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`);
  });
}

function redirectTarget(number: string): string {
  return process.argv[2]?.split(" ")[Number(number)] ?? "";
}

/** Returns the next DNS answer for a name and the queried address family, with a TTL of 0. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12);
  const labels: string[] = [];
  for (let at = 12; at < end; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
  }
  const name = labels.join(".");
  const type = question.readUInt16BE(end + 1);
  const times = query_counts.get(name) ?? 0;
  // Each lookup queries both address families, so two questions count as one lookup.
  query_counts.set(name, times + 1);
  const lists = DNS_NAMES[name] ?? [];
  const list = lists[Math.min(Math.floor(times / 2), lists.length - 1)] ?? [];
  const records = list
    .map((text) => ipaddr.parse(text))
    .filter((address) => address.kind() === (type === A ? "ipv4" : "ipv6") && (type === A || type === AAAA))
    .map((address) => {
      const bytes = Buffer.from(address.toByteArray());
      return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]);
    });
  const head = Buffer.from(question.subarray(0, end + 5));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}
