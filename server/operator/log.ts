import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { destination, type Logger, pino } from "pino";
import type { Config } from "#config.ts";
import { redact, redactData } from "#kernel/redact.ts";

/** A process's log, one line per event. */
export interface Log {
  readonly logger: Logger;
  /** Writes the buffered lines, and waits at most `END_TIMEOUT_MS` for the output. */
  end(): Promise<void>;
}

// Lines are buffered, and written at the latest after this time: a system call per line would cost 4 % of a busy
// process.
const FLUSH_DELAY_MS = 250;
const PAGE_BYTES = 49_152;
// The atomic write size of a pipe: with several writers no line is cut by another's.
const CLUSTER_PAGE_BYTES = 4_096;
// The most bytes buffered for a full disk or a slow reader. Further lines are lost.
const BUFFER_BYTES_MAX = 4 * 1_024 * 1_024;
const END_TIMEOUT_MS = 1_000;

/**
 * `number` is a field of every line; null for a single process. A failed write does not end the process: the next page
 * retries it.
 */
export function openLog(config: Config, number: number | null): Log {
  const page_bytes = number === null ? PAGE_BYTES : CLUSTER_PAGE_BYTES;
  const stream = destination({ sync: false, maxLength: BUFFER_BYTES_MAX, maxWrite: page_bytes });
  for (const output of [stream, process.stdout]) output.on("error", () => {});
  // On exit, pino would retry its flush for ever if the log cannot be written, so the stream is destroyed first.
  process.prependListener("exit", () => stream.destroy());
  const pages = bufferPages(page_bytes, (page) => stream.write(page));
  const base = number === null ? null : { process: number };
  const logger = pino(
    { level: config.log_level, base, timestamp: cachedTimestamp, serializers: { err: errorForLog } },
    pages,
  );
  return {
    logger,
    async end() {
      const written = once(stream, "close").catch(() => {});
      pages.flush();
      stream.end();
      await Promise.race([written, sleep(END_TIMEOUT_MS)]);
    },
  };
}

/**
 * Serializes an error for the log. PostgreSQL's `detail` and `where` repeat the row, which is personal data; any
 * message may repeat the request.
 */
export function errorForLog(error: Error): unknown {
  const { detail: _detail, where: _where, ...loggable } = pino.stdSerializers.err(error);
  return redactData(loggable, redact);
}

interface PageBuffer {
  /** Adds a line to the page; writes a full page at once, and any page after `FLUSH_DELAY_MS`. */
  write(line: string): void;
  /** Writes the current page. */
  flush(): void;
}

/**
 * Buffers lines in pages of at most that many bytes; a longer line is written alone. The stream's own buffer counts all
 * buffered characters again with each line, which costs 5 % of a busy process.
 */
function bufferPages(page_bytes: number, write: (page: string) => void): PageBuffer {
  let page = "";
  let bytes = 0;
  let flush_timer: NodeJS.Timeout | undefined;
  const pages: PageBuffer = {
    write(line) {
      const line_bytes = Buffer.byteLength(line);
      if (bytes + line_bytes > page_bytes) pages.flush();
      flush_timer ??= setTimeout(pages.flush, FLUSH_DELAY_MS).unref();
      page += line;
      bytes += line_bytes;
    },
    flush() {
      clearTimeout(flush_timer);
      flush_timer = undefined;
      if (page === "") return;
      const full = page;
      [page, bytes] = ["", 0];
      write(full);
    },
  };
  return pages;
}

let last_line = { at_ms: 0, text: "" };

/** A line's time in pino's format, formatted once per millisecond. */
function cachedTimestamp(): string {
  const at_ms = Date.now();
  if (at_ms !== last_line.at_ms) last_line = { at_ms, text: pino.stdTimeFunctions.isoTime() };
  return last_line.text;
}
