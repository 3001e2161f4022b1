import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";

/** A `DATABASE_URL`, parsed as PostgreSQL's own programs do (libpq, "Connection URIs"). */
export interface DatabaseUrl {
  /** The connection settings of each server, in the order of the attempts. */
  readonly servers: readonly pg.ClientConfig[];
  /** The hosts: names, addresses, and the folders of sockets. */
  readonly hosts: readonly string[];
}

const URL_PATTERN = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST_PATTERN = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d*))?$/;
const DEFAULT_PORT = "5432";
const PORT_MAX = 65_535;

const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;

const SESSION_TARGETS = ["any", "read-write", "primary"] as const;
const READ_ONLY_TARGETS: readonly string[] = ["read-only", "standby", "prefer-standby"];

// Parameters that are accepted and have no effect. Those of GSS encryption and keep-alive request nothing that Kolo
// does not do by default.
const IGNORED_PARAMETERS: readonly string[] = [
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
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const [is_url, login = "", host_list = "", path = "", query = ""] = URL_PATTERN.exec(url) ?? [];
  if (is_url === undefined) throw invalidUrl("is a URL such as postgresql://user:password@host:5432/database");
  const parameters = parseParameters(query);
  const [user, password] = login.split(/:(.*)/s);
  const common: pg.ClientConfig = {
    ...optionalField("user", parameters.get("user") ?? decodePart(user)),
    ...optionalField("password", parameters.get("password") ?? decodePart(password)),
    ...optionalField("database", parameters.get("dbname") ?? decodePart(path)),
    ...optionalField("options", parameters.get("options")),
    ...(parameters.get("channel_binding") === "require" ? { enableChannelBinding: true } : {}),
    ...(parameters.get("sslnegotiation") === "direct" ? { sslnegotiation: "direct" } : {}),
  };
  const servers = parseServers(host_list, parameters);
  const encryptions = parseEncryption(parameters);
  return {
    hosts: servers.map(({ host }) => host),
    servers: servers.flatMap((server) =>
      // A socket is never encrypted.
      (isSocket(server.host) ? [false] : encryptions).map((ssl) => ({ ...common, ...server, ssl })),
    ),
  };
}

function parseServers(
  host_list: string,
  parameters: Parameters,
): readonly { readonly host: string; readonly port: number }[] {
  const url_hosts = host_list.split(",").map((host_text) => {
    const [is_host, host = "", port = ""] = HOST_PATTERN.exec(host_text) ?? [];
    if (is_host === undefined) throw invalidUrl(`has a host that cannot be: ${host_text}`);
    return { host: decodePart(host.replace(/^\[|\]$/g, "")) ?? "", port };
  });
  const hosts =
    parameters.get("host")?.split(",") ?? parameters.get("hostaddr")?.split(",") ?? url_hosts.map(({ host }) => host);
  const ports = parameters.get("port")?.split(",") ?? url_hosts.map(({ port }) => port);
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw invalidUrl(`has ${hosts.length} hosts and ${ports.length} ports: give one port, or one for each host`);
  }
  return hosts.map((host, index) => ({
    host: host || process.env.PGHOST || "localhost",
    port: parsePort(ports[ports.length === 1 ? 0 : index] || DEFAULT_PORT),
  }));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > PORT_MAX) throw invalidUrl(`has a port that cannot be: ${text}`);
  return port;
}

type Encryption = ConnectionOptions | false;

/** The encryptions to try, in order. `prefer` and `allow` try both an encrypted and an unencrypted connection. */
function parseEncryption(parameters: Parameters): readonly Encryption[] {
  const mode = parameters.get("ssl") === "true" ? "require" : oneOf(parameters, "sslmode", SSL_MODES);
  const authority = readAuthority(parameters);
  const files = {
    ...readFile(parameters, "sslcert", "cert"),
    ...readFile(parameters, "sslkey", "key"),
    ...authority.ca,
  };
  const passphrase = parameters.get("sslpassword");
  const ssl = { ...files, ...(passphrase === undefined ? {} : { passphrase }) };
  const unverified = { ...ssl, rejectUnauthorized: false };
  const any_name = { ...ssl, checkServerIdentity: () => undefined };
  const mode_or_root = mode === undefined && authority.is_configured ? "verify-full" : (mode ?? "disable");
  switch (mode_or_root) {
    case "disable":
      return [false];
    case "allow":
      return [false, unverified];
    case "prefer":
      return [unverified, false];
    case "require":
      // As in libpq: with a certificate authority, `require` means `verify-ca`.
      return [authority.is_configured ? any_name : unverified];
    case "verify-ca":
      if (!authority.is_configured)
        throw invalidUrl("has sslmode=verify-ca without sslrootcert: name the file of the authority");
      return [any_name];
    case "verify-full":
      return [ssl];
  }
}

/** Reads `sslrootcert`. The value `system` means the authorities trusted by Node. */
function readAuthority(parameters: Parameters): { readonly is_configured: boolean; readonly ca: ConnectionOptions } {
  const path = parameters.get("sslrootcert");
  if (path === undefined) return { is_configured: false, ca: {} };
  return { is_configured: true, ca: path === "system" ? {} : readFile(parameters, "sslrootcert", "ca") };
}

function readFile(parameters: Parameters, name: string, as: "ca" | "cert" | "key"): ConnectionOptions {
  const path = parameters.get(name);
  if (path === undefined) return {};
  try {
    return { [as]: readFileSync(path, "utf8") };
  } catch (cause) {
    throw new Error(`DATABASE_URL names a file for ${name} that cannot be read: ${path}`, { cause });
  }
}

function parseParameters(query: string): Parameters {
  const parameters = new Map(
    [...new URLSearchParams(query.replaceAll("+", "%2B"))].filter(([, value]) => value !== ""),
  );
  for (const name of parameters.keys()) {
    if (!SUPPORTED_PARAMETERS.includes(name) && !IGNORED_PARAMETERS.includes(name))
      throw invalidUrl(`has a parameter that Kolo does not know: ${name}`);
  }
  const target = parameters.get("target_session_attrs");
  if (target !== undefined && READ_ONLY_TARGETS.includes(target)) {
    throw invalidUrl(`has target_session_attrs=${target}: Kolo needs a server that takes writes, so read-write`);
  }
  oneOf(parameters, "target_session_attrs", SESSION_TARGETS);
  return parameters;
}

const SUPPORTED_PARAMETERS: readonly string[] = [
  ...["host", "hostaddr", "port", "dbname", "user", "password", "options", "target_session_attrs", "channel_binding"],
  ...["ssl", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword", "sslnegotiation"],
];

function oneOf<Option extends string>(
  parameters: Parameters,
  name: string,
  choices: readonly Option[],
): Option | undefined {
  const value = parameters.get(name);
  const choice = choices.find((candidate) => candidate === value);
  if (value !== undefined && choice === undefined)
    throw invalidUrl(`has ${name}=${value}; it is one of ${choices.join(", ")}`);
  return choice;
}

function decodePart(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error("DATABASE_URL has a % that begins no character: write it as %25", { cause });
  }
}

function optionalField<Name extends string>(
  name: Name,
  value: string | undefined,
): { readonly [name in Name]?: string } {
  const field: { [name in Name]?: string } = {};
  if (value !== undefined) field[name] = value;
  return field;
}

function isSocket(host: string): boolean {
  return host.startsWith("/") || host.startsWith("@");
}

function invalidUrl(problem: string): Error {
  return new Error(`DATABASE_URL ${problem}`);
}
