/** The retry window of an interactive command, in milliseconds: the user should soon see that the service is down. */
export const INTERACTIVE_PATIENCE_MS = 5_000;

/** A command has wrong arguments; the message is a sentence for people. */
export class UsageError extends Error {}

/** Whether an error is about wrong arguments: a `UsageError`, or an error of `parseArgs`. */
export function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));
}
