#!/usr/bin/env node
import { spawn } from "node:child_process";
import { join } from "node:path";
import { bulk } from "./bulk.ts";
import { listen } from "./listen.ts";

/**
 * The one entry of the command line. Merchants' commands are here and speak to the API; operators' commands live with the
 * server, which has the database: they are run, not imported.
 */
const MERCHANTS_COMMANDS = `Merchant's commands (with KOLO_URL, KOLO_PUBLIC_KEY, KOLO_PRIVATE_KEY, or the demo's keys):
  listen [--events <types>]       receive events on this machine, check their signatures, show them
  bulk send <file.csv>            pay the people in a file: look first, ask, send, follow, write down what became of each
`;

const MERCHANTS: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = { listen, bulk };

const [name, ...words] = process.argv.slice(2);
const command = name === undefined ? undefined : MERCHANTS[name];

if (command) {
  await command(words).catch((error: Error) => {
    process.stderr.write(`kolo: ${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  if (name === undefined || name === "--help" || name === "-h" || name === "help")
    process.stdout.write(`${MERCHANTS_COMMANDS}\n`);
  runOperatorsCommand(process.argv.slice(2));
}

function runOperatorsCommand(given: readonly string[]): void {
  const server = join(import.meta.dirname, "..", "server", "main.ts");
  const child = spawn(process.execPath, [server, ...given], { stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}
