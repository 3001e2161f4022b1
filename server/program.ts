import { Command, CommanderError } from "commander";
import { readConfig } from "#config.ts";
import { messagesOf, ServiceError } from "#kernel/errors.ts";
import { CheckFailed } from "#operator/check-failed.ts";
import { serve } from "#operator/serve.ts";
import { VERSION } from "#version.ts";
import { isServerCommand } from "./is-server-command.ts";

const EXIT_FAILED = 1;
const EXIT_WRONG_USAGE = 2;
const EXIT_CHECK_FAILED = 3;

interface CommandOutput {
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

/** Runs a command line and returns its exit code. A service that has started runs on until a stop signal. */
export async function runProgram(args: readonly string[], output: CommandOutput): Promise<number> {
  const program = new Command("kolo")
    .description("Kolo: self-hosted payments and money transfers")
    .version(VERSION)
    .option("--json", "print JSON, for programs")
    .configureOutput(output)
    .exitOverride();
  program
    .command("serve")
    .description("answer requests and run background jobs")
    .option("--no-work", "run no background jobs: `kolo work` processes do")
    .action((options: { work: boolean }) => serve(readConfig(process.env), { serves: true, works: options.work }));
  program
    .command("work")
    .description("run background jobs, and answer no requests")
    .action(() => serve(readConfig(process.env), { serves: false, works: true }));
  // The service does not need these commands, and loads no further module before PostgreSQL starts.
  if (!isServerCommand(args)) {
    const { addPlatformOperatorCommands } = await import("#operator/commands/all.ts");
    addPlatformOperatorCommands(program);
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CheckFailed) return EXIT_CHECK_FAILED;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_WRONG_USAGE;
    output.writeErr(`kolo: ${errorSentence(error)}\n`);
    return EXIT_FAILED;
  }
}

/** Returns one sentence for the operator; with KOLO_LOG=debug an unexpected error also shows its stack. */
function errorSentence(error: unknown): string {
  if (error instanceof ServiceError) {
    const fields = Object.entries(messagesOf(error.fields ?? {})).map(
      ([field, texts]) => `${field}: ${texts.join(", ")}`,
    );
    return fields.length > 0 ? fields.join("; ") : error.message;
  }
  if (!(error instanceof Error)) return String(error);
  // An `AggregateError` comes from a host name with several addresses, all of which refused the connection.
  if (error instanceof AggregateError) return error.errors.map(errorSentence).join("; ");
  if ("syscall" in error && error.syscall === "open" && "path" in error) {
    return `There is no file ${String(error.path)} that can be read`;
  }
  return process.env.KOLO_LOG === "debug" ? (error.stack ?? error.message) : error.message;
}
