import { join } from "node:path";

// The path is relative to this file, both in `server/` and, bundled, in `dist/`.
const ROOT = join(import.meta.dirname, "..");

/** The folders of the built browser pages. */
export const CHECKOUT_FOLDER = join(ROOT, "checkout", "dist");
export const GUIDE_FOLDER = join(ROOT, "guide", "dist");
export const DASHBOARD_FOLDER = join(ROOT, "dashboard", "dist");
