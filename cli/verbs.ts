import { Kolo, KoloError } from "../sdk/src/index.ts";
import { readCredentials } from "./credentials.ts";
import { readInput } from "./read-input.ts";
import { INTERACTIVE_PATIENCE_MS, UsageError } from "./usage.ts";

/** The output of a verb: text for people, and JSON for programs (`--json`). */
export interface Output {
  readonly text: string;
  readonly json: unknown;
}

/** One verb of a command, such as `cancel` of `kolo invoices cancel <id>`. */
export type Verb = (kolo: Kolo, args: readonly string[]) => Promise<Output>;

/** Runs the verb that `args` begin with, and prints its output. Throws an `Error` whose message is printed for the user. */
export async function runVerb(
  verbs: ReadonlyMap<string, Verb>,
  [name = "", ...args]: readonly string[],
  { noun, is_json }: { readonly noun: string; readonly is_json: boolean },
): Promise<void> {
  const verb = verbs.get(name);
  if (!verb) throw new UsageError(`Say what to do with ${noun}`);
  await printOutput((kolo) => verb(kolo, args), is_json);
}

/** Calls the service, and prints the output. Throws an `Error` whose message is printed for the user. */
export async function printOutput(call: (kolo: Kolo) => Promise<Output>, is_json: boolean): Promise<void> {
  const kolo = new Kolo({ ...readCredentials(), patience_ms: INTERACTIVE_PATIENCE_MS });
  const { text, json } = await call(kolo).catch((error: unknown) => {
    throw error instanceof KoloError ? new Error(sentenceOf(error), { cause: error }) : error;
  });
  process.stdout.write(is_json ? `${JSON.stringify(json)}\n` : `${text}\n`);
}

/** Returns the id that a verb needs. Throws `UsageError` without one. */
export function requireId(id: string | undefined, noun: string): string {
  if (id === undefined) throw new UsageError(`Say which ${noun}`);
  return id;
}

/** Returns the option's value if it is one of the choices. Throws `UsageError` for any other. */
export function readChoice<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`Enter one of ${choices.join(", ")} after --${name}`);
  return choice;
}

/** Reads a request body from a JSON file. The service validates it. */
export async function readBody<Body>(path: string | undefined): Promise<Body> {
  if (path === undefined) throw new UsageError("Say which file");
  const text = (await readInput(path)).toString("utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not valid JSON`, { cause });
  }
}

/** Returns the message, which has the first errors of fields, and a line for each of the others. */
function sentenceOf({ message, errors }: KoloError): string {
  const fields = Object.entries(errors).flatMap(([field, texts]) => texts.map((text) => `${field}: ${text}`));
  return [message, ...fields.filter((line) => !message.includes(line))].join("\n");
}
