import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { assert, ServiceError, type ServiceErrorArguments } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { setErrorText } from "./errors.ts";
import { type LargeBodyRequest, ParsedBody } from "./large-body.ts";

/**
 * Parses large bodies in a worker thread, because one takes up to half a second. Meanwhile the main thread answers
 * other callers. The thread starts with the first body and ends after a minute without one.
 */
export interface BodyThread {
  /** Parses a body by the parser of this name. Throws `bad_request` for a body that cannot be read. */
  parse(name: string, request: LargeBodyRequest): Promise<ParsedBody>;
  close(): Promise<void>;
}

/** A body to parse, as it is sent to the worker. */
export interface BodyJob {
  readonly id: number;
  readonly name: string;
  readonly request: LargeBodyRequest;
}

/** The worker's answer. A body is serialized JSON without its lists, and each list as parts of serialized JSON. */
export interface BodyResult {
  readonly id: number;
  readonly json?: string;
  readonly lists?: readonly (readonly [name: string, parts: readonly string[]])[];
  /** The error of a body that violates its schema or rules. */
  readonly refusal?: SerializedError;
  /** The error of a body that cannot be read. */
  readonly error?: SerializedError;
}

interface SerializedError {
  readonly args: ServiceErrorArguments;
  /** The body of the answer. */
  readonly text: string;
}

const IDLE_MS = MINUTE_MS;
// The largest body takes a tenth of this. A body that exceeds it ends the worker, and not the service.
const MEMORY_LIMIT_MB = 1_024;

interface RunningWorker {
  readonly worker: Worker;
  readonly jobs: Map<number, { resolve(result: BodyResult): void; reject(error: Error): void }>;
}

/** `file`: the worker's module, which calls `serveBodies`. `paths`: the paths of all routes. */
export function openBodyThread(file: string, paths: readonly string[]): BodyThread {
  let current: RunningWorker | null = null;
  let last_id = 0;
  let idle_timer: NodeJS.Timeout | undefined;

  function start(): RunningWorker {
    const worker = new Worker(file, {
      workerData: { paths },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const started: RunningWorker = { worker, jobs: new Map() };
    worker.unref();
    worker.on("message", (result: BodyResult) => {
      started.jobs.get(result.id)?.resolve(result);
      started.jobs.delete(result.id);
      if (started === current && started.jobs.size === 0) idle_timer = setTimeout(() => void stop(), IDLE_MS).unref();
    });
    worker.on("error", (error) => rejectJobs(started, error));
    worker.on("exit", () => rejectJobs(started, new Error("the thread that parses bodies has ended")));
    return started;
  }

  /** Rejects the jobs of this worker only: the next worker may have started before this one has exited. */
  function rejectJobs(ended: RunningWorker, cause: Error): void {
    if (current === ended) current = null;
    for (const { reject } of ended.jobs.values())
      reject(new ServiceError("internal_error", "Something went wrong on our side", { cause }));
    ended.jobs.clear();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle_timer);
    const stopping = current;
    current = null;
    await stopping?.worker.terminate();
  }

  function run(name: string, request: LargeBodyRequest): Promise<BodyResult> {
    clearTimeout(idle_timer);
    current ??= start();
    const { worker, jobs } = current;
    const id = ++last_id;
    const result = new Promise<BodyResult>((resolve, reject) => jobs.set(id, { resolve, reject }));
    const job: BodyJob = { id, name, request };
    worker.postMessage(job);
    return result;
  }

  return {
    async parse(name, request) {
      const result = await run(name, request);
      if (result.error) throw toServiceError(result.error);
      if (result.refusal) return new ParsedBody(null, toServiceError(result.refusal));
      return new ParsedBody(await join(result), null);
    },
    close: stop,
  };
}

function toServiceError({ args, text }: SerializedError): ServiceError {
  const error = new ServiceError(...args);
  setErrorText(error, text);
  return error;
}

/** Parses the parts of a body, and lets other requests run in between. */
async function join({ json, lists = [] }: BodyResult): Promise<unknown> {
  assert(json !== undefined, "a result without an error has a body");
  const value: Record<string, unknown> = JSON.parse(json);
  for (const [name, parts] of lists) {
    const items: unknown[] = [];
    for (const part of parts) {
      items.push(...JSON.parse(part));
      await setImmediate();
    }
    value[name] = items;
  }
  return value;
}
