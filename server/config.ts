import { join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { newMasterKey } from "#kernel/secrets.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { parseDatabaseUrl } from "./db/driver/database-url.ts";
import { isFullAddress } from "./kernel/client-address.ts";
import { createKeyFile, readKeyFile } from "./key-file.ts";

/** All settings from the environment, read once at the start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The port on which `kolo work` serves its health and metrics. Null: it opens no port. */
  readonly work_port: number | null;
  readonly data_folder: string;
  /** Null selects the embedded PostgreSQL. */
  readonly database_url: string | null;
  /** The size of each process's connection pool. */
  readonly db_pool_size: number;
  /** The number of processes that share the port, each of which also runs jobs. */
  readonly processes: number;
  readonly public_url: string;
  readonly trusted_proxies: readonly string[];
  /** Null if the variable is not set. */
  readonly webhook_allow: readonly string[] | null;
  /** The maximum number of concurrent requests to one webhook. */
  readonly webhook_concurrency: number;
  readonly webhook_rate: number;
  /** Retention of finished deliveries and their attempts, in days. */
  readonly webhook_retention_days: number;
  /** The DNS servers to query. Null: those of the system. */
  readonly dns_servers: readonly string[] | null;
  readonly rate_limit: number;
  readonly payment_expires_ms: number;
  /** Timeout for a provider's answer, in milliseconds. No answer within it is an unknown outcome. */
  readonly provider_timeout_ms: number;
  /** How long a transfer with a test key stays pending, in milliseconds. */
  readonly sandbox_pending_ms: number;
  /** Whether a review is decided by two people. */
  readonly review_dual_control: boolean;
  /** A live correction above this amount needs a second platform operator. */
  readonly funds_dual_control_above: bigint;
  /** How long, in milliseconds, a newly confirmed live withdrawal account waits before money may go to it. */
  readonly withdrawal_cooling_ms: number;
  /** Null: Kolo sends no mail, and shows links on the screen instead. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly metrics_token: string | null;
  readonly log_level: string;
  /** Null: the keys are in the file `master.keys` in the data folder. */
  readonly master_keys: string | null;
  readonly creates_demo_merchant: boolean;
}

/** One environment variable, as `kolo config` and the documentation show it. */
export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly default_text: string;
  readonly meaning: string;
  readonly is_secret: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const VARIABLES: readonly Variable[] = [
  variable(
    "KOLO_HOST",
    "address",
    "127.0.0.1",
    "The address the server listens on. 0.0.0.0 means every address of the machine.",
  ),
  variable("KOLO_PORT", "port", "8080", "The port the server listens on."),
  variable(
    "KOLO_WORK_PORT",
    "port",
    "(none)",
    "The port on which `kolo work` serves /health/live, /health/ready and /metrics. `kolo serve` serves them on KOLO_PORT.",
  ),
  variable("KOLO_DATA", "folder", "./data", "The folder of the embedded database, the master keys and the demo keys."),
  variable(
    "DATABASE_URL",
    "URL",
    "(embedded PostgreSQL)",
    "A PostgreSQL server, version 15 or newer, in place of the embedded one. Any libpq URL: several hosts, a socket and sslmode work.",
    true,
  ),
  variable(
    "KOLO_DB_POOL_SIZE",
    "number",
    "20",
    "Size of each process's connection pool. An idle connection is closed after ten minutes.",
  ),
  variable("KOLO_PROCESSES", "number", "1", "Number of processes that share the port and the work."),
  variable(
    "KOLO_PUBLIC_URL",
    "URL",
    "http://<host>:<port>",
    "The public address of this server, for provider callbacks and payment pages.",
  ),
  variable(
    "KOLO_TRUSTED_PROXIES",
    "ranges",
    "(none)",
    "Reverse proxies whose X-Forwarded-For header is trusted: CIDR ranges, separated by commas.",
  ),
  variable(
    "KOLO_WEBHOOK_ALLOW",
    "ranges",
    "(none; on a laptop: loopback, in test)",
    "Private ranges that webhooks may reach: CIDR ranges, separated by commas. The default for a laptop applies with the embedded database if KOLO_PUBLIC_URL is an address of this machine.",
  ),
  variable("KOLO_WEBHOOK_CONCURRENCY", "number", "4", "Maximum number of concurrent requests to one webhook."),
  variable(
    "KOLO_WEBHOOK_RATE",
    "number",
    "50",
    "Maximum requests per second to one webhook; bursts may be twice as large.",
  ),
  variable(
    "KOLO_WEBHOOK_RETENTION_DAYS",
    "number",
    "90",
    "Days for which a finished delivery is kept, with its request and response; at least 30.",
  ),
  variable(
    "KOLO_DNS_SERVERS",
    "addresses",
    "(the system's)",
    "DNS servers that resolve webhook hosts, such as 10.0.0.2 or 10.0.0.2:5353, separated by commas.",
  ),
  variable(
    "KOLO_RATE_LIMIT",
    "number",
    "1000",
    "Maximum requests per second and key, unless the merchant has a limit of its own.",
  ),
  variable(
    "KOLO_PAYMENT_EXPIRES_MINUTES",
    "number",
    "180",
    "Minutes after which a payment expires if the payer has not started to pay.",
  ),
  variable(
    "KOLO_PROVIDER_TIMEOUT_MS",
    "number",
    "40000",
    "Timeout of a request to a provider, in milliseconds; at most 40000. After a timeout the outcome is unknown.",
  ),
  variable(
    "KOLO_SANDBOX_PENDING_MS",
    "number",
    "500",
    "Milliseconds for which a transfer with a test key stays pending, and can be canceled, before it is sent to the sandbox.",
  ),
  variable(
    "KOLO_REVIEW_DUAL_CONTROL",
    "yes or no",
    "no",
    "Whether `kolo review resolve` requires a second platform operator.",
  ),
  variable(
    "KOLO_FUNDS_DUAL_CONTROL_ABOVE",
    "number",
    "1000000",
    "A second platform operator must approve a live correction or top-up with which its operator books more than this amount, in the currency's smallest unit, within 24 hours. 0: every one. A live withdrawal above this amount that is booked as paid by a bank requires a second one as well.",
  ),
  variable(
    "KOLO_WITHDRAWAL_COOLING_HOURS",
    "number",
    "24",
    "Hours after the confirmation of a live withdrawal account during which no money may go to it.",
  ),
  variable(
    "KOLO_SMTP_URL",
    "URL",
    "(none: links are shown, not mailed)",
    "The mail server for invitations, password resets and reminders of invoices: smtp://user:password@host:587, or smtps:// for implicit TLS.",
    true,
  ),
  variable("KOLO_MAIL_FROM", "address", "(none)", "The sender of these mails, such as Kolo <kolo@example.cm>."),
  variable(
    "KOLO_METRICS_TOKEN",
    "text",
    "(none: /metrics is closed)",
    "The bearer token that Prometheus sends to read /metrics.",
    true,
  ),
  variable("KOLO_LOG", "level", "info", "The log level: trace, debug, info, warn, error, silent."),
  variable(
    "KOLO_MASTER_KEYS",
    "keys",
    "(the file master.keys in KOLO_DATA)",
    "The keys that encrypt stored secrets: version:base64 of 32 bytes, the newest first, separated by commas.",
    true,
  ),
  variable("KOLO_DEMO", "yes or no", "yes", "Whether a new embedded database gets a demo merchant."),
];

