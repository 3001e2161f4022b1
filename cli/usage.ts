/** A command was asked for in a way it does not know: what is wrong with it, in a sentence. */
export class WrongUsage extends Error {}

/** Whether an error says that the words of a command were wrong: ours, or that of `parseArgs`. */
export function isWrongUsage(error: Error): boolean {
  return error instanceof WrongUsage || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"));
}
