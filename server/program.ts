import { Command, CommanderError } from "commander";
import { readConfig } from "#config.ts";
import { ServiceError } from "#kernel/errors.ts";
import { serve } from "#operator/serve.ts";
import { VERSION } from "#version.ts";
import { isServerCommand } from "./is-server-command.ts";

const EXIT_FAILED = 1;
const EXIT_WRONG_USAGE = 2;

const program = new Command("kolo")
  .description("Kolo: payments and money transfer, self-hosted")
  .version(VERSION)
  .option("--json", "print JSON, for machines")
  .exitOverride();

program
  .command("serve")
  .description("answer requests and do the work behind them")
  .option("--no-work", "leave the work to other processes")
  .action((options: { work: boolean }) => serve(readConfig(process.env), { serves: true, works: options.work }));
program
  .command("work")
  .description("do the work behind requests, and answer none")
  .action(() => serve(readConfig(process.env), { serves: false, works: true }));
// The service loads no further module before PostgreSQL starts.
if (!isServerCommand(process.argv.slice(2))) {
  const { addPlatformOperatorCommands } = await import("#operator/commands/all.ts");
  addPlatformOperatorCommands(program);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_WRONG_USAGE;
  } else {
    process.stderr.write(`kolo: ${errorSentence(error)}\n`);
    process.exitCode = EXIT_FAILED;
  }
}

/** Returns one sentence for the operator; with KOLO_LOG=debug an unexpected error also shows its stack. */
function errorSentence(error: unknown): string {
  if (error instanceof ServiceError) {
    const fields = Object.entries(error.fields ?? {}).map(([field, texts]) => `${field}: ${texts.join(", ")}`);
    return fields.length > 0 ? fields.join("; ") : error.message;
  }
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses, all of which refused the connection.
  if (error instanceof AggregateError) return error.errors.map(errorSentence).join("; ");
  if ("syscall" in error && error.syscall === "open" && "path" in error) {
    return `There is no file ${String(error.path)} that can be read`;
  }
  return process.env.KOLO_LOG === "debug" ? (error.stack ?? error.message) : error.message;
}
