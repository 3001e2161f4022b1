// A load generator that costs little: keep-alive sockets, requests written as bytes, answers read only as far as their
// status. Run as a process of its own; prints what it saw as JSON.
import { connect } from "node:net";

export interface Load {
  readonly url: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly connections: number;
  readonly seconds: number;
  /** At most this many requests, for a run that counts instead of timing. */
  readonly requests_max: number | null;
}

export interface Seen {
  readonly accepted: number;
  readonly refused: number;
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

const PEOPLE = 2_000;

const load: Load = JSON.parse(process.argv[2] ?? "{}");
const { hostname, port } = new URL(load.url);
const run = Math.random().toString(36).slice(2, 8);
const took_ms: number[] = [];
const seen = { accepted: 0, refused: 0 };
let sent = 0;
const started_ms = performance.now();

await Promise.all(Array.from({ length: load.connections }, sender));

const seconds = (performance.now() - started_ms) / 1_000;
took_ms.sort((a, b) => a - b);
const result: Seen = {
  ...seen,
  per_second: seen.accepted / seconds,
  p50_ms: took_ms[Math.floor(took_ms.length * 0.5)] ?? 0,
  p99_ms: took_ms[Math.floor(took_ms.length * 0.99)] ?? 0,
};
process.stdout.write(JSON.stringify(result));

function sender(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    let answer = Buffer.alloc(0);
    let asked_ms = 0;
    const ask = (): void => {
      const is_over = performance.now() - started_ms > load.seconds * 1_000 || sent === load.requests_max;
      if (is_over) {
        socket.end();
        resolve();
        return;
      }
      const bytes = request(sent++);
      asked_ms = performance.now();
      socket.write(bytes);
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes]);
      const head_ends = answer.indexOf("\r\n\r\n");
      if (head_ends < 0) return;
      const [, length = "0"] = /content-length: (\d+)/i.exec(answer.toString("latin1", 0, head_ends)) ?? [];
      if (answer.length < head_ends + 4 + Number(length)) return;
      if (answer.toString("latin1", 9, 12) === "201") seen.accepted += 1;
      else {
        if (seen.refused === 0) process.stderr.write(`${answer.toString("utf8")}\n`);
        seen.refused += 1;
      }
      answer = Buffer.alloc(0);
      took_ms.push(performance.now() - asked_ms);
      ask();
    });
  });
}

function request(number: number): Buffer {
  const person = number % PEOPLE;
  const body = JSON.stringify({
    amount: 1 + (number % 50),
    currency: "XAF",
    channel: "cm.mtn",
    beneficiary_data: { name: `Person ${person}`, phone: `+2376${70_000_000 + person}` },
    reference: `${run}-${number}`,
    description: "Salary, March",
  });
  const lines = [
    "POST /transfers HTTP/1.1",
    `Host: ${hostname}`,
    `Authorization: ${load.public_key}`,
    `X-Grant: ${load.private_key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ];
  return Buffer.from(lines.join("\r\n"));
}
