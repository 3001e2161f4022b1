import type { Logger } from "pino";
import { type Config, loadMasterKeys, urlOf } from "#config.ts";
import type { Database } from "#db/pool.ts";
import { migrate } from "#db/schema/migrate.ts";
import { startCluster } from "./cluster-primary.ts";
import { prepareDemoMerchant } from "./demo-merchant.ts";
import { openServiceProcess, type ProcessRoles, type RunningService } from "./service-process.ts";
import { printStartupBanner } from "./startup-banner.ts";

interface ServiceOptions extends ProcessRoles {
  readonly database_url: string;
  readonly is_only_process: boolean;
  readonly logger: Logger;
}

/** Migrates the database, and opens the service on it in the configured number of processes. */
export async function startService(config: Config, options: ServiceOptions): Promise<RunningService> {
  await migrate(options.database_url);
  const master_keys = loadMasterKeys(config);
  return config.processes === 1
    ? openServiceProcess(config, { ...options, master_keys, cluster_peers: null })
    : startCluster(config, { ...options, master_keys });
}

/** Creates the demo merchant if configured, and prints the startup banner. */
export async function prepareDemoAndAnnounce(
  config: Config,
  parts: ProcessRoles,
  db: Database,
  started_ms: number,
): Promise<void> {
  const is_demo = config.database_url === null && config.creates_demo_merchant && parts.serves;
  const url = urlOf(config.host, config.port);
  const demo = is_demo ? await prepareDemoMerchant(db, config.data_folder, url) : null;
  printStartupBanner(config, parts, demo, performance.now() - started_ms);
}
