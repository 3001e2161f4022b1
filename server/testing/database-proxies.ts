import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { after } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import pg from "pg";
import { parseDatabaseUrl } from "#db/driver/database-url.ts";
import { assert } from "#kernel/errors.ts";

const SSL_REQUEST = 80_877_103;
export const CERTIFICATES = `${import.meta.dirname}/certificates`;

/** An encrypted proxy to a test's database, like a server with `ssl = on`. Returns its port. */
export async function startTlsProxy(url: string): Promise<number> {
  const secureContext = createSecureContext({
    cert: readFileSync(`${CERTIFICATES}/server.pem`),
    key: readFileSync(`${CERTIFICATES}/server.key`),
  });
  return listenForTest(
    createServer((client_socket) => {
      client_socket.on("error", () => {});
      client_socket.once("data", (bytes) => {
        assert(bytes.readInt32BE(4) === SSL_REQUEST, "a client requests encryption first");
        client_socket.write("S");
        const secure = new TLSSocket(client_socket, { isServer: true, secureContext });
        const server_socket = connectToDatabase(url);
        secure.on("error", () => server_socket.destroy());
        server_socket.on("error", () => secure.destroy());
        secure.pipe(server_socket).pipe(secure);
      });
    }),
  );
}

/** A server that answers but accepts no writes, like a standby. Returns its port. */
export async function startReadOnlyServer(): Promise<number> {
  return listenForTest(
    createServer((client_socket) => {
      client_socket.on("error", () => {});
      client_socket.on("data", (bytes) => {
        const is_start = bytes[0] === 0;
        if (is_start) client_socket.write(Buffer.concat([message("R", int32(0)), READY]));
        else if (bytes[0] === messageCode("Q"))
          client_socket.write(Buffer.concat([...textRow("transaction_read_only", "on"), READY]));
        else client_socket.end();
      });
    }),
  );
}

/**
 * A pooler with one connection for all clients. It gives the connection to the client that begins a transaction, like
 * pgbouncer with `pool_mode = transaction`. Returns its port.
 */
export async function startTransactionPooler(url: string): Promise<number> {
  const [server] = parseDatabaseUrl(url).servers;
  const client = new pg.Client({ ...server });
  client.on("error", () => {});
  await client.connect();
  const { stream } = client.connection;
  stream.removeAllListeners("data");
  const queue: { readonly client_socket: Socket; readonly bytes: Buffer }[] = [];
  let owner: Socket | null = null;
  const next = (): void => {
    const next_request = owner === null ? queue.shift() : undefined;
    if (next_request === undefined) return;
    owner = next_request.client_socket;
    stream.write(next_request.bytes);
  };
  stream.on("data", (bytes: Buffer) => {
    owner?.write(bytes);
    // The last five bytes of an answer show whether a transaction is open: `I` means idle.
    const is_idle = bytes.at(-6) === messageCode("Z") && bytes.at(-1) === messageCode("I");
    if (is_idle) owner = null;
    next();
  });
  after(() => stream.destroy());
  return listenForTest(
    createServer((client_socket) => {
      client_socket.on("error", () => {});
      let has_begun = false;
      client_socket.on("data", (bytes) => {
        if (!has_begun) {
          has_begun = true;
          client_socket.write(
            Buffer.concat([message("R", int32(0)), message("K", Buffer.concat([int32(1), int32(1)])), READY]),
          );
        } else if (bytes[0] === messageCode("X")) client_socket.end();
        else if (owner === client_socket) stream.write(bytes);
        else {
          queue.push({ client_socket, bytes });
          next();
        }
      });
    }),
  );
}

export function connectToDatabase(url: string): Socket {
  const [server] = parseDatabaseUrl(url).servers;
  const { host = "", port = 0 } = server ?? {};
  return host.startsWith("/") ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
}

async function listenForTest(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => open.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null, "a server that listens has an address");
  return address.port;
}

function messageCode(letter: string): number {
  return letter.charCodeAt(0);
}

function message(letter: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const READY = message("Z", Buffer.from("I"));
const TEXT_TYPE = 25;

/** A result of one row and one column, and its end. */
function textRow(name: string, value: string): readonly Buffer[] {
  const column = Buffer.concat([
    Buffer.from(`${name}\0`),
    int32(0),
    Buffer.from([0, 0]),
    int32(TEXT_TYPE),
    Buffer.from([255, 255]),
    int32(-1),
    Buffer.from([0, 0]),
  ]);
  return [
    message("T", Buffer.concat([Buffer.from([0, 1]), column])),
    message("D", Buffer.concat([Buffer.from([0, 1]), int32(value.length), Buffer.from(value)])),
    message("C", Buffer.from("SHOW\0")),
  ];
}