/** Settings that were renamed: the old name, and the new one. */
export const RENAMED_VARIABLES: Readonly<Record<string, string>> = {
  KOLO_CONNECTIONS: "KOLO_DB_POOL_SIZE",
  KOLO_TRUST_PROXY: "KOLO_TRUSTED_PROXIES",
  KOLO_REVIEW_TWO_PEOPLE: "KOLO_REVIEW_DUAL_CONTROL",
  KOLO_DELIVERIES_KEPT_DAYS: "KOLO_WEBHOOK_RETENTION_DAYS",
};

/** Returns the settings. Throws an `Error` with one sentence for an invalid value, or for the old name of a setting. */
export function readConfig(environment: Environment): Config {
  for (const [old, name] of Object.entries(RENAMED_VARIABLES)) {
    if (text(environment, old) !== null) throw new Error(`${old} is called ${name} now: rename it in the environment`);
  }
  const host = text(environment, "KOLO_HOST") ?? "127.0.0.1";
  const port = wholeNumber(environment, "KOLO_PORT", 8080, 0, 65_535);
  return {
    host,
    port,
    work_port:
      text(environment, "KOLO_WORK_PORT") === null ? null : wholeNumber(environment, "KOLO_WORK_PORT", 0, 1, 65_535),
    data_folder: resolve(text(environment, "KOLO_DATA") ?? "./data"),
    database_url: databaseUrl(environment),
    db_pool_size: wholeNumber(environment, "KOLO_DB_POOL_SIZE", 20, 4, 1_000),
    processes: wholeNumber(environment, "KOLO_PROCESSES", 1, 1, 64),
    public_url: url(environment, "KOLO_PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? urlOf(host, port),
    trusted_proxies: cidrRanges(environment, "KOLO_TRUSTED_PROXIES") ?? [],
    webhook_allow: cidrRanges(environment, "KOLO_WEBHOOK_ALLOW"),
    webhook_concurrency: wholeNumber(environment, "KOLO_WEBHOOK_CONCURRENCY", 4, 1, 1_000),
    webhook_rate: wholeNumber(environment, "KOLO_WEBHOOK_RATE", 50, 1, 100_000),
    webhook_retention_days: wholeNumber(environment, "KOLO_WEBHOOK_RETENTION_DAYS", 90, 30, 36_500),
    dns_servers: dnsServers(environment, "KOLO_DNS_SERVERS"),
    rate_limit: wholeNumber(environment, "KOLO_RATE_LIMIT", 1_000, 1, 10_000_000),
    payment_expires_ms: wholeNumber(environment, "KOLO_PAYMENT_EXPIRES_MINUTES", 180, 1, 43_200) * MINUTE_MS,
    provider_timeout_ms: wholeNumber(environment, "KOLO_PROVIDER_TIMEOUT_MS", 40_000, 50, 40_000),
    sandbox_pending_ms: wholeNumber(environment, "KOLO_SANDBOX_PENDING_MS", 500, 0, 60_000),
    review_dual_control: oneOf(environment, "KOLO_REVIEW_DUAL_CONTROL", ["yes", "no"], "no") === "yes",
    funds_dual_control_above: BigInt(
      wholeNumber(environment, "KOLO_FUNDS_DUAL_CONTROL_ABOVE", 1_000_000, 0, Number.MAX_SAFE_INTEGER),
    ),
    withdrawal_cooling_ms: wholeNumber(environment, "KOLO_WITHDRAWAL_COOLING_HOURS", 24, 0, 720) * HOUR_MS,
    mail: mailServer(environment),
    metrics_token: text(environment, "KOLO_METRICS_TOKEN"),
    log_level: oneOf(environment, "KOLO_LOG", ["trace", "debug", "info", "warn", "error", "silent"], "info"),
    master_keys: text(environment, "KOLO_MASTER_KEYS"),
    creates_demo_merchant: oneOf(environment, "KOLO_DEMO", ["yes", "no"], "yes") === "yes",
  };
}

/** The URL of a server that listens on this host, for clients on the same machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * The text of the master keys: from the environment, or from a file in the data folder that the first start creates.
 * Losing the master keys loses every key and secret sealed with them. Throws an `Error` with one sentence if the file
 * is empty or damaged.
 */
export function loadMasterKeys(config: Config): string {
  if (config.master_keys !== null) return config.master_keys;
  const path = join(config.data_folder, "master.keys");
  return readKeyFile(path) ?? createMasterKeys(path);
}

/** Processes that start for the first time at the same moment all get the same keys. */
function createMasterKeys(path: string): string {
  const keys = newMasterKey();
  try {
    createKeyFile(path, keys);
    return keys;
  } catch (error) {
    const existing = readKeyFile(path);
    if (existing === null) throw error;
    return existing;
  }
}

function variable(name: string, type: string, default_text: string, meaning: string, is_secret = false): Variable {
  return { name, type, default_text, meaning, is_secret };
}

function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === "" ? null : value;
}

