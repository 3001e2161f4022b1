import { extname, join } from "node:path";

/** The module of the thread that parses large bodies. It is beside this file, both in `server/` and, bundled, in `dist/`. */
export const BODY_WORKER_FILE = join(import.meta.dirname, `body-worker${extname(import.meta.filename)}`);
