// The upper limit for any such service on this machine: the server reads a request, inserts its four rows, and answers
// after the commit. One statement inserts all requests that arrived since the previous one. It has no keys, rules,
// counters, lists or background work. Runs as its own process and prints "ready" once it listens.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";

export interface BareServerOptions {
  /** The folder of PostgreSQL's socket. */
  readonly sockets: string;
  readonly database: string;
  readonly port: number;
}

interface WaitingRequest {
  readonly id: string;
  readonly amount: number;
  readonly reference: string;
  readonly body: string;
  readonly answer: () => void;
}

const FUNDS = 1_000_000_000_000;
const TABLES = `
  create table balances (id int primary key, available bigint check (available >= 0), reserved bigint);
  insert into balances values (1, ${FUNDS}, 0);
  create table transfers (id text primary key, amount bigint, reference text unique, body text);
  create table attempts (id text primary key, due_at timestamptz);
  create table events (id text primary key, body text);
  create table entries (id text primary key, amount bigint)`;
const WRITE = `
  with orders as materialized (select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) as g (id, amount, reference, body)),
  held as (
    update balances set available = available - (select sum(amount) from orders), reserved = reserved + (select sum(amount) from orders)
    where id = 1
  ),
  transfer_rows as (insert into transfers select id, amount, reference, body from orders),
  attempt_rows as (insert into attempts select id, now() from orders),
  event_rows as (insert into events select id, body from orders)
  insert into entries select id, amount from orders`;

const { sockets, database, port }: BareServerOptions = JSON.parse(process.argv[2] ?? "{}");
const client = new pg.Client({ host: sockets, port: 5432, user: "kolo", database });
await client.connect();
await client.query(TABLES);

let waiting: WaitingRequest[] = [];
let is_writing = false;

createServer(async (request, response) => {
  const text = await textOf(request);
  const { amount, reference } = JSON.parse(text);
  const id = randomUUID();
  const body = JSON.stringify({ status: "Created", code: 201, transfer: { id, amount, reference, status: "pending" } });
  const answer = (): void => {
    response
      .writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  };
  waiting.push({ id, amount, reference, body: text, answer });
  if (!is_writing) void write();
}).listen(port, "127.0.0.1", () => process.stdout.write("ready\n"));

async function write(): Promise<void> {
  is_writing = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const column = <Name extends keyof WaitingRequest>(name: Name): WaitingRequest[Name][] =>
      group.map((item) => item[name]);
    const values = [column("id"), column("amount"), column("reference"), column("body")];
    await client.query({ name: "write", text: WRITE, values });
    for (const { answer } of group) answer();
  }
  is_writing = false;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}
