import type { RequestPhase } from "#resources/webhooks/transport/connection-pool.ts";
import type { WebhookResponse } from "#resources/webhooks/transport/target.ts";

/**
 * Names the outcome of an attempt for logs and the API: `delivered`, `status_500`, `dns_not_found`, `connect_timeout`,
 * `tls_failed` and others. Rethrows an error of this machine, which neither the receiver nor the network caused: such
 * an attempt does not count.
 */
export function outcomeOf(exchange: Pick<WebhookResponse, "status" | "phase" | "error">): string {
  const { status, phase, error } = exchange;
  // Any 2xx counts as delivered, even if reading the body fails afterwards (interface-decisions 32).
  if (status !== null) return status >= 200 && status < 300 ? "delivered" : `status_${status}`;
  if (!(error instanceof Error) || !("code" in error)) throw error;
  // Errors of the HTTP parser may lack a code, so they share one here.
  const code = error.name === "HTTPParserError" ? "HPE_" : String(error.code);
  if (LOCAL_FAULTS.test(code)) throw error;
  if (TIMEOUTS.test(code)) return TIMEOUT_OUTCOMES[phase];
  if (code === "ECONNRESET" && phase === "tls") return "tls_failed";
  return ERROR_OUTCOMES.find(([pattern]) => pattern.test(code))?.[1] ?? "failed";
}

/** The outcomes and their meanings, for the documentation. `status_` stands for every single status. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  delivered: "The receiver answered with a 2xx.",
  status_: "The receiver answered with another status, such as `status_500`. Redirects are not followed.",
  dns_not_found: "The host name does not exist, or has no address.",
  dns_timeout: "The DNS servers did not answer in time.",
  dns_failed: "The DNS servers answered with an error.",
  forbidden_target: "The host name has no address on the public internet.",
  connection_refused: "The receiver refused the connection: no server listens on the port.",
  connect_timeout: "The connection was not open in time.",
  unreachable: "There is no route to the address.",
  tls_timeout: "The TLS handshake did not end in time.",
  tls_failed:
    "TLS failed: the certificate is expired, self-signed or for another host, or there is no common TLS version.",
  connection_reset: "The receiver closed the connection before it answered.",
  answer_timeout: "The receiver did not answer in time, or did not complete its headers.",
  not_http: "The answer is not HTTP.",
  headers_too_large: "The headers of the answer are larger than 16 KiB.",
  body_too_large: "The event is larger than 256 KiB and is not sent. Read it with `GET /events/{id}`.",
  failed: "Another network error.",
};

/** Groups outcomes into few values, to bound the number of metric labels. */
export function outcomeClass(outcome: string): string {
  return outcome.startsWith("status_") ? `status_${outcome.charAt(7)}xx` : outcome;
}

/** Whether an early retry would do harm, because the receiver is overloaded or too slow. */
export function isSlow(outcome: string): boolean {
  return outcome === "status_429" || outcome.endsWith("_timeout");
}

// Too many open files, or no memory for a socket: errors of this machine, not of the receiver.
const LOCAL_FAULTS = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;
const TIMEOUTS = /^(DEADLINE|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ETIMEOUT)$/;
const TIMEOUT_OUTCOMES: Readonly<Record<RequestPhase, string>> = {
  dns: "dns_timeout",
  connect: "connect_timeout",
  tls: "tls_timeout",
  answer: "answer_timeout",
  body: "answer_timeout",
};
const ERROR_OUTCOMES: readonly (readonly [RegExp, string])[] = [
  [/^FORBIDDEN_TARGET$/, "forbidden_target"],
  [/^(ENOTFOUND|ENODATA|NXDOMAIN)$/, "dns_not_found"],
  [/^(ESERVFAIL|EREFUSED|EFORMERR|ENOTIMP|EBADRESP|EBADNAME|EAI_AGAIN|ECANCELLED|EDESTRUCTION)$/, "dns_failed"],
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, "unreachable"],
  [
    /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|EPROTO)/,
    "tls_failed",
  ],
  [/^(HPE_HEADER_OVERFLOW|UND_ERR_HEADERS_OVERFLOW)$/, "headers_too_large"],
  [/^HPE_/, "not_http"],
  [/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/, "connection_reset"],
];
