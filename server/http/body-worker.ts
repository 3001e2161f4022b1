import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { assert, type ServiceError } from "#kernel/errors.ts";
import { reservePathSegments } from "#kernel/references.ts";
import type { BodyJob } from "./body-thread.ts";
import { asServiceError, errorText } from "./errors.ts";
import { type LargeBody, largeBodyParser } from "./large-body.ts";

// The main thread parses one part at a time, in about half a millisecond.
const PART_CHARACTERS = 64 * 1024;
// More than the request log shows. The serialized answer has all of them.
const FIELDS_IN_ERROR_MAX = 20;

// With all processors busy, the main thread's timers at p95 are 12 to 17 ms late beside such a thread, 6 to 7 ms beside
// one of this priority, 4 to 6 ms without it.
const NICENESS = 10;

/** The worker's side of `body-thread.ts`: parses the jobs that arrive, in order. `bodies` are by name. */
export function serveBodies(bodies: Readonly<Record<string, LargeBody>>): void {
  const { paths }: { readonly paths: readonly string[] } = workerData;
  for (const path of paths) reservePathSegments(path);
  const parsers = new Map(Object.entries(bodies).map(([name, body]) => [name, largeBodyParser(body)]));
  const port = parentPort;
  assert(port, "this code runs in a worker thread");
  lowerPriority();
  let last_job = Promise.resolve();
  port.on("message", (job: BodyJob) => {
    last_job = last_job.then(async () => port.postMessage(await run(job)));
  });

  async function run({ id, name, request }: BodyJob): Promise<unknown> {
    const parse = parsers.get(name);
    assert(parse, `there is a parser for ${name}`);
    try {
      const { value, refusal } = await parse(request);
      return refusal ? { id, refusal: serializeError(refusal) } : { id, ...split(value) };
    } catch (error) {
      return { id, error: serializeError(asServiceError(error)) };
    }
  }
}

/** On Linux a priority is that of a thread, elsewhere that of the whole process. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid the call. Bodies are parsed without it, too.
  }
}

/** Splits the lists of a body into serialized parts, which the main thread can parse with pauses. */
function split(value: unknown): { readonly json: string; readonly lists: readonly (readonly [string, string[]])[] } {
  const lists: (readonly [string, string[]])[] = [];
  const rest = Object.entries(value ?? {}).map(([name, field]) => {
    if (!Array.isArray(field)) return [name, field] as const;
    lists.push([name, partsOf(field)]);
    return [name, []] as const;
  });
  return { json: JSON.stringify(Object.fromEntries(rest)), lists };
}

function partsOf(items: readonly unknown[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    part.push(text);
    characters += text.length;
    if (characters < PART_CHARACTERS) continue;
    parts.push(`[${part.join(",")}]`);
    part = [];
    characters = 0;
  }
  if (part.length > 0) parts.push(`[${part.join(",")}]`);
  return parts;
}

/** The `SerializedError` of `body-thread.ts`. */
function serializeError(error: ServiceError): unknown {
  const { reason, message, params, fields, retry_after_s } = error;
  const cause = error.cause instanceof Error ? error.cause.stack : undefined;
  const first_fields = fields && Object.fromEntries(Object.entries(fields).slice(0, FIELDS_IN_ERROR_MAX));
  return { args: [reason, message, { params, fields: first_fields, cause, retry_after_s }], text: errorText(error) };
}