function wholeNumber(
  environment: Environment,
  name: string,
  default_text: number,
  least: number,
  most: number,
): number {
  const value = text(environment, name);
  if (value === null) return default_text;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new Error(`${name} is a whole number from ${least} to ${most}, not ${value}`);
  }
  return number;
}

function url(environment: Environment, name: string, protocols: readonly string[]): string | null {
  const value = text(environment, name);
  if (value === null) return null;
  const parsed = URL.parse(value);
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new Error(`${name} is a URL that begins with ${protocols[0]}//`);
  return value;
}

/** The URL is checked here, so that every command refuses an invalid one alike. */
function databaseUrl(environment: Environment): string | null {
  const value = text(environment, "DATABASE_URL");
  if (value !== null) parseDatabaseUrl(value);
  return value;
}

/** One setting without the other sends no mail, so an incomplete pair is refused. */
function mailServer(environment: Environment): Config["mail"] {
  const server = url(environment, "KOLO_SMTP_URL", ["smtp:", "smtps:"]);
  const from = text(environment, "KOLO_MAIL_FROM");
  if (server === null && from === null) return null;
  if (server === null || from === null) throw new Error("Set KOLO_SMTP_URL and KOLO_MAIL_FROM together, or neither");
  if (!/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) {
    throw new Error(`KOLO_MAIL_FROM is an address such as Kolo <kolo@example.cm>, not ${from}`);
  }
  return { url: server, from };
}

function cidrRanges(environment: Environment, name: string): readonly string[] | null {
  const value = text(environment, name);
  if (value === null) return null;
  const list = value.split(",").map((range) => range.trim());
  const wrong = list.find((range) => !ipaddr.isValidCIDR(range) || !isFullAddress(range.split("/")[0] ?? ""));
  if (wrong !== undefined) throw new Error(`${name} is a list of CIDR ranges such as 10.0.0.0/8, and ${wrong} is none`);
  return list;
}

function dnsServers(environment: Environment, name: string): readonly string[] | null {
  const value = text(environment, name);
  if (value === null) return null;
  const list = value.split(",").map((server) => server.trim());
  const wrong = list.find((server) => !isDnsServer(server));
  if (wrong !== undefined)
    throw new Error(`${name} is a list of addresses such as 10.0.0.2:5353, and ${wrong} is none`);
  return list;
}

/** Accepts an IP address, with or without a port; an IPv6 address with a port needs brackets. */
function isDnsServer(text: string): boolean {
  const [, bare = text] = /^\[?([^\]]*?)\]?(?::\d{1,5})?$/.exec(text) ?? [];
  return ipaddr.isValid(text) || ipaddr.isValid(bare);
}

function oneOf(environment: Environment, name: string, choices: readonly string[], default_text: string): string {
  const value = text(environment, name) ?? default_text;
  if (!choices.includes(value)) throw new Error(`${name} is one of ${choices.join(", ")}, not ${value}`);
  return value;
}
