import { type AddressInfo, createServer, type Socket } from "node:net";
import { after } from "node:test";
import { SMTPServer } from "smtp-server";
import { assert } from "#kernel/errors.ts";
import { freePort } from "./world.ts";

interface ReceivedMail {
  readonly to: readonly string[];
  /** The decoded text, without quoted-printable. */
  readonly text: string;
  /** The raw message. */
  readonly source: string;
}

/** A mail server in this process. It accepts mail, returns other codes on request, and can be shut down. */
export async function startMailServer(at?: number) {
  const port = at ?? (await freePort());
  const received: ReceivedMail[] = [];
  const rcpt_response: { code: number | null } = { code: null };
  let server: SMTPServer | null = null;
  async function start(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onRcptTo(_address, _session, done) {
        const refusal =
          rcpt_response.code === null ? null : Object.assign(new Error("no"), { responseCode: rcpt_response.code });
        done(refusal);
      },
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => void parts.push(part));
        stream.on("end", () => {
          const source = Buffer.concat(parts).toString("utf8");
          received.push({
            to: envelope.rcptTo.map(({ address }) => address),
            text: decodeQuotedPrintable(source),
            source,
          });
          done();
        });
      },
    });
    server.on("error", () => {});
    await new Promise<void>((done) => void server?.listen(port, "127.0.0.1", done));
  }
  const stop = (): Promise<void> => new Promise((done) => (server ? server.close(() => done()) : done()));
  await start();
  after(stop);
  return { received, answers: rcpt_response, up: start, down: stop, environment: environmentOf(port) };
}

/** A mail server that accepts the connection and never answers. */
export async function startSilentMailServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  after(close);
  const address = server.address();
  assert(isAddress(address), "a server listens somewhere");
  return { sockets, close, port: address.port, environment: environmentOf(address.port) };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

function environmentOf(port: number): Readonly<Record<string, string>> {
  return { KOLO_SMTP_URL: `smtp://127.0.0.1:${port}`, KOLO_MAIL_FROM: "Kolo <kolo@example.cm>" };
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=\r\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll("=", ""), "hex").toString("utf8"));
}
