import { relative } from "node:path";
import { type Config, urlOf } from "#config.ts";
import { VERSION } from "#version.ts";
import type { DemoMerchant } from "./demo-merchant.ts";
import { type ProcessRoles, webhookAllowance } from "./service-process.ts";

/** Processes that start the service wait for this text on its standard output. */
export const READY_TEXT = "is ready after";

/** Prints the startup banner: the URL, and first steps to try. */
export function printStartupBanner(
  config: Config,
  { serves, works }: ProcessRoles,
  demo: DemoMerchant | null,
  ms: number,
): void {
  const url = urlOf(config.host, config.port);
  const is_embedded = config.database_url === null;
  const lines = [
    `Kolo ${VERSION} ${READY_TEXT} ${(ms / 1_000).toFixed(1)} s`,
    "",
    ...(serves
      ? [
          `  API        ${url}`,
          `  Reference  ${url}/docs`,
          `  Dashboard  ${url}/dashboard`,
          `  Guide      ${url}/guide`,
        ]
      : ["  Requests   this process answers no requests: `kolo serve` does"]),
    ...(!serves && config.work_port !== null
      ? [`  Health     ${urlOf(config.host, config.work_port)}/health/ready`]
      : []),
    ...(works ? [] : ["  Jobs       this process leaves the work to others: `kolo work`"]),
    `  Database   ${is_embedded ? `embedded, in ${shortPath(config.data_folder)}` : "the server in DATABASE_URL"}`,
    ...(config.processes > 1 ? [`  Processes  ${config.processes}`] : []),
    ...(config.webhook_allow === null && webhookAllowance(config).ranges.length > 0
      ? ["  Webhooks   may reach this machine in the test environment (KOLO_WEBHOOK_ALLOW)"]
      : []),
    ...proxyLine(process.env),
    ...(demo ? demoLines(demo) : []),
  ];
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

/**
 * A warning about a configured proxy. Webhooks never use one: the proxy would resolve names and connect without the
 * SSRF guard.
 */
function proxyLine(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const name = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].find(
    (variable) => environment[variable] ?? environment[variable.toLowerCase()],
  );
  return name === undefined
    ? []
    : [`  Proxy      ${name} is not used for webhooks: the SSRF guard must check the address of every connection`];
}

function demoLines(demo: DemoMerchant): readonly string[] {
  const path = shortPath(demo.path);
  return [
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
    `    set -a; . ${shellQuote(path)}; set +a`,
    `    curl "$KOLO_URL/transfers" -H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Grant: $KOLO_PRIVATE_KEY" \\`,
    `      -d amount=5000 -d currency=XAF -d channel=cm.mobile \\`,
    `      -d "beneficiary_data[name]=Jane Mballa" -d "beneficiary_data[phone]=677123456"`,
  ];
}

/** A path quoted for a shell. A bare name gets `./`, because the shell would search for it elsewhere. */
function shellQuote(path: string): string {
  const explicit_path = path.includes("/") ? path : `./${path}`;
  return /^[\w./-]+$/.test(explicit_path) ? explicit_path : `'${explicit_path.replaceAll("'", "'\\''")}'`;
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
