import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";

/** A `DATABASE_URL`, parsed as PostgreSQL's own programs do (libpq, "Connection URIs"). */
export interface Address {
  /** The connection settings of each server, in the order of the attempts. */
  readonly servers: readonly pg.ClientConfig[];
  /** The hosts: names, addresses, and the folders of sockets. */
  readonly hosts: readonly string[];
}

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d*))?$/;
const DEFAULT_PORT = "5432";
const PORT_MAX = 65_535;

const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;

const TARGETS = ["any", "read-write", "primary"] as const;
const READING_TARGETS: readonly string[] = ["read-only", "standby", "prefer-standby"];

// `gssencmode` and the keep-alive settings request nothing beyond our own defaults.
const IGNORED: readonly string[] = [
  "application_name",
  "fallback_application_name",
  "client_encoding",
  "connect_timeout",
  "gssencmode",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "load_balance_hosts",
  "tcp_user_timeout",
  "uselibpqcompat",
];

type Parameters = ReadonlyMap<string, string>;

/** Parses a URL. Throws an `Error` with one sentence for an invalid one; the message never repeats the password. */
export function readAddress(url: string): Address {
  const [is_url, login = "", places = "", path = "", query = ""] = SHAPE.exec(url) ?? [];
  if (is_url === undefined) throw wrong("is a URL such as postgresql://user:password@host:5432/database");
  const given = readParameters(query);
  const [user, password] = login.split(/:(.*)/s);
  const common: pg.ClientConfig = {
    ...optional("user", given.get("user") ?? decoded(user)),
    ...optional("password", given.get("password") ?? decoded(password)),
    ...optional("database", given.get("dbname") ?? decoded(path)),
    ...optional("options", given.get("options")),
    ...(given.get("channel_binding") === "require" ? { enableChannelBinding: true } : {}),
    ...(given.get("sslnegotiation") === "direct" ? { sslnegotiation: "direct" } : {}),
  };
  const servers = readServers(places, given);
  const encryptions = readEncryption(given);
  return {
    hosts: servers.map(({ host }) => host),
    servers: servers.flatMap((server) =>
      // A socket is never encrypted.
      (isSocket(server.host) ? [false] : encryptions).map((ssl) => ({ ...common, ...server, ssl })),
    ),
  };
}

function readServers(places: string, given: Parameters): readonly { readonly host: string; readonly port: number }[] {
  const written = places.split(",").map((place) => {
    const [is_place, host = "", port = ""] = HOST.exec(place) ?? [];
    if (is_place === undefined) throw wrong(`has a host that cannot be: ${place}`);
    return { host: decoded(host.replace(/^\[|\]$/g, "")) ?? "", port };
  });
  const hosts = given.get("host")?.split(",") ?? given.get("hostaddr")?.split(",") ?? written.map(({ host }) => host);
  const ports = given.get("port")?.split(",") ?? written.map(({ port }) => port);
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw wrong(`has ${hosts.length} hosts and ${ports.length} ports: give one port, or one for each host`);
  }
  return hosts.map((host, place) => ({
    host: host || process.env.PGHOST || "localhost",
    port: readPort(ports[ports.length === 1 ? 0 : place] || DEFAULT_PORT),
  }));
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > PORT_MAX) throw wrong(`has a port that cannot be: ${text}`);
  return port;
}

type Encryption = ConnectionOptions | false;

/** The encryptions to try, in order: `prefer` and `allow` accept both. */
function readEncryption(given: Parameters): readonly Encryption[] {
  const mode = given.get("ssl") === "true" ? "require" : oneOf(given, "sslmode", SSL_MODES);
  const root = readRoot(given);
  const files = { ...readFile(given, "sslcert", "cert"), ...readFile(given, "sslkey", "key"), ...root.ca };
  const passphrase = given.get("sslpassword");
  const ssl = { ...files, ...(passphrase === undefined ? {} : { passphrase }) };
  const unverified = { ...ssl, rejectUnauthorized: false };
  const ofAnyName = { ...ssl, checkServerIdentity: () => undefined };
  const mode_or_root = mode === undefined && root.is_given ? "verify-full" : (mode ?? "disable");
  switch (mode_or_root) {
    case "disable":
      return [false];
    case "allow":
      return [false, unverified];
    case "prefer":
      return [unverified, false];
    case "require":
      // As in libpq: with a certificate authority, `require` means `verify-ca`.
      return [root.is_given ? ofAnyName : unverified];
    case "verify-ca":
      if (!root.is_given) throw wrong("has sslmode=verify-ca without sslrootcert: name the file of the authority");
      return [ofAnyName];
    case "verify-full":
      return [ssl];
  }
}

/** `system`: the authorities trusted by Node. */
function readRoot(given: Parameters): { readonly is_given: boolean; readonly ca: ConnectionOptions } {
  const path = given.get("sslrootcert");
  if (path === undefined) return { is_given: false, ca: {} };
  return { is_given: true, ca: path === "system" ? {} : readFile(given, "sslrootcert", "ca") };
}

function readFile(given: Parameters, name: string, as: "ca" | "cert" | "key"): ConnectionOptions {
  const path = given.get(name);
  if (path === undefined) return {};
  try {
    return { [as]: readFileSync(path, "utf8") };
  } catch (cause) {
    throw new Error(`DATABASE_URL names a file for ${name} that cannot be read: ${path}`, { cause });
  }
}

function readParameters(query: string): Parameters {
  const given = new Map([...new URLSearchParams(query.replaceAll("+", "%2B"))].filter(([, value]) => value !== ""));
  for (const name of given.keys()) {
    if (!KNOWN.includes(name) && !IGNORED.includes(name))
      throw wrong(`has a parameter that Kolo does not know: ${name}`);
  }
  const target = given.get("target_session_attrs");
  if (target !== undefined && READING_TARGETS.includes(target)) {
    throw wrong(`has target_session_attrs=${target}: Kolo needs a server that takes writes, so read-write`);
  }
  oneOf(given, "target_session_attrs", TARGETS);
  return given;
}

const KNOWN: readonly string[] = [
  ...["host", "hostaddr", "port", "dbname", "user", "password", "options", "target_session_attrs", "channel_binding"],
  ...["ssl", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword", "sslnegotiation"],
];

function oneOf<Word extends string>(given: Parameters, name: string, words: readonly Word[]): Word | undefined {
  const value = given.get(name);
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined) throw wrong(`has ${name}=${value}; it is one of ${words.join(", ")}`);
  return word;
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error("DATABASE_URL has a % that begins no character: write it as %25", { cause });
  }
}

function optional<Name extends string>(name: Name, value: string | undefined): { readonly [name in Name]?: string } {
  const field: { [name in Name]?: string } = {};
  if (value !== undefined) field[name] = value;
  return field;
}

function isSocket(host: string): boolean {
  return host.startsWith("/") || host.startsWith("@");
}

function wrong(what: string): Error {
  return new Error(`DATABASE_URL ${what}`);
}
