import type { Logger } from "pino";
import { addressOf, type Config, masterKeys } from "#config.ts";
import { migrate } from "#db/migrate.ts";
import type { Database } from "#db/pool.ts";
import { announce } from "./announce.ts";
import { prepareDemo } from "./demo.ts";
import { keepProcesses } from "./keeper.ts";
import { openProcess, type Parts, type Running } from "./one-process.ts";

interface Given extends Parts {
  readonly database_url: string;
  readonly is_alone: boolean;
  readonly logger: Logger;
}

/** Migrates the database, and opens the service on it in the configured number of processes. */
export async function run(config: Config, given: Given): Promise<Running> {
  await migrate(given.database_url);
  const master_keys = masterKeys(config);
  return config.processes === 1
    ? openProcess(config, { ...given, master_keys, siblings: null })
    : keepProcesses(config, { ...given, master_keys });
}

/** Creates the demo if configured, and prints the startup banner. */
export async function welcome(config: Config, parts: Parts, db: Database, started_ms: number): Promise<void> {
  const is_demo = config.database_url === null && config.makes_demo && parts.serves;
  const url = addressOf(config.host, config.port);
  const demo = is_demo ? await prepareDemo(db, config.data_folder, url) : null;
  announce(config, parts, demo, performance.now() - started_ms);
}
