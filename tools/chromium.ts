import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

// The headless shell is preferred: a window in it costs a third of a window in the other browsers.
const BROWSER_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
// Chromium's sandbox requires privileges that containers lack. A spare renderer per context would cost one second of
// CPU time. Without a GPU, Chromium would emulate one in a process of its own, which takes a fifth of a page's CPU time.
const ARGS = [
  "--no-sandbox",
  "--disable-features=SpareRendererForSitePerProcess",
  "--disable-gpu",
  "--disable-software-rasterizer",
];

/** Returns the path of the browser: `KOLO_CHROMIUM`, else the first one in PATH; null if none is installed. */
export function findChromium(): string | null {
  const configured_path = process.env.KOLO_CHROMIUM;
  if (configured_path) return configured_path;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => BROWSER_NAMES.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/** Launches the browser. Returns null if none is installed. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findChromium();
  return executablePath === null ? null : chromium.launch({ executablePath, args: ARGS });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
