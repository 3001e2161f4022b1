import { type ChildProcess, fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { Server } from "node:net";
import { join } from "node:path";

/** Milliseconds on a clock that all processes of this machine share. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Listens on a free port of 127.0.0.1. Returns the port. */
export async function listenOn(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1", 4_096);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("a server that listens has a port");
  return address.port;
}

/** A child process of the benchmark, with its message channel. */
export interface BenchProcess {
  readonly pid: number;
  /** Sends a message and waits for the next one that has this field. */
  request<Answer>(message: unknown, field: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a file of this folder as a process, and waits for its first message. */
export async function startBenchProcess<Hello>(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchProcess & { readonly hello: Hello }> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...environment } });
  const failed = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
  failed.catch(() => {});
  const next = <Answer>(field: string): Promise<Answer> => Promise.race([answer<Answer>(child, field), failed]);
  const hello = await next<Hello>("");
  return {
    hello,
    pid: child.pid ?? 0,
    request(message, field) {
      const answered = next(field);
      child.send(Object(message) === message ? Object(message) : String(message));
      return untyped(answered);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/**
 * Waits for the next message that has this field, and returns the field's value. An empty field name returns the whole
 * message.
 */
function answer<Answer>(child: ChildProcess, field: string): Promise<Answer> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (typeof message !== "object" || message === null) return;
      if (field !== "" && !(field in message)) return;
      child.off("message", onMessage);
      resolve(field === "" ? untyped(message) : untyped(Reflect.get(message, field)));
    };
    child.on("message", onMessage);
  });
}

/** Trusts the messages of this benchmark's own processes. */
// biome-ignore lint/suspicious/noExplicitAny: messages between processes carry no types
function untyped(value: unknown): any {
  return value;
}

const TYPE_A = 1;

/** A DNS server that resolves every name to 127.0.0.1, and never answers for names that contain `blackhole`. */
export async function startDnsServer(): Promise<{ readonly server: string; close(): void }> {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const name_end = question.indexOf(0, 12);
    const name = question.toString("latin1", 12, name_end);
    if (name.includes("blackhole")) return;
    const type = question.readUInt16BE(name_end + 1);
    const head = Buffer.from(question.subarray(0, name_end + 5));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(type === TYPE_A ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    // A compression pointer to the name, type A, class IN, TTL 60 seconds, an address of four bytes.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(type === TYPE_A ? Buffer.concat([head, record]) : head, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
