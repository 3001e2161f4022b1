import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { isServerCommand } from "./is-server-command.ts";

// A command runs briefly: a compile cache beside the packages, keyed by content, cuts its start by one third. The
// service does not use the cache: it would hold 16 MB more for as long as it runs.
if (!isServerCommand(process.argv.slice(2))) {
  // Without write access Node runs without the cache.
  enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
}
await import("./program.ts");
