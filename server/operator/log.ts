import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { destination, type Logger, pino } from "pino";
import type { Config } from "#config.ts";
import { redact, redactData } from "#kernel/redact.ts";

/** Where a process writes what it does, a line each. */
export interface Log {
  readonly logger: Logger;
  /** Writes what is left, where that can be done at once. */
  end(): Promise<void>;
}

// Log lines are written by the page, or this late at most: a call to the system for each would cost 4 % of a busy process.
const LOG_LATEST_MS = 250;
const PAGE_BYTES = 49_152;
// What a pipe takes in one piece: where several processes write to one they cut no line of each other's.
const PAGE_BYTES_OF_SEVERAL = 4_096;
// What waits for room on a full disk, or for somebody to read. Lines beyond it are lost.
const LOG_WAITING_BYTES = 4 * 1_024 * 1_024;
const LOG_END_MS = 1_000;

/**
 * `number` is said in every line; null where there is only one process. A log that cannot be written ends nothing: it is
 * tried again with the next page.
 */
export function openLog(config: Config, number: number | null): Log {
  const page_bytes = number === null ? PAGE_BYTES : PAGE_BYTES_OF_SEVERAL;
  const stream = destination({ sync: false, maxLength: LOG_WAITING_BYTES, maxWrite: page_bytes });
  for (const output of [stream, process.stdout]) output.on("error", () => {});
  // At the end pino writes what is left by a call that tries for ever where it cannot: nothing may be left to it.
  process.prependListener("exit", () => stream.destroy());
  const pages = inPages(page_bytes, (page) => stream.write(page));
  const base = number === null ? null : { process: number };
  const logger = pino(
    { level: config.log_level, base, timestamp: timeOfLine, serializers: { err: errorForLog } },
    pages,
  );
  return {
    logger,
    async end() {
      const written = once(stream, "close").catch(() => {});
      pages.turn();
      stream.end();
      await Promise.race([written, sleep(LOG_END_MS)]);
    },
  };
}

/**
 * An error as it is logged. PostgreSQL's `detail` and `where` repeat the row, which is personal; and any message may repeat
 * what was sent.
 */
export function errorForLog(error: Error): unknown {
  const { detail: _detail, where: _where, ...told } = pino.stdSerializers.err(error);
  return redactData(told, redact);
}

interface Pages {
  /** Puts a line on the page; a page that is full, or a while old, is written. */
  write(line: string): void;
  /** Writes what is on the page. */
  turn(): void;
}

/**
 * Lines gathered to pages of that many bytes at most, a longer line alone. The stream's own gathering counts the letters of all
 * that waits with each line it is given: 5 % of a busy process.
 */
function inPages(page_bytes: number, write: (page: string) => void): Pages {
  let page = "";
  let bytes = 0;
  let latest: NodeJS.Timeout | undefined;
  const pages: Pages = {
    write(line) {
      const line_bytes = Buffer.byteLength(line);
      if (bytes + line_bytes > page_bytes) pages.turn();
      latest ??= setTimeout(pages.turn, LOG_LATEST_MS).unref();
      page += line;
      bytes += line_bytes;
    },
    turn() {
      clearTimeout(latest);
      latest = undefined;
      if (page === "") return;
      const full = page;
      [page, bytes] = ["", 0];
      write(full);
    },
  };
  return pages;
}

let last_line = { at_ms: 0, text: "" };

/** The time of a line as pino writes it, made once for all lines of a millisecond. */
function timeOfLine(): string {
  const at_ms = Date.now();
  if (at_ms !== last_line.at_ms) last_line = { at_ms, text: pino.stdTimeFunctions.isoTime() };
  return last_line.text;
}
