import { relative } from "node:path";
import { type DestinationStream, destination, pino } from "pino";
import { type App, openApp } from "#app.ts";
import { addressOf, type Config, masterKeys } from "#config.ts";
import { type EmbeddedService, serveEmbedded } from "#db/embedded-service.ts";
import { migrate } from "#db/migrate.ts";
import type { Allowance } from "#resources/webhooks/guard.ts";
import { VERSION } from "#version.ts";
import { type Demo, prepareDemo } from "./demo.ts";

export interface Parts {
  readonly serves: boolean;
  readonly works: boolean;
}

// Beyond this a stop is no longer graceful: what is under way comes back when its lease ends.
const STOP_TIMEOUT_MS = 30_000;
// Log lines are written by the page, or this late at most: a call to the system for each would cost 4 % of a busy process.
const LOG_PAGE_BYTES = 4_096;
const LOG_LATEST_MS = 250;
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * Runs the service until it is told to stop: requests, work, or both. Throws an `Error` with one sentence when it cannot
 * start.
 */
export async function serve(config: Config, parts: Parts): Promise<void> {
  const started_ms = performance.now();
  const logs = destination({ sync: false, minLength: LOG_PAGE_BYTES, periodicFlush: LOG_LATEST_MS });
  const logger = pino({ level: config.log_level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, logs);
  const embedded = config.database_url === null ? await startEmbeddedFor(config, logger.error.bind(logger)) : null;
  let app: App | null = null;
  try {
    const database_url = embedded?.url ?? config.database_url ?? "";
    await migrate(database_url);
    app = await openApp({
      config,
      database_url,
      master_keys: masterKeys(config),
      logger,
      webhook_allowance: allowance(config),
      is_alone: embedded !== null,
      ...parts,
    });
    await app.server?.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw portTaken(error, config) ?? error;
    });
    const is_demo = embedded !== null && config.makes_demo && parts.serves;
    const demo = is_demo ? await prepareDemo(app.db, config.data_folder, addressOf(config.host, config.port)) : null;
    announce(config, embedded !== null, demo, performance.now() - started_ms);
  } catch (error) {
    await app?.close();
    await embedded?.stop();
    throw error;
  }
  stopOnSignal(app, embedded, logs);
}

function startEmbeddedFor(config: Config, onTrouble: (error: unknown) => void): Promise<EmbeddedService> {
  const who = `Kolo (process ${process.pid}, ${addressOf(config.host, config.port)})`;
  return serveEmbedded({ folder: config.data_folder, is_durable: true }, who, onTrouble);
}

/** On a laptop receivers are on the laptop: without a word to the contrary the test environment may reach them. */
function allowance(config: Config): Allowance {
  if (config.webhook_allow !== null) return { ranges: config.webhook_allow, environments: ["test", "live"] };
  return config.database_url === null ? { ranges: LOOPBACK, environments: ["test"] } : { ranges: [], environments: [] };
}

/** A proxy would resolve names and connect where we cannot look: webhooks never take one. */
function proxyLine(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const name = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].find(
    (one) => environment[one] ?? environment[one.toLowerCase()],
  );
  return name === undefined
    ? []
    : [`  Proxy      ${name} is not used for webhooks: the guard has to see the address that is connected to`];
}

function portTaken(error: unknown, config: Config): Error | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE")
    return new Error(`Port ${config.port} is taken: set KOLO_PORT to a free one`, { cause: error });
  if (code === "EADDRNOTAVAIL")
    return new Error(`This machine has no address ${config.host}: set KOLO_HOST`, { cause: error });
  if (code === "EACCES")
    return new Error(`Port ${config.port} needs more rights than this user has: set KOLO_PORT to one above 1023`, {
      cause: error,
    });
  return null;
}

function announce(config: Config, is_embedded: boolean, demo: Demo | null, ms: number): void {
  const url = addressOf(config.host, config.port);
  const lines = [
    `Kolo ${VERSION} is ready after ${(ms / 1_000).toFixed(1)} s`,
    "",
    `  API        ${url}`,
    `  Reference  ${url}/docs`,
    `  Dashboard  ${url}/dashboard`,
    `  Database   ${is_embedded ? `embedded, in ${shortPath(config.data_folder)}` : "the one of DATABASE_URL"}`,
    ...(is_embedded && config.webhook_allow === null
      ? ["  Webhooks   may reach this machine in the test environment (KOLO_WEBHOOK_ALLOW)"]
      : []),
    ...proxyLine(process.env),
  ];
  if (demo) {
    const path = shortPath(demo.path);
    lines.push(
      "",
      `  Demo Shop's test keys, also in ${path}`,
      `  KOLO_PUBLIC_KEY   ${demo.public_key}`,
      `  KOLO_PRIVATE_KEY  ${demo.private_key}`,
      "",
      ...(demo.sign_in
        ? [`  Sign in to its dashboard: ${demo.sign_in.email}, password ${demo.sign_in.password}`, ""]
        : []),
      "  The first transfer:",
      "",
      `    . ${path}`,
      `    curl "$KOLO_URL/transfers" -H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Grant: $KOLO_PRIVATE_KEY" \\`,
      `      -d amount=5000 -d currency=XAF -d channel=cm.mobile \\`,
      `      -d "beneficiary_data[name]=Jane Mballa" -d "beneficiary_data[phone]=677123456"`,
    );
  }
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}

function stopOnSignal(
  app: App,
  embedded: EmbeddedService | null,
  logs: DestinationStream & { flushSync(): void },
): void {
  let is_stopping = false;
  const stop = async (): Promise<void> => {
    if (is_stopping) return;
    is_stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await app.close();
    await embedded?.stop();
    logs.flushSync();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
}
