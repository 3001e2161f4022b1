import { createServer } from "node:net";
import { after } from "node:test";
import { pino } from "pino";
import { type App, openApp } from "#app/app.ts";
import { readConfig } from "#config.ts";
import type { Database } from "#db/pool.ts";
import { Sql } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { audit } from "#operator/audit.ts";
import type { Provider } from "#providers/provider.ts";
import { allowAddress } from "#resources/addresses/allow.ts";
import { addFunds } from "#resources/balance/add-funds.ts";
import { createKey } from "#resources/keys/create.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { afterLastFile } from "./last-file.ts";
import { emptyDatabase, TEST_MASTER_KEYS, withoutDatabase, withoutWrites } from "./test-database.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

/** The whole service on its own database, reached over real HTTP. */
export interface TestWorld {
  readonly app: App;
  readonly db: Database;
  readonly url: string;
  readonly database_url: string;
  /** Everything the service logged, one entry per line. */
  readonly log: readonly string[];
  /** A merchant with keys, an address list that admits this test, and `balance` to spend. */
  merchant(options?: MerchantOptions): Promise<TestMerchant>;
  /** The same merchant, with its requests sent to this server. */
  withExplicitHeaders(merchant: TestMerchant): TestMerchant;
  /** The same merchant with keys of the other environment. */
  inEnvironment(merchant: TestMerchant, environment: Environment): Promise<TestMerchant>;
  /** Cuts every connection to the database, and refuses new ones, while `work` runs. */
  withoutDatabase(work: () => Promise<void>): Promise<void>;
  /** Makes the database read-only while `work` runs; connections opened meanwhile stay read-only. */
  withoutWrites(work: () => Promise<void>): Promise<void>;
  /** Runs a query, for values that the API does not return. */
  rows(query: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Waits until no row is due and none is being worked on. */
  waitUntilIdle(): Promise<void>;
  /** Fails if the audit finds a broken invariant. */
  assertCleanAudit(): Promise<void>;
}

export interface WorldOptions {
  /** False: the server answers requests and runs no jobs, unless another world runs them. */
  readonly works?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether requests use the host name `localhost`: a passkey needs a host name, not the address 127.0.0.1. */
  readonly is_named?: boolean;
  /** A provider that replaces the sandbox. */
  readonly provider?: Provider;
  /** Additional providers. */
  readonly others?: readonly Provider[];
  /** The database of another world, for a second server on it. */
  readonly database_url?: string;
}

export interface MerchantOptions {
  readonly environment?: Environment;
  readonly balance?: bigint;
  readonly name?: string;
}

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

export async function startTestWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const { world, close } = await openTestWorld(options);
  after(close);
  return world;
}

let shared: Promise<TestWorld> | null = null;

/**
 * The world that the test files of a process share: starting one takes most of a second of CPU time. It is for a file
 * that looks only at merchants of its own, breaks nothing that the audit finds, sends hardly a wrong key, and leaves
 * alone: the clock, the database, channels, provider accounts and settings of the platform.
 */
export function sharedTestWorld(): Promise<TestWorld> {
  shared ??= openTestWorld({}).then(({ world, close }) => {
    afterLastFile(close);
    return Object.assign(world, { db: { ...world.db, advanceClock: refuseToMove } });
  });
  return shared;
}

function refuseToMove(): never {
  throw new Error("The clock of the shared world stands still: call startTestWorld in this file");
}

async function openTestWorld(options: WorldOptions): Promise<{ readonly world: TestWorld; close(): Promise<void> }> {
  const database = options.database_url
    ? { url: options.database_url, drop: () => Promise.resolve() }
    : await emptyDatabase();
  const log: string[] = [];
  const port = await freePort();
  const app = await openApp({
    config: readConfig({
      KOLO_PORT: String(port),
      KOLO_RATE_LIMIT: "1000000",
      KOLO_DB_POOL_SIZE: "5",
      KOLO_SANDBOX_PENDING_MS: "0",
      ...(options.is_named ? { KOLO_PUBLIC_URL: `http://localhost:${port}` } : {}),
      ...options.environment,
    }),
    database_url: database.url,
    master_keys: TEST_MASTER_KEYS,
    logger: pino({ level: "trace", base: null }, { write: (line) => void log.push(line) }),
    webhook_allowance: { ranges: LOOPBACK, environments: ["test", "live"] },
    serves: true,
    works: options.works ?? true,
    is_only_process: false,
    ...plugInOption(options),
  });
  await app.server?.listen({ host: "127.0.0.1", port });
  const url = `http://${options.is_named ? "localhost" : "127.0.0.1"}:${port}`;
  const world = worldOf(app, url, log, database.url);
  return { world, close: () => closeWorld(world, database.drop) };
}

/**
 * Closes a world, and empties it: the module of a test file, with its world, stays in memory as long as the process,
 * which runs many files.
 */
async function closeWorld(world: TestWorld, dropDatabase: () => Promise<void>): Promise<void> {
  await world.app.close();
  await dropDatabase();
  for (const name of Object.keys(world)) if (name !== "url") Reflect.deleteProperty(world, name);
}

