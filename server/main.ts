import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { runsService } from "#runs-service.ts";

// A command is over soon: what was compiled for it is kept beside the packages, by its content, and the next begins in two
// thirds of the time. Not so what stays: the service would hold 16 MB more for as long as it runs.
if (!runsService(process.argv.slice(2))) {
  // Where nothing may be written it stays without.
  enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
}
await import("./program.ts");
