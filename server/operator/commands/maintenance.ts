import type { Command } from "commander";
import { VARIABLES } from "#config.ts";
import { findEmbedded } from "#db/embedded/embedded-postgres.ts";
import { migrate } from "#db/schema/migrate.ts";
import { audit } from "#operator/audit.ts";
import { CheckFailed } from "#operator/check-failed.ts";
import { openCommandContext, withDatabaseContext } from "#operator/command-context.ts";
import { withDatabaseUrl } from "#operator/database.ts";

export function addMaintenanceCommands(program: Command): void {
  program
    .command("migrate")
    .description("update the database schema to this version")
    .action(async (_options: object, command: Command) => {
      const { config, print } = openCommandContext(command);
      const applied_migrations = await withDatabaseUrl(config, migrate);
      print.message(
        applied_migrations.length === 0 ? "The schema is up to date" : `Applied ${applied_migrations.join(", ")}`,
        { taken: applied_migrations },
      );
    });

  program
    .command("database-url")
    .description("print the URL of the database, for psql and pg_dump; an embedded database must be running")
    .action(async (_options: object, command: Command) => {
      const { config, print } = openCommandContext(command);
      const url = config.database_url ?? (await findEmbedded(config.data_folder));
      if (url === null) throw new Error(`No database runs in ${config.data_folder}: start Kolo, or set KOLO_DATA`);
      print.message(url, { url });
    });

  program
    .command("audit")
    .description("check the consistency of the books, transfers, events and deliveries, row by row")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const findings = await audit(db);
        const is_clean = findings.every(({ broken }) => broken.length === 0);
        const rows = findings.map(({ promise, broken }) => ({ holds: broken.length === 0 ? "yes" : "NO", promise }));
        const { json } = command.optsWithGlobals<{ json?: boolean }>();
        if (json) print.record({ is_clean, findings });
        else print.rows(rows, ["holds", "promise"]);
        for (const { promise, broken } of findings) {
          if (broken.length > 0 && !json)
            print.message(`\n${promise}:\n${JSON.stringify(broken, bigintToText, 2)}`, {});
        }
        if (!is_clean) throw new CheckFailed();
      }),
    );

  program
    .command("config")
    .description("show every setting, its value and its meaning")
    .action((_options: object, command: Command) => {
      const { print } = openCommandContext(command);
      const rows = VARIABLES.map(({ name, default_text, meaning, is_secret }) => ({
        name,
        value: process.env[name] === undefined ? default_text : is_secret ? "(set)" : process.env[name],
        meaning,
      }));
      print.rows(rows, ["name", "value", "meaning"]);
    });
}

function bigintToText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