function worldOf(app: App, url: string, log: readonly string[], database_url: string): TestWorld {
  const { db } = app;
  return {
    app,
    db,
    url,
    log,
    database_url,
    merchant: (merchant_options) => createTestMerchant(db, url, merchant_options ?? {}),
    withExplicitHeaders: ({ public_key, private_key, ...scope }) => merchantClient(url, scope, public_key, private_key),
    inEnvironment: (merchant, environment) => withKeys(db, url, { merchant: merchant.id, environment }),
    withoutDatabase: (work) => withoutDatabase(database_url, work),
    withoutWrites: (work) => withoutWrites(database_url, work),
    rows: (query) => db.engine((tx) => tx.rows(new Sql([query], []))),
    waitUntilIdle: () => waitUntilIdle(db, log),
    assertCleanAudit: () => assertCleanAudit(db),
  };
}

function plugInOption({ provider, others = [] }: WorldOptions): { plugIns?: () => readonly Provider[] } {
  return provider ? { plugIns: () => [provider, ...others] } : {};
}

// Below the range of ephemeral ports, so that no outgoing connection takes one a moment later.
const PORTS = { first: 12_000, count: 18_000 };

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const is_free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    server.close();
    if (is_free) return port;
  }
}

/** A received answer. `body` is parsed; `text` is the raw text. */
export interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

// A request that gets no connection within five seconds is refused with 503 and writes nothing: a loaded machine needs
// more tries.
const TRIES_MAX = 5;

/** Sends a request again while a busy machine refuses it with 503. */
async function untilServed(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status !== 503 || tries === TRIES_MAX) return answer;
  }
}

/** Sends this many requests at once, each again while a busy machine refuses it. */
export function atOnce(count: number, send: (number: number) => Promise<TestResponse>): Promise<TestResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => untilServed(() => send(number))));
}

export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<TestResponse>;

export interface TestMerchant extends Scope {
  readonly public_key: string;
  readonly private_key: string;
  readonly id: Id<"mer">;
  /** Sends a request with both keys. A string body is sent as a form. */
  readonly send: SendRequest;
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Its balance, in XAF. */
  balance(): Promise<{ readonly available: number; readonly reserved: number }>;
}

async function createTestMerchant(db: Database, url: string, options: MerchantOptions): Promise<TestMerchant> {
  const environment = options.environment ?? "test";
  const made = await db.engine(async (tx) => {
    const merchant = await createMerchant(
      tx,
      {
        name: options.name ?? "Chez Jeanne",
        email: "jeanne@example.cm",
        phone: "+237677000111",
        country: "CM",
        currency: "XAF",
        test_funds: environment === "test" ? options.balance : undefined,
      },
      "test",
    );
    const scope: Scope = { merchant: merchant.id, environment };
    if (environment === "live") {
      if (options.balance) await addFunds(tx, { scope, currency: "XAF", amount: options.balance, note: null }, "test");
    }
    return scope;
  });
  return withKeys(db, url, made);
}

async function withKeys(db: Database, url: string, scope: Scope): Promise<TestMerchant> {
  const keys = await db.engine(async (tx) => {
    // A new merchant's live list is empty, which refuses every address.
    if (scope.environment === "live") await allowAddress(tx, scope, "127.0.0.1", null, "test");
    const key = { scope, name: "test", expires_at: null };
    const { text: public_key } = await createKey(tx, { ...key, kind: "public" }, "test");
    const { text: private_key } = await createKey(tx, { ...key, kind: "private" }, "test");
    return { public_key, private_key };
  });
  return merchantClient(url, scope, keys.public_key, keys.private_key);
}

function merchantClient(
  url: string,
  { merchant, environment }: Scope,
  public_key: string,
  private_key: string,
): TestMerchant {
  const send = requestSender(url, { authorization: public_key, "x-grant": private_key });
  return {
    ...{ merchant, environment, id: merchant, public_key, private_key, send },
    get: (path) => send("GET", path),
    post: (path, body, headers) => send("POST", path, body, headers),
    async balance() {
      const { body } = await send("GET", "/balance?currency=XAF");
      return { available: body.balance.available, reserved: body.balance.reserved };
    },
  };
}

/**
 * Returns a function that sends requests with these headers, and omits those set to "". A string body is sent as a
 * form.
 */
export function requestSender(url: string, default_headers: Readonly<Record<string, string>>): SendRequest {
  return async (method, path, body, extra_headers = {}) => {
    const headers = new Headers({ ...default_headers, ...extra_headers });
    for (const [name, value] of [...headers]) if (value === "") headers.delete(name);
    const is_form = typeof body === "string";
    if (body !== undefined && !headers.has("content-type")) {
      headers.set("content-type", is_form ? "application/x-www-form-urlencoded" : "application/json");
    }
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: is_form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parseJsonOrNull(text), text, headers: response.headers };
  };
}

export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function assertCleanAudit(db: Database): Promise<void> {
  const broken = (await audit(db)).filter((finding) => finding.broken.length > 0);
  const text = JSON.stringify(broken, (_name, value) => (typeof value === "bigint" ? Number(value) : value), 2);
  assert(broken.length === 0, `the audit is clean: ${text}`);
}
