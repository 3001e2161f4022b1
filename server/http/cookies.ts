import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { isLoopbackHost } from "#kernel/loopback.ts";
import { equalBuffers, fingerprint, fingerprints, randomText } from "#kernel/secrets.ts";
import { DAY_MS, SECOND_MS } from "#kernel/time.ts";

/** The cookies of a browser in which people sign in. */
export interface Cookies {
  /** The session's token; null without one. */
  token(request: FastifyRequest): string | null;
  setToken(reply: FastifyReply, token: string): void;
  clearToken(reply: FastifyReply): void;
  /**
   * The nonce that identifies this browser as a known device of the person. Null for an unknown browser, and for a
   * forged or expired cookie. The cookie grants no access: failed sign-ins of a known device are counted apart from
   * those of unknown devices.
   */
  deviceNonce(request: FastifyRequest, person: string): string | null;
  /** Makes this browser a known device of the person. Call only after a complete sign-in. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, person: string): void;
}

export const DEVICE_RETENTION_DAYS = 180;
/**
 * The most people with a known device in one browser. One more replaces another: the cookies must fit the header limit.
 */
export const USERS_PER_DEVICE_MAX = 20;

const DEVICE_INFIX = "-device-";
const PURPOSE = "known device";
// At least 128 bits of randomness.
const NONCE_LENGTH = 22;

/**
 * The cookies of this host. Over HTTPS the prefix `__Host-` binds them to exactly this host. Plain HTTP is allowed on
 * this machine only; elsewhere sign-in needs HTTPS.
 */
export function openCookies(public_url: string): Cookies {
  const { protocol, hostname } = new URL(public_url);
  const is_secure = protocol === "https:";
  const session = is_secure ? "__Host-kolo" : "kolo";

  function set(reply: FastifyReply, name: string, value: string, age: string): void {
    if (value !== "" && !is_secure && !isLoopbackHost(hostname)) {
      throw new ServiceError("https_required", "Signing in needs HTTPS: set KOLO_PUBLIC_URL to an https:// address");
    }
    reply.header("set-cookie", `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${is_secure ? "; Secure" : ""}${age}`);
  }

  return {
    token(request) {
      const token = parseCookies(request).get(session) ?? "";
      return /^[0-9A-Za-z]{20,100}$/.test(token) ? token : null;
    },
    setToken: (reply, token) => set(reply, session, token, ""),
    clearToken: (reply) => set(reply, session, "", "; Max-Age=0"),
    deviceNonce(request, person) {
      const value = parseCookies(request).get(`${session}${DEVICE_INFIX}${person}`) ?? "";
      const [, nonce, ends_s, signature] = /^([0-9A-Za-z]{22})\.(\d{1,12})\.([0-9a-f]{64})$/.exec(value) ?? [];
      if (!nonce || !ends_s || !signature || Number(ends_s) * SECOND_MS < Date.now()) return null;
      const received_signature = Buffer.from(signature, "hex");
      const is_valid = fingerprints(PURPOSE, `${person} ${nonce} ${ends_s}`).some((expected) =>
        equalBuffers(expected, received_signature),
      );
      return is_valid ? nonce : null;
    },
    rememberDevice(request, reply, person) {
      const name = `${session}${DEVICE_INFIX}${person}`;
      const device_cookies = [...parseCookies(request).keys()].filter(
        (cookie_name) => cookie_name.startsWith(`${session}${DEVICE_INFIX}`) && cookie_name !== name,
      );
      for (const stale_cookie of device_cookies.slice(USERS_PER_DEVICE_MAX - 1))
        set(reply, stale_cookie, "", "; Max-Age=0");
      const max_age_s = (DEVICE_RETENTION_DAYS * DAY_MS) / SECOND_MS;
      const [nonce, ends_s] = [randomText(NONCE_LENGTH), Math.floor(Date.now() / SECOND_MS) + max_age_s];
      const signature = fingerprint(PURPOSE, `${person} ${nonce} ${ends_s}`).toString("hex");
      set(reply, name, `${nonce}.${ends_s}.${signature}`, `; Max-Age=${max_age_s}`);
    },
  };
}

function parseCookies({ headers }: FastifyRequest): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? "").matchAll(/(?:^|;\s*)([\w-]+)=([^;\s]*)/g);
  return new Map([...pairs].map(([, name = "", value = ""]) => [name, value]));
}
