import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { isAddressListed } from "./auth.ts";

/**
 * Logs a warning once, at the first request with X-Forwarded-For from an untrusted peer. Behind an unlisted proxy all
 * visitors count as one address, and share its limits. The header itself is ignored.
 */
export function warnUntrustedProxy(app: FastifyInstance, logger: Logger, trusted_proxies: readonly string[]): void {
  let has_warned = false;
  app.addHook("onRequest", ({ raw, headers }, _reply, done) => {
    const peer = raw.socket.remoteAddress;
    if (!has_warned && headers["x-forwarded-for"] !== undefined && peer && !isAddressListed(peer, trusted_proxies)) {
      has_warned = true;
      logger.warn(
        { setting: "KOLO_TRUSTED_PROXIES" },
        `X-Forwarded-For came from ${describePeer(peer)}, which is not trusted, and was ignored: if that is your proxy, add its range to KOLO_TRUSTED_PROXIES`,
      );
    }
    done();
  });
}

/** The log names only private addresses: a public one may be a visitor's. */
function describePeer(peer: string): string {
  const address = ipaddr.process(peer);
  if (address.range() === "unicast") return "a public address";
  return `${address}/${address.kind() === "ipv4" ? 32 : 128}`;
}
