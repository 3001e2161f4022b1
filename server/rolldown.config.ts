import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "rolldown";

const MIGRATIONS = join(import.meta.dirname, "db", "migrations");

/** They go with the code that was written for them, which looks for them beside itself. */
const migrations: Plugin = {
  name: "migrations",
  generateBundle() {
    for (const file of readdirSync(MIGRATIONS)) {
      this.emitFile({ type: "asset", fileName: `migrations/${file}`, source: readFileSync(join(MIGRATIONS, file)) });
    }
  },
};

/**
 * The service and its packages in a few files: to read two thousand takes a second of every start. They stand in a folder
 * beside `server/`, so that what `server/app.ts` finds from its place is found from theirs. Nothing is made shorter: a stack
 * is read by people, and with `--enable-source-maps` it names the lines of the sources.
 */
export default defineConfig({
  input: "server/main.ts",
  platform: "node",
  plugins: [migrations],
  output: { dir: "dist", cleanDir: true, sourcemap: true },
});
