import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { SECOND_MS } from "#kernel/time.ts";

/** A request whose headers have lower-case names. */
export interface HttpMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const LABEL = "sig-pp";
const ALGORITHM = "ecdsa-p256-sha256";
// Source: pawaPay's example of a signed request.
const COMPONENTS = [
  ...["@method", "@authority", "@path", "signature-date", "content-digest", "content-type", "content-length"],
];
// A signature that leaves out one of these proves nothing about the request.
const COVERED = ["@method", "@path", "content-digest"];
const LIFE_S = 60;

/** The headers that sign a request of ours (RFC 9421), with the digest of its body (RFC 9530). */
export function signatureHeaders(
  message: HttpMessage,
  { key, key_id }: { readonly key: string; readonly key_id: string },
  now_ms: number,
): Readonly<Record<string, string>> {
  const headers = {
    "signature-date": new Date(now_ms).toISOString(),
    "content-digest": `sha-512=:${digestOf("sha512", message.body)}:`,
  };
  const created = Math.floor(now_ms / SECOND_MS);
  const covered = COMPONENTS.map((name) => `"${name}"`).join(" ");
  const input = `(${covered});alg="${ALGORITHM}";keyid="${key_id}";created=${created};expires=${created + LIFE_S}`;
  const length = String(Buffer.byteLength(message.body));
  const signed = { ...message, headers: { ...message.headers, ...headers, "content-length": length } };
  const base = signatureBase(signed, COMPONENTS, input) ?? "";
  // DER, Node's default, as in pawaPay's example.
  const signature = sign("sha256", Buffer.from(base), createPrivateKey(key)).toString("base64");
  return { ...headers, signature: `${LABEL}=:${signature}:`, "signature-input": `${LABEL}=${input}` };
}

/** The id of the key that signed a message; null for a message without a signature. */
export function signingKeyId({ headers }: HttpMessage): string | null {
  return parseInput(headers["signature-input"] ?? "")?.key_id ?? null;
}

/** Whether the holder of this key has signed the message, with its body. */
export function isSignedBy(message: HttpMessage, public_key: string, now_ms: number): boolean {
  const input = parseInput(message.headers["signature-input"] ?? "");
  if (input === null || !COVERED.every((name) => input.components.includes(name))) return false;
  if (input.expires !== null && input.expires * SECOND_MS < now_ms) return false;
  if (!hasDigestOfBody(message)) return false;
  const base = signatureBase(message, input.components, input.parameters);
  const [, label, encoded] = /^([\w.-]+)=:([A-Za-z0-9+/=]+):$/.exec(message.headers.signature ?? "") ?? [];
  if (base === null || encoded === undefined || label !== input.label) return false;
  const key = publicKeyOf(public_key);
  if (key?.asymmetricKeyType !== "ec") return false;
  const signature = Buffer.from(encoded, "base64");
  // The standard has the raw form; pawaPay's callbacks have DER.
  return (["der", "ieee-p1363"] as const).some((dsaEncoding) =>
    verify("sha256", Buffer.from(base), { key, dsaEncoding }, signature),
  );
}

interface SignatureInput {
  readonly label: string;
  readonly components: readonly string[];
  readonly parameters: string;
  readonly key_id: string;
  /** In seconds since 1970. */
  readonly expires: number | null;
}

function parseInput(text: string): SignatureInput | null {
  const [, label = "", parameters = "", list = "", rest = ""] =
    /^([\w.-]{1,40})=(\(((?:"[@\w-]{1,40}" ?){1,20})\)((?:;[a-z]{1,20}=(?:"[^"]{0,200}"|\d{1,15})){0,10}))$/.exec(
      text,
    ) ?? [];
  const key_id = /;keyid="([^"]+)"/.exec(rest)?.[1];
  if (key_id === undefined) return null;
  const expires = /;expires=(\d+)/.exec(rest)?.[1];
  const components = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  return { label, components, parameters, key_id, expires: expires === undefined ? null : Number(expires) };
}

/** The text that is signed; null if the message lacks one of its parts. */
function signatureBase(message: HttpMessage, components: readonly string[], parameters: string): string | null {
  const lines = components.map((name) => {
    const value = componentOf(message, name);
    return value === null ? null : `"${name}": ${value}`;
  });
  if (lines.includes(null)) return null;
  return [...lines, `"@signature-params": ${parameters}`].join("\n");
}

function componentOf({ method, url, headers }: HttpMessage, name: string): string | null {
  const parsed = URL.parse(url);
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return parsed?.host ?? null;
    case "@path":
      return parsed?.pathname ?? null;
    default:
      return name.startsWith("@") ? null : (headers[name]?.trim() ?? null);
  }
}

function hasDigestOfBody({ headers, body }: HttpMessage): boolean {
  const [, name, digest] = /^sha-(256|512)=:([A-Za-z0-9+/=]+):$/.exec(headers["content-digest"] ?? "") ?? [];
  return name !== undefined && digest === digestOf(`sha${name}`, body);
}

function digestOf(algorithm: string, body: string): string {
  return createHash(algorithm).update(body).digest("base64");
}

function publicKeyOf(text: string): KeyObject | null {
  try {
    return createPublicKey(text);
  } catch {
    return null;
  }
}
