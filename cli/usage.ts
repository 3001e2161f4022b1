/** The retry window of an interactive command, in milliseconds. It is short, so that the user soon sees an outage. */
export const INTERACTIVE_PATIENCE_MS = 5_000;

/** The error for wrong arguments. Its message is printed for the user. */
export class UsageError extends Error {}

/** Returns true for an error about wrong arguments: a `UsageError`, or an error of `parseArgs`. */
export function isUsageError(error: Error): boolean {
  return error instanceof UsageError || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));
}
