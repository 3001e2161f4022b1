/** So long a command that somebody has just typed asks again before it says that nobody answers, in milliseconds. */
export const ASKED_PATIENCE_MS = 5_000;

/** A command was asked for in a way it does not know: what is wrong with it, in a sentence. */
export class WrongUsage extends Error {}

/** Whether an error says that the words of a command were wrong: ours, or that of `parseArgs`. */
export function isWrongUsage(error: Error): boolean {
  return error instanceof WrongUsage || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));
}
