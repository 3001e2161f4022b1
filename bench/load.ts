// A load generator that uses little CPU time, because it shares the machine with the service that it measures. It uses
// keep-alive sockets, rewrites only the digits in one prepared request per socket, and parses only the status and
// length of answers. Its buffers are reused. Runs as its own process and prints its counts as JSON.
import { connect } from "node:net";

export interface Load {
  readonly url: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly connections: number;
  readonly seconds: number;
  /** The number of requests after which the run ends; null for a timed run. */
  readonly requests_max: number | null;
  /** Whether each request has its own Idempotency-Key. */
  readonly has_keys: boolean;
  /** The number of uncounted warm-up requests, during which the JIT compiler compiles this process. */
  readonly requests_before: number;
}

export interface LoadResult {
  readonly accepted: number;
  readonly refused: number;
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

/** One connection with its pending answer. */
interface LoadConnection {
  readonly write: (bytes: Buffer) => void;
  readonly end: () => void;
  readonly request: Buffer;
  /** The received part of an incomplete answer; null between answers. */
  part: Buffer | null;
  sent_ms: number;
}

const PEOPLE = 2_000;
const AMOUNTS = 50;
const ANSWER_BYTES = 16_384;
const HEAD_ENDS = "\r\n\r\n";
const LENGTH = "content-length: ";
const STATUS_AT = "HTTP/1.1 ".length;
const CREATED = "201";
const ZERO = 48;
const NINE = 57;

const load: Load = JSON.parse(process.argv[2] ?? "{}");
const { hostname, port } = new URL(load.url);
const run = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
const body = JSON.stringify({
  amount: 10,
  currency: "XAF",
  channel: "cm.mtn",
  beneficiary_data: { name: "Person 0000", phone: "+237670000000" },
  reference: `${run}-00000000`,
  description: "Salary, March",
});
const text = [
  "POST /transfers HTTP/1.1",
  `Host: ${hostname}`,
  `Authorization: ${load.public_key}`,
  `X-Grant: ${load.private_key}`,
  ...(load.has_keys ? [`Idempotency-Key: ${run}-00000000`] : []),
  "Content-Type: application/json",
  `Content-Length: ${body.length}`,
  "",
  body,
].join("\r\n");
// The offsets of the digits that change with each request.
const amount_at = text.indexOf('"amount":10') + '"amount":'.length;
const name_at = text.indexOf("Person 0000") + "Person ".length;
const phone_at = text.indexOf("+237670000000") + "+23767000".length;
const reference_at = text.lastIndexOf(`${run}-`) + run.length + 1;
const key_at = load.has_keys ? text.indexOf(`${run}-`) + run.length + 1 : null;

const took_ms: number[] = [];
const counts = { accepted: 0, refused: 0 };
let sent = 0;
let answered = 0;
let started_ms = performance.now();
const over_ms = started_ms + load.seconds * 1_000;
const sent_max = load.requests_max === null ? Number.POSITIVE_INFINITY : load.requests_before + load.requests_max;

await Promise.all(Array.from({ length: load.connections }, openSender));

const seconds = (performance.now() - started_ms) / 1_000;
took_ms.sort((a, b) => a - b);
const result: LoadResult = {
  ...counts,
  per_second: counts.accepted / seconds,
  p50_ms: took_ms[Math.floor(took_ms.length * 0.5)] ?? 0,
  p99_ms: took_ms[Math.floor(took_ms.length * 0.99)] ?? 0,
};
process.stdout.write(JSON.stringify(result));

function openSender(): Promise<void> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.alloc(ANSWER_BYTES);
    const socket = connect({
      port: Number(port),
      host: hostname,
      noDelay: true,
      onread: {
        buffer,
        callback(bytes) {
          onData(connection, buffer.subarray(0, bytes));
          return true;
        },
      },
    });
    const connection: LoadConnection = {
      write: (bytes) => void socket.write(bytes),
      end: () => {
        socket.end();
        resolve();
      },
      request: Buffer.from(text),
      part: null,
      sent_ms: 0,
    };
    socket.on("connect", () => sendNext(connection));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("A connection was closed")));
  });
}

function sendNext(connection: LoadConnection): void {
  if (sent === sent_max || performance.now() > over_ms) {
    connection.end();
    return;
  }
  const { request } = connection;
  const person = sent % PEOPLE;
  write(request, amount_at, 2, 10 + (sent % AMOUNTS));
  write(request, name_at, 4, person);
  write(request, phone_at, 4, person);
  write(request, reference_at, 8, sent);
  if (key_at !== null) write(request, key_at, 8, sent);
  sent += 1;
  connection.sent_ms = performance.now();
  connection.write(request);
}

function onData(connection: LoadConnection, bytes: Buffer): void {
  const received_ms = performance.now();
  const answer = connection.part === null ? bytes : Buffer.concat([connection.part, bytes]);
  if (!isWhole(answer)) {
    // Copy the part, because the read buffer is reused.
    connection.part = Buffer.from(answer);
    return;
  }
  connection.part = null;
  count(answer, received_ms - connection.sent_ms);
  sendNext(connection);
}

function count(answer: Buffer, took: number): void {
  answered += 1;
  const is_created = answer.toString("latin1", STATUS_AT, STATUS_AT + CREATED.length) === CREATED;
  if (!is_created && counts.refused === 0) process.stderr.write(`${answer.toString("utf8")}\n`);
  if (!is_created) counts.refused += 1;
  else if (answered > load.requests_before) counts.accepted += 1;
  if (answered > load.requests_before) took_ms.push(took);
  else if (answered === load.requests_before) started_ms = performance.now();
}

function isWhole(answer: Buffer): boolean {
  const head_ends = answer.indexOf(HEAD_ENDS);
  if (head_ends < 0) return false;
  const length_at = answer.indexOf(LENGTH) + LENGTH.length;
  let length = 0;
  for (let at = length_at; ; at += 1) {
    const digit = answer[at] ?? 0;
    if (digit < ZERO || digit > NINE) break;
    length = length * 10 + digit - ZERO;
  }
  return answer.length >= head_ends + HEAD_ENDS.length + length;
}

/** Writes an integer with this many decimal digits. */
function write(bytes: Buffer, at: number, digits: number, number: number): void {
  let remaining = number;
  for (let index = at + digits - 1; index >= at; index -= 1) {
    bytes[index] = ZERO + (remaining % 10);
    remaining = Math.floor(remaining / 10);
  }
}
