import type { Socket } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Answers every request on a connection with the same bytes. It parses request heads by hand, because the receiver runs
 * on the measured machine and must use little CPU time.
 */
export function answerRawRequests(
  socket: Socket,
  answer: Buffer,
  onRequest: (head: string, body: Buffer) => void,
): void {
  let buffered: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const head_end = buffered.indexOf(END_OF_HEAD);
      if (head_end < 0) return;
      const head = buffered.toString("latin1", 0, head_end);
      const body_begin = head_end + END_OF_HEAD.length;
      const request_bytes = body_begin + Number(headerIn(head, "content-length"));
      if (buffered.length < request_bytes) return;
      const body = buffered.subarray(body_begin, request_bytes);
      buffered = buffered.subarray(request_bytes);
      onRequest(head, body);
      socket.write(answer);
    }
  });
}

const patterns = new Map<string, RegExp>();

/** Returns the value of a header; an empty string if the head does not have it. */
export function headerIn(head: string, name: string): string {
  const pattern = patterns.get(name) ?? new RegExp(`^${name}: ([^\r]*)`, "im");
  patterns.set(name, pattern);
  return pattern.exec(head)?.[1] ?? "";
}
