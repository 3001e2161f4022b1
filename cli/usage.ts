/**
 * The retry window of an interactive command, in milliseconds: the user should see quickly that the service does not answer.
 */
export const ASKED_PATIENCE_MS = 5_000;

/** A command has wrong arguments; the message is a sentence for people. */
export class WrongUsage extends Error {}

/** Whether an error is about wrong arguments: a `WrongUsage`, or an error of `parseArgs`. */
export function isWrongUsage(error: Error): boolean {
  return error instanceof WrongUsage || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));
}
