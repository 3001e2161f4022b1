import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { isServerCommand } from "./is-server-command.ts";

// A command runs briefly, and a compile cache cuts its start by one third. The cache is beside the packages and keyed
// by content. The service does not use it: the cache would hold 16 MB for as long as the service runs.
if (!isServerCommand(process.argv.slice(2))) {
  // Without write access Node runs without the cache.
  enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
}
const { runProgram } = await import("./program.ts");
process.exitCode = await runProgram(process.argv.slice(2), {
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
});
