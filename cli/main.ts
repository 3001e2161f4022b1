#!/usr/bin/env node
// The one entry of the command line. Operators' commands live with the server, which has the database; they are run, not
// imported.
import { spawn } from "node:child_process";
import { join } from "node:path";

const server = join(import.meta.dirname, "..", "server", "main.ts");
const command = spawn(process.execPath, [server, ...process.argv.slice(2)], { stdio: "inherit" });
process.on("SIGINT", () => {});
process.on("SIGTERM", () => command.kill("SIGTERM"));
command.on("exit", (code) => process.exit(code ?? 1));
