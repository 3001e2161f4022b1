import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { ssrfGuard } from "#server/resources/webhooks/transport/guard.ts";
import { DNS_NAMES, LITERALS, REDIRECTS } from "./vectors.ts";

interface Round {
  readonly results: readonly {
    readonly url: string;
    readonly refused_at_creation: boolean;
    readonly outcome: string;
    readonly address: string | null;
  }[];
  /** The destination addresses of all connections, as the network counted them. */
  readonly connected: readonly string[];
}

// Shell commands for a new network namespace: they route every address to itself. Another process counts the
// connections.
const NETWORK = [
  "ip link set lo up",
  "ip route add local 0.0.0.0/0 dev lo",
  "ip -6 route add local ::/0 dev lo",
  `exec ${process.execPath} ${join(import.meta.dirname, "inside.ts")}`,
].join(" && ");
const TIMEOUT_MS = 120_000;

const can_unshare = spawnSync("unshare", ["-rn", "ip", "link"]).status === 0;
const skip = can_unshare ? false : "this machine does not allow a network of one's own (unshare -rn)";

describe("an address outside the public internet", { skip }, () => {
  const run = spawnSync("unshare", ["-rn", "sh", "-c", NETWORK], { encoding: "utf8", timeout: TIMEOUT_MS });
  const results: Readonly<Record<string, Round>> = run.status === 0 ? JSON.parse(run.stdout) : {};
  const { literals, tls, names, redirects, unguarded } = results;
  const is_public = (address: string): boolean =>
    ssrfGuard({ ranges: [], environments: [] }).isAllowed(address.replace(/^::ffff:(?=\d+\.)/, ""), "live");

  it("is requested in more than sixty spellings", () => {
    assert.equal(run.status, 0, run.stderr);
    assert.ok(LITERALS.length + Object.keys(DNS_NAMES).length + REDIRECTS.length > 60);
  });

  it("is not connected to, in any spelling, at any port, with TLS or without", () => {
    assert.deepEqual(literals?.connected, []);
    assert.deepEqual(tls?.connected, []);
    for (const { url, outcome, refused_at_creation } of [...(literals?.results ?? []), ...(tls?.results ?? [])]) {
      assert.ok(["forbidden_target", "dns_not_found"].includes(outcome), `${url}: ${outcome}`);
      assert.ok(refused_at_creation || url.includes("loopback.example"), url);
    }
  });

  it("is not connected to through a name, also one that resolves differently each time", () => {
    const connected = names?.connected ?? [];
    assert.deepEqual(
      connected.filter((address) => !is_public(address)),
      [],
    );
    // Connections to public addresses must have been counted, which proves that names were resolved and the counter
    // works.
    for (const address of ["8.8.4.4", "2606:4700:4700::1111", "8.8.8.8"])
      assert.ok(connected.includes(address), address);
    const outcomes = Object.groupBy(names?.results ?? [], ({ url }) => new URL(url).hostname);
    for (const [name, results] of Object.entries(outcomes)) {
      const lists = DNS_NAMES[name] ?? [];
      const last = results?.at(-1)?.outcome;
      assert.equal(last, lists.at(-1)?.some(is_public) ? "delivered" : "forbidden_target", name);
    }
  });

  it("is not connected to through a redirect of a receiver", () => {
    assert.deepEqual([...new Set(redirects?.connected)], ["8.8.8.8"]);
    for (const { outcome } of redirects?.results ?? []) assert.match(outcome, /^status_30[12378]$/);
  });

  it("is reached without the guard", () => {
    const reached = new Set((unguarded?.results ?? []).filter(({ outcome }) => outcome === "delivered"));
    assert.ok(reached.size >= 60, `${reached.size} of ${LITERALS.length}`);
    assert.ok((unguarded?.connected.length ?? 0) > 0);
  });
});
