import type { Logger } from "pino";
import { type App, openApp } from "#app/app.ts";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import type { ClusterPeers } from "#http/metrics.ts";
import { isLoopbackHost } from "#kernel/loopback.ts";
import type { Allowance } from "#resources/webhooks/transport/guard.ts";

/** The roles of a process: serving requests, running jobs, or both. */
export interface ProcessRoles {
  readonly serves: boolean;
  readonly works: boolean;
}

/** The running service, in this process or in its workers. */
export interface RunningService {
  readonly db: Database;
  close(): Promise<void>;
}

interface ProcessOptions extends ProcessRoles {
  readonly database_url: string;
  readonly master_keys: string;
  readonly is_only_process: boolean;
  readonly logger: Logger;
  readonly cluster_peers: ClusterPeers | null;
}

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * Opens the service in this process and listens: for requests, or, with `kolo work` and a port, for health checks only.
 * Throws an `Error` with one sentence if that fails.
 */
export async function openServiceProcess(config: Config, options: ProcessOptions): Promise<App> {
  const app = await openApp({ config, webhook_allowance: webhookAllowance(config), ...options });
  const [port, variable] = options.serves ? [config.port, "KOLO_PORT"] : [config.work_port ?? 0, "KOLO_WORK_PORT"];
  try {
    await app.server?.listen({ host: config.host, port });
  } catch (error) {
    await app.close();
    throw listenError(error, config.host, port, variable) ?? error;
  }
  return app;
}

/**
 * Private addresses that webhooks may reach. On a laptop the receivers are on the laptop, too. So by default the test
 * environment may reach them if the public URL is this machine itself; the listening address does not matter.
 */
export function webhookAllowance(config: Config): Allowance {
  if (config.webhook_allow !== null) return { ranges: config.webhook_allow, environments: ["test", "live"] };
  return config.database_url === null && isLoopbackHost(new URL(config.public_url).hostname)
    ? { ranges: LOOPBACK, environments: ["test"] }
    : { ranges: [], environments: [] };
}

function listenError(cause: unknown, host: string, port: number, variable: string): Error | null {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "EADDRINUSE") return new Error(`Port ${port} is taken: set ${variable} to a free one`, { cause });
  if (code === "EADDRNOTAVAIL") return new Error(`This machine has no address ${host}: set KOLO_HOST`, { cause });
  if (code === "EACCES") {
    return new Error(`Port ${port} needs more rights than this user has: set ${variable} to one above 1023`, { cause });
  }
  return null;
}
