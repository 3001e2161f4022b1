#!/usr/bin/env node
import { spawn } from "node:child_process";
import { join } from "node:path";
import { BULK_USAGE, bulk } from "./bulk.ts";
import { LISTEN_USAGE, listen } from "./listen.ts";
import { isWrongUsage } from "./usage.ts";

/**
 * The entry point of the command line. The merchants' commands are imported and call the API. The platform operators'
 * commands need the database: they are part of the server and run as a process.
 */
const MERCHANTS_COMMANDS = `Merchant's commands (with KOLO_URL, KOLO_PUBLIC_KEY, KOLO_PRIVATE_KEY, or the demo's keys):
  listen [--events <types>]       receive events on this machine, check their signatures, show them
  bulk send <file.csv>            pay the people in a file: look first, ask, send, follow, write down what became of each
  bulk follow <id>                go on following one that was sent
`;

interface Command {
  readonly usage: string;
  readonly run: (words: readonly string[]) => Promise<void>;
}

const MERCHANTS: Readonly<Record<string, Command>> = {
  listen: { usage: LISTEN_USAGE, run: listen },
  bulk: { usage: BULK_USAGE, run: bulk },
};
const HELP_WORDS = ["help", "--help", "-h"];
// The usual exit code for wrong usage, as the platform operators' commands have it.
const EXIT_WRONG_USAGE = 2;

const given = process.argv.slice(2);
const asks_help = given.some((word, place) => HELP_WORDS.includes(word) && (place === 0 || word !== "help"));
const name = given.find((word) => !HELP_WORDS.includes(word));
const command = name === undefined ? undefined : MERCHANTS[name];

if (command && asks_help) {
  process.stdout.write(`${command.usage}\n`);
} else if (command) {
  await command.run(given.slice(1)).catch((error: Error) => {
    process.stderr.write(`kolo: ${error.message}\n`);
    if (isWrongUsage(error)) process.stderr.write(`\n${command.usage}\n`);
    process.exitCode = isWrongUsage(error) ? EXIT_WRONG_USAGE : 1;
  });
} else {
  if (name === undefined) process.stdout.write(`${MERCHANTS_COMMANDS}\n`);
  runOperatorsCommand(given);
}

function runOperatorsCommand(words: readonly string[]): void {
  const server = join(import.meta.dirname, "..", "server", "main.ts");
  const child = spawn(process.execPath, [server, ...words], { stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}
