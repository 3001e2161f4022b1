import { runProgram } from "#program.ts";
import type { CommandResult } from "./service.ts";

/**
 * Runs an operator command in this process, which costs a tenth of a process of its own. One at a time: the command
 * reads its settings from this process's environment.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const before = { ...process.env };
  const [out, err]: [string[], string[]] = [[], []];
  const output = { writeOut: (text: string) => void out.push(text), writeErr: (text: string) => void err.push(text) };
  Object.assign(process.env, environment);
  try {
    const code = await runProgram(args, output);
    return { code, stdout: out.join(""), stderr: err.join("") };
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
